import {
  comparisonOutcome,
  type FolderComparison,
  type FolderProblem,
  type ManifestVerdict,
  type Outcome,
} from '@tallystick/proof'
import type { NodeAnswer } from '@tallystick/sdk'

/** Everything the command found out about a folder. */
export type FolderReport = {
  readonly folder: string
  readonly verdict: ManifestVerdict
  /** Undefined when the manifest was refused: then there is nothing to compare. */
  readonly comparison?: FolderComparison
  /** Nodes' answers about the anchors. */
  readonly answers: readonly NodeAnswer[]
}

type FolderFailure = { readonly code: string; readonly check: string; readonly message: string }

export type FolderOutcome = {
  /** `unreadable`: everything that could be read is right, but not everything could be. */
  readonly outcome: Outcome | 'unreadable'
  readonly failure?: FolderFailure
}

/** Combines the verdicts on manifest and folder. */
export function outcomeOf({ verdict, comparison }: FolderReport): FolderOutcome {
  if (verdict.failure !== undefined) return { outcome: 'refused', failure: verdict.failure }
  const compared = comparison === undefined ? 'equal' : comparisonOutcome(comparison)
  if (comparison === undefined || compared === 'equal') return { outcome: verdict.outcome }
  const counts = countProblems(comparison.problems)
  if (compared === 'different') {
    const message = `the folder differs from its manifest: ${counts}`
    return { outcome: 'refused', failure: { code: 'folder', check: 'files', message } }
  }
  const message = `not everything in the folder could be read: ${counts}`
  return { outcome: 'unreadable', failure: { code: 'unreadable', check: 'files', message } }
}

const words: Readonly<Record<FolderProblem['problem'], string>> = {
  changed: 'changed',
  missing: 'missing',
  extra: 'extra',
  moved: 'renamed or moved',
  link: 'symbolic links',
  special: 'neither file nor folder',
  unreadable: 'unreadable',
}

function countProblems(problems: readonly FolderProblem[]): string {
  const counts = Object.entries(words).flatMap(([problem, word]) => {
    const count = problems.filter((each) => each.problem === problem).length
    return count === 0 ? [] : [`${count.toLocaleString('en')} ${word}`]
  })
  return counts.join(', ')
}
