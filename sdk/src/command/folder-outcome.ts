import {
  comparisonOutcome,
  type FolderComparison,
  type FolderProblem,
  type ManifestVerdict,
  type ProofAnchor,
} from '@tallystick/proof'
import type { AnchorFinding } from '../chain/check-anchor.js'
import { findingText } from './report.js'

/** An anchor, and the node's answer about it. */
export type AskedAnchor = { readonly anchor: ProofAnchor; readonly finding: AnchorFinding }

/** Everything the command found out about a folder. */
export type FolderReport = {
  readonly folder: string
  readonly verdict: ManifestVerdict
  /** Undefined when the manifest was refused: then there is nothing to compare. */
  readonly comparison?: FolderComparison
  /** The node's host and its answers for each batch; undefined when no node was asked. */
  readonly network?: { readonly host: string; readonly asked: readonly (readonly AskedAnchor[])[] }
}

export type FolderFailure = { readonly code: string; readonly check: string; readonly message: string }

export type FolderOutcome = {
  /** `unreadable`: everything that could be read is right, but not everything could be. */
  readonly outcome: ManifestVerdict['outcome'] | 'unreadable'
  readonly failure?: FolderFailure
}

/** Combines the verdicts on manifest and folder with the node's answers. */
export function outcomeOf({ verdict, comparison, network }: FolderReport): FolderOutcome {
  if (verdict.failure !== undefined) return { outcome: 'refused', failure: verdict.failure }
  const denied = network === undefined ? undefined : deniedBy(network.asked)
  if (denied !== undefined) return { outcome: 'refused', failure: denied }
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

/** Each batch needs an anchor that the node confirms, unless it is still pending. One that the node denies is one too many. */
function deniedBy(batches: readonly (readonly AskedAnchor[])[]): FolderFailure | undefined {
  for (const asked of batches) {
    const denied = asked.find(({ finding }) => !['confirmed', 'pending', 'wrong-chain'].includes(finding.status))
    const elsewhere = asked.find(({ finding }) => finding.status === 'wrong-chain')
    const confirmed = asked.some(({ finding }) => finding.status === 'confirmed')
    const bad = denied ?? (confirmed ? undefined : elsewhere)
    if (bad !== undefined) {
      return { code: bad.finding.status, check: 'network', message: findingText(bad.anchor, bad.finding) }
    }
  }
  return undefined
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
