import { comparisonOutcome, type FolderComparison } from '@tallystick/proof'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { countText, utcText } from '../../../ui/formats.js'
import { Answer } from '../answer.jsx'
import type { ManifestJudgement } from '../checking/judge-manifest.js'

interface Summary {
  look: 'good' | 'open' | 'bad'
  sentence: string
  text: string
}

/** Verdict on a manifest, and on a folder if there is one. */
export function FolderVerdict({
  manifest,
  comparison,
}: {
  manifest: ManifestJudgement
  comparison: FolderComparison | null
}) {
  const { t, i18n } = useTranslation('verify')
  const { look, sentence, text } = summaryOf(manifest, comparison, t, i18n.language)
  const networks = manifest.anchors.map(({ network, chain }) => network ?? chain).join(', ')
  const named = { network: networks, chain: [...new Set(manifest.anchors.map(({ chain }) => chain))].join(', ') }
  return (
    <Answer
      outcome={look === 'good' ? 'verified' : look === 'open' ? 'waiting' : 'refused'}
      look={look}
      sentence={sentence}
      text={text}
      reason={manifest.refusal === 'forged' ? manifest.reason : null}
      fits={look === 'good' && comparison !== null}
      grounds={look === 'bad' ? [] : manifest.grounds.map((ground) => t(`grounds.${ground}`, named))}
    />
  )
}

function summaryOf(
  manifest: ManifestJudgement,
  comparison: FolderComparison | null,
  t: TFunction<'verify'>,
  language: string,
): Summary {
  const { outcome, refusal, files, waiting, folder } = manifest
  const count = files.length
  const moment = (at: string | null) => (at === null ? '' : utcText(language, at))
  const [earliest, latest] = [moment(manifest.earliest), moment(manifest.latest)]
  const isEqual = comparison?.problems.length === 0
  const once = isEqual
    ? t(count === 1 ? 'folder.recordedOnceOne' : 'folder.recordedOnce', { latest })
    : t('folder.recordedOnes', { latest })
  const between = t('folder.recordedBetween', { earliest, latest })
  const when = latest === '' ? '' : earliest === latest ? ` ${once}` : ` ${between}`
  const waits = waiting === 0 ? '' : t('folder.waitingText', { count: waiting })
  if (outcome === 'refused') {
    const kind = refusal ?? 'forged'
    return { look: 'bad', sentence: t(`refused.${kind}.title`), text: t(`refused.${kind}.text`) }
  }
  if (comparison === null || (count === 0 && comparison.problems.length === 0)) {
    if (count === 0) return { look: 'open', sentence: t('folder.empty'), text: t('folder.emptyText') }
    if (outcome === 'waiting') return { look: 'open', sentence: t('folder.waiting'), text: waits }
    const sentence = t('folder.alone', { name: folder?.name ?? '', moment: latest })
    return { look: 'good', sentence, text: `${t('folder.aloneText')}${earliest === latest ? '' : ` ${between}`}` }
  }
  const { equal, problems, leftBySystem } = comparison
  const unchanged =
    leftBySystem.length === 0
      ? `${t('folder.equalText', { count })}${when}`
      : `${t('folder.equalLeftText', { count })}${when} ${t('folder.equalLeftRest')}`
  const shown = { count: equal, equal: countText(language, equal), all: countText(language, count) }
  switch (comparisonOutcome(comparison)) {
    case 'equal':
      return outcome === 'waiting'
        ? { look: 'open', sentence: t('folder.equalWaiting'), text: waits }
        : { look: 'good', sentence: t('folder.equal'), text: unchanged }
    case 'unreadable':
      return { look: 'open', sentence: t('folder.unreadable'), text: t('folder.unreadableText') }
    case 'different': {
      const hasOnlyMore = problems.every(({ problem }) => problem === 'extra')
      return hasOnlyMore
        ? {
            look: 'open',
            sentence: t('folder.more'),
            text: `${t('folder.moreText', { count: problems.length })}${when}`,
          }
        : { look: 'bad', sentence: t('folder.different'), text: `${t('folder.differentText', shown)}${when}` }
    }
  }
}
