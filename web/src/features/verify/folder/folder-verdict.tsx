import { comparisonOutcome, type FolderComparison } from '@tallystick/proof'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { countText, utcText } from '../../../ui/values/formats.js'
import { Answer } from '../answer.jsx'
import type { ManifestJudgement } from '../checking/judge-manifest.js'
import { useGroundTexts } from '../use-ground-texts.js'
import { useVouchers } from '../use-vouchers.js'

interface Summary {
  look: 'good' | 'stated' | 'open' | 'bad'
  sentence: string
  text: string
}

const outcomes = { good: 'confirmed', stated: 'stated', open: 'consistent', bad: 'refused' } as const

/** Verdict on a manifest, and on a folder if there is one. */
export function FolderVerdict({
  manifest,
  comparison,
}: {
  manifest: ManifestJudgement
  comparison: FolderComparison | null
}) {
  const { t, i18n } = useTranslation('verify')
  const vouchersOf = useVouchers()
  const by = vouchersOf(
    manifest.sources,
    manifest.blocks.some(({ isPrivate }) => isPrivate),
  )
  const { look, sentence, text } = summaryOf(manifest, comparison, { t, by, language: i18n.language })
  const groundTexts = useGroundTexts()
  return (
    <Answer
      outcome={outcomes[look]}
      look={look}
      sentence={sentence}
      text={text}
      reason={
        manifest.refusal === 'forged' || manifest.refusal === 'block' || manifest.refusal === 'time'
          ? manifest.reason
          : null
      }
      fits={look !== 'bad' && comparison?.problems.length === 0}
      grounds={look === 'bad' ? [] : groundTexts(manifest.grounds, manifest.anchors)}
    />
  )
}

function summaryOf(
  manifest: ManifestJudgement,
  comparison: FolderComparison | null,
  { t, by, language }: { t: TFunction<'verify'>; by: string; language: string },
): Summary {
  const { outcome, refusal, files, waiting, folder } = manifest
  const count = files.length
  const moment = (at: string | null) => (at === null ? '' : utcText(language, at))
  const [earliest, latest] = [moment(manifest.earliest), moment(manifest.latest)]
  // A time is said only of what someone vouches for.
  const isConfirmed = outcome === 'confirmed' || outcome === 'stated'
  const vouched = outcome === 'stated' ? 'stated' : 'good'
  const between = isConfirmed && earliest !== latest ? ` ${t('folder.recordedBetween', { earliest, latest })}` : ''
  const open = latest === '' ? '' : ` ${t('folder.open')}`
  const when = isConfirmed ? ` ${t('folder.recordedOnes', { by, latest })}${between}` : open
  const waits = waiting === 0 ? '' : t('folder.waitingText', { count: waiting })
  if (outcome === 'refused') {
    const kind = refusal ?? 'forged'
    return { look: 'bad', sentence: t(`refused.${kind}.title`), text: t(`refused.${kind}.text`) }
  }
  if (comparison === null || (count === 0 && comparison.problems.length === 0)) {
    if (count === 0) return { look: 'open', sentence: t('folder.empty'), text: t('folder.emptyText') }
    if (waiting > 0) return { look: 'open', sentence: t('folder.waiting'), text: waits }
    const name = folder?.name ?? ''
    return isConfirmed
      ? {
          look: vouched,
          sentence: t('folder.alone', { by, name, moment: latest }),
          text: `${t('folder.aloneText')}${between}`,
        }
      : { look: 'open', sentence: t('folder.aloneOpen', { name }), text: `${t('folder.aloneText')}${open}` }
  }
  const { equal, problems, leftBySystem } = comparison
  const unchanged =
    leftBySystem.length === 0
      ? t('folder.equalText', { count })
      : `${t('folder.equalLeftText', { count })} ${t('folder.equalLeftRest')}`
  const shown = { count: equal, equal: countText(language, equal), all: countText(language, count) }
  switch (comparisonOutcome(comparison)) {
    case 'equal':
      if (waiting > 0) return { look: 'open', sentence: t('folder.equalWaiting'), text: waits }
      return isConfirmed
        ? {
            look: vouched,
            sentence: t('folder.equalConfirmed', { count, by, moment: latest }),
            text: `${unchanged}${between}`,
          }
        : { look: 'open', sentence: t('folder.equal'), text: `${unchanged}${open}` }
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
