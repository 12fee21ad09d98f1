import type { FolderComparison, ManifestFinding } from '@tallystick/proof'
import { network } from '../../../base/network.js'
import { anchorsOf, isElsewhere } from '../../../checking/anchors.js'
import { spoken, spokenFolder } from '../../../checking/spoken.js'
import { useTranslation } from '../../../texts/translation.js'
import { Answer } from '../answer.jsx'
import { useWords } from '../use-words.js'

interface FolderVerdictProps {
  finding: ManifestFinding
  comparison: FolderComparison | null
}

/** Verdict on a manifest, and on a folder if there is one. */
export function FolderVerdict({ finding, comparison }: FolderVerdictProps) {
  const { t } = useTranslation('verify')
  const words = useWords()
  const said = comparison === null ? spoken(finding, words) : spokenFolder(finding, comparison, words)
  const isOfOther = said.outcome !== 'refused' && anchorsOf(finding).some((anchor) => isElsewhere(anchor, network))
  return <Answer {...said} fits={comparison?.problems.length === 0} advice={isOfOther ? t('otherNetwork') : null} />
}
