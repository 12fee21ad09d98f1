import { network } from '../../base/network.js'
import { anchorsOf, type DocumentFinding, isElsewhere } from '../../checking/anchors.js'
import { spoken } from '../../checking/spoken.js'
import { useTranslation } from '../../texts/translation.js'
import { localMoment } from '../../ui/values/dates.js'
import { Answer } from './answer.jsx'
import { useWords } from './use-words.js'

interface VerdictPanelProps {
  finding: DocumentFinding
  /** SHA-256 of the document, or the longer hash that the proof is about; null without a document. */
  digest: string | null
  document: File | null
}

/** Verdict on a document and its proof. */
export function VerdictPanel({ finding, digest, document }: VerdictPanelProps) {
  const { t, i18n } = useTranslation(['verify', 'shared'])
  const words = useWords()
  const hash = finding.about === 'ots' ? finding.digest : finding.proof?.hash
  const isOfOther = anchorsOf(finding).some((anchor) => isElsewhere(anchor, network))
  // Its sentence has the time in UTC, and none while the block wasn't compared.
  const time = finding.time?.latest
  const local = time === undefined || finding.outcome === 'refused' ? null : localMoment(i18n.language, time)
  return (
    <Answer
      {...spoken(finding, words, document?.name)}
      {...(local ? { text: t('shared:yourTime', { time: local.text, zone: local.zone }) } : {})}
      left={digest ?? hash}
      right={hash}
      fits={finding.outcome !== 'refused' && digest !== null}
      advice={isOfOther ? t('otherNetwork') : null}
    />
  )
}
