import {
  type Caveat,
  chainName,
  englishWords,
  type Finding,
  type FindingFailure,
  isPrivateChain,
  type ProofAnchor,
  say,
  sayCaveat,
  sayOriginal,
  sayRefusal,
} from '@tallystick/proof'
import type { NodeAnswer } from '@tallystick/sdk'
import { printable } from '../printable.js'
import { adviceOf, answerText } from './node-answers.js'

/**
 * Returns the exit code of a verdict; 2 is wrong usage, or something that could not be read or asked. What is only stated is enough when
 * the person named the service that states it, or is logged in to it: no other issuer is ever asked.
 */
export function exitCodeOf({ outcome, sources }: Pick<Finding, 'outcome' | 'sources'>): number {
  if (outcome === 'stated') return sources.some(({ kind }) => kind === 'issuer-node') ? 0 : exitCodes.consistent
  return exitCodes[outcome]
}

const exitCodes = { confirmed: 0, refused: 1, consistent: 3 } as const

/** Everything the command found out about a file. */
export type Report = {
  readonly file: string
  /** Absent when the file was not hashed. */
  readonly algorithm?: string
  readonly finding: Finding
  /** Nodes' answers about the anchors. */
  readonly answers: readonly NodeAnswer[]
}

/** Formats the report for people. */
export function reportText({ file, algorithm, finding, answers }: Report): string {
  const { outcome, checks, caveats, sources, failure } = finding
  const lines = [`${shouted(say(finding, englishWords, file))}${reasonOf(failure)}`, ...adviceOf(answers), '', 'Checks']
  for (const { status, name, detail } of checks) lines.push(checkLine(status, name, detail))
  for (const answer of answers) lines.push(checkLine(...answerText(answer)))
  if (algorithm !== undefined) lines.push('', `Digest: ${algorithm} of ${file}`)
  const isOpen =
    outcome === 'consistent' || (outcome === 'stated' && sources.every(({ kind }) => kind === 'issuer-node'))
  const anchor = finding.about === 'manifest' ? undefined : finding.anchor
  if (isOpen && anchor?.blockHash !== undefined) lines.push('', ...compareLines(anchor))
  lines.push(...caveatLines(caveats))
  const original = finding.about === 'proof' ? finding.original : undefined
  if (original) lines.push('', shouted(sayOriginal(original, englishWords)), ...caveatLines(original.caveats))
  return `${lines.map(printable).join('\n')}\n`
}

/** Formats the report as JSON for programs. */
export function reportJson({ file, algorithm, finding, answers }: Report): object {
  const { about, outcome, checks, sources, time, caveats, failure } = finding
  const found = {
    outcome,
    headline: say(finding, englishWords, file),
    checks,
    sources,
    time,
    ...openJson(caveats, failure),
  }
  if (about === 'manifest') return { file, algorithm, ...found, ...nodesJson(answers) }
  const { anchor } = finding
  const named = about === 'ots' ? { digest: finding.digest, anchors: finding.anchors } : {}
  const proof = about === 'proof' ? finding.proof : undefined
  const original = about === 'proof' &&
    finding.original && {
      ...reportJson({ file, finding: finding.original, answers: [] }),
      headline: sayOriginal(finding.original, englishWords),
    }
  return { file, algorithm, ...found, ...(original && { original }), anchor, ...named, ...nodesJson(answers), proof }
}

/** Formats what a verdict leaves open, or why there is none, as JSON. */
export function openJson(caveats: readonly Caveat[], failure: FindingFailure | undefined): object {
  return {
    caveats: caveats.map((caveat) => ({ ...caveat, message: sayCaveat(caveat, englishWords) })),
    ...(failure && { failure: { ...failure, message: sayRefusal(failure, englishWords) } }),
  }
}

/** Formats the answers of nodes as JSON; no member when none was asked. */
export function nodesJson(answers: readonly NodeAnswer[]): object {
  if (answers.length === 0) return {}
  return {
    nodes: answers.map(({ host, anchor, finding }) => ({ host, transactionId: anchor.transactionId, ...finding })),
  }
}

/** Capitalizes a headline's first word, which is the verdict. */
export function shouted(headline: string): string {
  return headline.replace(/^\p{L}+/u, (verdict) => verdict.toUpperCase())
}

/** Hashes, numbers and quotations. */
const particulars = /[0-9a-f]{8,}|\d+|“[^”]*”/g

/** Returns the diagnostic behind a refusal, to follow its sentence; empty when it only repeats what the sentence names. */
export function reasonOf(failure: FindingFailure | undefined): string {
  if (failure === undefined) return ''
  const sentence = sayRefusal(failure, englishWords)
  const named = failure.detail.match(particulars) ?? []
  const isRepeated = named.length > 0 && named.every((particular) => sentence.includes(particular))
  return isRepeated ? '' : ` (${failure.detail})`
}

/** Labels of a check's result. */
export const marks = { ok: 'ok  ', skip: 'skip', fail: 'FAIL' } as const

/** Formats one check. */
export function checkLine(status: keyof typeof marks, name: string, detail: string): string {
  return `  ${marks[status]}  ${name.padEnd(11)}  ${detail}`
}

/** Formats what a verdict leaves open. */
export function caveatLines(caveats: readonly Caveat[]): string[] {
  const texts = caveats.map((caveat) => sayCaveat(caveat, englishWords))
  return texts.length === 0 ? [] : ['', 'To know', ...texts.map((text) => `  - ${text}`)]
}

/** An anchor as far as it is known: an .ots file lacks everything but names. */
type ComparableAnchor = Pick<ProofAnchor, 'chain' | 'blockHash' | 'blockNumber'> & Partial<Pick<ProofAnchor, 'private'>>

/** Formats the shortest ways to compare a block with its chain. */
export function compareLines(anchor: ComparableAnchor): string[] {
  const groups = `${anchor.blockHash}`.slice(2).match(/.{4}/g) ?? []
  const isPrivate = isPrivateChain(anchor)
  const where = isPrivate ? "a node of the chain's operator" : `any explorer or node of ${chainName(anchor.chain)}`
  return [
    `To compare it, look up the hash of block ${anchor.blockNumber} with ${where}:`,
    `  0x ${groups.join(' ')}`,
    `Or let this command do it: --rpc URL${isPrivate ? '' : ', --online (public nodes)'}, or --block-hash ${anchor.blockNumber}:HASH.`,
  ]
}
