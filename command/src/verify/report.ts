import {
  type AnchorChain,
  accuracyText,
  type Caveat,
  type CheckName,
  chainName,
  isPrivateChain,
  type KnownTime,
  type OtsAnchor,
  type Outcome,
  type ProofAnchor,
  type ProofCheck,
  type ProofDocument,
  type Source,
  sourceNames,
} from '@tallystick/proof'
import type { NodeAnswer } from '@tallystick/sdk'
import { printable } from '../printable.js'
import { wordOf } from './issuer.js'
import { adviceOf, answerText } from './node-answers.js'

/** Exit codes of the verdicts; 2 is wrong usage, or something that could not be read or asked. */
export const exitCodes: Readonly<Record<Outcome, number>> = { confirmed: 0, refused: 1, consistent: 3 }

/** An anchor as far as it is known: an .ots file lacks everything but names. */
type ReportAnchor = AnchorChain & Pick<ProofAnchor, 'blockHash' | 'blockNumber' | 'blockTime'>

/** Everything the command found out about a file. */
export type Report = {
  readonly file: string
  /** Absent when the file was not hashed. */
  readonly algorithm?: string
  readonly verdict: ReportVerdict
  /** Nodes' answers about the anchors. */
  readonly answers: readonly NodeAnswer[]
}

type ReportVerdict = {
  readonly outcome: Outcome
  readonly checks: readonly ProofCheck[]
  readonly sources: readonly Source[]
  readonly caveats: readonly Caveat[]
  readonly anchor?: ReportAnchor
  readonly timestamp?: KnownTime
  readonly failure?: { readonly code: string; readonly check: CheckName; readonly message: string }
  readonly proof?: ProofDocument
  /** The digest in an .ots file, and its anchors; with a time if a node had the block. */
  readonly digest?: string
  readonly anchors?: readonly (OtsAnchor & Pick<ReportAnchor, 'blockTime'>)[]
}

/** Formats the report for people. */
export function reportText(report: Report): string {
  const { file, algorithm, verdict, answers } = report
  const { outcome, checks, caveats, anchor } = verdict
  const lines = [headline(report), ...adviceOf(answers), '', 'Checks']
  for (const { status, name, detail } of checks) lines.push(checkLine(status, name, detail))
  for (const answer of answers) lines.push(checkLine(...answerText(answer)))
  if (algorithm !== undefined) lines.push('', `Digest: ${algorithm} of ${file}`)
  const isOpen = outcome === 'consistent' || statedBy(verdict) !== null
  if (isOpen && anchor?.blockHash !== undefined) lines.push('', ...compareLines(anchor))
  lines.push(...caveatLines(caveats))
  return `${lines.map(printable).join('\n')}\n`
}

/** Formats the report as JSON for programs. */
export function reportJson({ file, algorithm, verdict, answers }: Report): object {
  const { proof, outcome, ...rest } = verdict
  const shown = statedBy(verdict) === null ? outcome : 'stated'
  return { file, algorithm, outcome: shown, ...rest, ...nodesJson(answers), proof }
}

/** Returns the service on whose word alone a time rests; null when someone else confirms it, or no one. */
function statedBy({ outcome, timestamp, sources }: ReportVerdict): string | null {
  return outcome === 'confirmed' && timestamp === undefined ? wordOf(sources) : null
}

/** Formats the answers of nodes as JSON; no member when none was asked. */
export function nodesJson(answers: readonly NodeAnswer[]): object {
  if (answers.length === 0) return {}
  return {
    nodes: answers.map(({ host, anchor, finding }) => ({ host, transactionId: anchor.transactionId, ...finding })),
  }
}

/** Labels of a check's result. */
export const marks = { ok: 'ok  ', skip: 'skip', fail: 'FAIL' } as const

/** Formats one check. */
export function checkLine(status: keyof typeof marks, name: string, detail: string): string {
  return `  ${marks[status]}  ${name.padEnd(11)}  ${detail}`
}

/** Formats what a verdict leaves open. */
export function caveatLines(caveats: readonly Caveat[]): string[] {
  return caveats.length === 0 ? [] : ['', 'To know', ...caveats.map(({ message }) => `  - ${message}`)]
}

/** Formats the shortest ways to compare a block with its chain. */
export function compareLines(anchor: ReportAnchor): string[] {
  const groups = `${anchor.blockHash}`.slice(2).match(/.{4}/g) ?? []
  const isPrivate = isPrivateChain(anchor)
  const where = isPrivate ? "a node of the chain's operator" : `any explorer or node of ${chainName(anchor.chain)}`
  return [
    `To confirm it, compare the hash of block ${anchor.blockNumber} with ${where}:`,
    `  0x ${groups.join(' ')}`,
    `Or let this command do it: --rpc URL${isPrivate ? '' : ', --online (public nodes)'}, or --block-hash HASH.`,
  ]
}

function headline({ file, verdict }: Report): string {
  const { outcome, failure, anchor, timestamp, sources, anchors } = verdict
  if (outcome === 'refused') return `REFUSED: ${failure?.message}.`
  if (timestamp !== undefined) {
    return `CONFIRMED by ${sourceNames(sources)}: ${file} existed at ${timeText(timestamp.time)}${accuracyText(timestamp)}, by its clock.`
  }
  const issuer = statedBy(verdict)
  if (anchor?.blockTime !== undefined && issuer !== null) {
    return `STATED: ${file} existed at ${timeText(anchor.blockTime)}, by the word of ${issuer}, which issued it.`
  }
  if (anchor?.blockTime !== undefined && outcome === 'confirmed') {
    return `CONFIRMED by ${sourceNames(sources)}: ${file} existed at ${timeText(anchor.blockTime)}, ${clockText([anchor])}.`
  }
  const fits = `CONSISTENT: ${file} fits this proof.`
  if (anchor !== undefined) {
    return `${fits} Block ${anchor.blockNumber} of ${chainName(anchor.chain)} has not been compared with the network yet.`
  }
  if (anchors === undefined) return `${fits} Its transaction is not in a block yet: no time is proven.`
  return `${fits} The .ots file only names its transaction and block: no time is proven until a node shows them (--rpc or --online).`
}

/** Formats a time for people. */
export function timeText(time: string): string {
  return time.replace('T', ' ').replace(/(\.000)?Z$/, ' UTC')
}

/** Says whose clock a time is from. */
export function clockText(anchors: readonly AnchorChain[]): string {
  const clocks = anchors.map((anchor) =>
    isPrivateChain(anchor)
      ? `by the word of the operator of a private chain (${anchor.chain})`
      : `by the clock of ${chainName(anchor.chain)}`,
  )
  return [...new Set(clocks)].join(' and ')
}
