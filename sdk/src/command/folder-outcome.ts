import {
  comparisonOutcome,
  type FolderComparison,
  type FolderProblem,
  type ManifestVerdict,
  type ProofAnchor,
} from '@tallystick/proof'
import type { AnchorFinding } from '../chain/check-anchor.js'
import { findingText } from './report.js'

/** What a node said about an anchor. */
export type Asked = { readonly anchor: ProofAnchor; readonly finding: AnchorFinding }

/** What the command found out about a folder. */
export type FolderReport = {
  readonly folder: string
  readonly verdict: ManifestVerdict
  /** Undefined when the manifest was refused: then nothing is worth comparing. */
  readonly comparison?: FolderComparison
  /** Undefined when no node was asked. Its host, and for each batch what it said about the anchors. */
  readonly network?: { readonly host: string; readonly asked: readonly (readonly Asked[])[] }
}

export type FolderFailure = { readonly code: string; readonly check: string; readonly message: string }

export type FolderOutcome = {
  /** `unreadable`: nothing is wrong with what could be read, but not everything could be. */
  readonly outcome: ManifestVerdict['outcome'] | 'unreadable'
  readonly failure?: FolderFailure
}

/** The verdict on folder, manifest and what a node says of it together. */
export function outcomeOf({ verdict, comparison, network }: FolderReport): FolderOutcome {
  if (verdict.failure !== undefined) return { outcome: 'refused', failure: verdict.failure }
  const denied = network === undefined ? undefined : deniedBy(network.asked)
  if (denied !== undefined) return { outcome: 'refused', failure: denied }
  const compared = comparison === undefined ? 'equal' : comparisonOutcome(comparison)
  if (comparison === undefined || compared === 'equal') return { outcome: verdict.outcome }
  const code = compared === 'different' ? 'folder' : 'unreadable'
  const failure = { code, check: 'files', message: countProblems(comparison.problems) }
  return { outcome: compared === 'different' ? 'refused' : 'unreadable', failure }
}

/** Each batch needs an anchor that the node confirms, unless it still waits for a block; one that it denies is too much. */
function deniedBy(batches: readonly (readonly Asked[])[]): FolderFailure | undefined {
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
  link: 'symbolically linked',
  special: 'neither file nor folder',
  unreadable: 'unreadable',
}

function countProblems(problems: readonly FolderProblem[]): string {
  const counts = Object.entries(words).flatMap(([problem, word]) => {
    const count = problems.filter((one) => one.problem === problem).length
    return count === 0 ? [] : [`${count.toLocaleString('en')} ${word}`]
  })
  return `the folder is not what the manifest says: ${counts.join(', ')}`
}
