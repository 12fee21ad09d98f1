import { comparisonOutcome, type FolderComparison, type ManifestFinding, type Outcome } from '@tallystick/proof'
import type { NodeAnswer } from '@tallystick/sdk'

/** Everything the command found out about a folder. */
export type FolderReport = {
  readonly folder: string
  readonly finding: ManifestFinding
  /** Undefined when the manifest was refused: then there is nothing to compare. */
  readonly comparison?: FolderComparison
  /** Nodes' answers about the anchors. */
  readonly answers: readonly NodeAnswer[]
}

/** `unreadable`: everything that could be read is right, but not everything could be. */
export type FolderOutcome = Outcome | 'unreadable'

/** Combines the outcomes of manifest and folder. */
export function outcomeOf({ finding, comparison }: FolderReport): FolderOutcome {
  if (finding.outcome === 'refused' || comparison === undefined) return finding.outcome
  const compared = comparisonOutcome(comparison)
  if (compared === 'equal') return finding.outcome
  return compared === 'different' ? 'refused' : 'unreadable'
}
