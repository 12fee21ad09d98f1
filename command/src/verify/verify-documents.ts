import { realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'
import {
  type CheckedToken,
  type CombinedEvidence,
  englishWords,
  isSystemFile,
  judge,
  type ProofDocument,
  type ProofFinding,
  parseProof,
  rootedAnchors,
  say,
  toHex,
} from '@tallystick/proof'
import type { NodeAnswer } from '@tallystick/sdk'
import { walk } from '../folder-walk.js'
import { fileDigest, readingProblem } from '../input.js'
import { printable } from '../printable.js'
import { adviceOf, answerText } from './node-answers.js'
import { knownOutside, knownTimes, type OutsideFlags } from './outside.js'
import { caveatLines, checkLine, exitCodeOf, nodesJson, openJson, reasonOf, shouted } from './report.js'

/** A folder compared with the documents of a certificate. */
interface Comparison {
  /** Files with a proof, and the code of the proof. */
  readonly matched: readonly { readonly path: string; readonly code: string }[]
  /** Proofs without a file. */
  readonly missing: readonly { readonly code: string; readonly name: string; readonly hash: string }[]
  /** Files without a proof. */
  readonly extra: readonly string[]
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[]
}

interface Report {
  readonly folder: string
  readonly finding: ProofFinding
  readonly answers: readonly NodeAnswer[]
  /** Absent when the certificate is refused: then there is nothing to compare. */
  readonly comparison?: Comparison
}

/**
 * Runs `tallystick verify DIR CERTIFICATE`, with a certificate for several documents: verifies every proof, and that the folder holds
 * each document, under any name, and nothing else.
 * @returns exit code, see {@link exitCodeOf}; 2 when nothing is wrong but files cannot be read.
 * @throws Error when the folder cannot be read; RpcError when the node does not answer.
 */
export async function verifyDocuments(
  folder: string,
  { path, evidence }: { readonly path: string; readonly evidence: CombinedEvidence },
  flags: OutsideFlags & { readonly json?: boolean },
  print: (text: string) => void,
): Promise<number> {
  const now = Date.now()
  let report: Report = { folder, finding: judge(evidence, undefined, { now }), answers: [] }
  if (report.finding.outcome !== 'refused') {
    const proofs = evidence.proofs.map((json) => parseProof(json))
    const times: CheckedToken[] = []
    for (const proof of proofs) times.push(...(await knownTimes(proof, flags)))
    const { known, caveats, answers } = await knownOutside(anchorsOf(proofs), flags)
    const finding = judge(evidence, undefined, { now, known, times, answers: caveats })
    report = { folder, finding, answers, comparison: await compare(folder, proofs, await realpath(path)) }
  }
  print(flags.json ? `${JSON.stringify(reportJson(report), null, 2)}\n` : reportText(report))
  const outcome = outcomeOf(report)
  return outcome === 'unreadable' ? 2 : exitCodeOf({ outcome, sources: report.finding.sources })
}

/** Anchors of all proofs, each once: most documents share theirs. */
function anchorsOf(proofs: readonly ProofDocument[]) {
  const anchors = proofs.flatMap(rootedAnchors)
  return [...new Map(anchors.map((one) => [`${one.root} ${one.anchor.transactionId}`, one])).values()]
}

/** @param certificate its real path: it may be in the folder, and isn't one of the documents then. */
async function compare(folder: string, proofs: readonly ProofDocument[], certificate: string): Promise<Comparison> {
  const codes = new Map<string, string[]>()
  for (const { hash, code } of proofs) codes.set(hash, [...(codes.get(hash) ?? []), code])
  const lengths = [...new Set(proofs.map(({ hash }) => hash.length))]
  const own = await realpath(folder)
  const matched: { path: string; code: string }[] = []
  const extra: string[] = []
  const unreadable: { path: string; reason: string }[] = []
  const found = new Set<string>()
  for await (const entry of walk(folder)) {
    const { path } = entry
    if (entry.kind === 'unreadable') unreadable.push(entry)
    if (entry.kind === 'link' || entry.kind === 'special') extra.push(path)
    if (entry.kind !== 'file' || join(own, path) === certificate) continue
    try {
      const hashes = await Promise.all(lengths.map(async (digits) => digestOf(join(folder, path), digits)))
      const known = hashes.flatMap((hash) => codes.get(hash) ?? [])
      if (known.length === 0 && !isSystemFile(basename(path), entry.siblings)) extra.push(path)
      for (const code of known) matched.push({ path, code })
      for (const hash of hashes) found.add(hash)
    } catch (error) {
      unreadable.push({ path, reason: readingProblem(error instanceof Error ? error.cause : error) })
    }
  }
  const missing = proofs
    .filter(({ hash }) => !found.has(hash))
    .map(({ code, hash, details }) => ({ code, hash, name: String(details?.filename ?? details?.name ?? '') }))
  return { matched, missing, extra, unreadable }
}

const digestOf = async (path: string, digits: number) => toHex((await fileDigest(path, digits)).digest)

/** `unreadable`: everything that could be read is right, but not everything could be. */
function outcomeOf({ finding, comparison }: Report): ProofFinding['outcome'] | 'unreadable' {
  if (finding.outcome === 'refused' || comparison === undefined) return finding.outcome
  const { missing, extra, unreadable } = comparison
  if (extra.length > 0 || missing.length > unreadable.length) return 'refused'
  return unreadable.length > 0 ? 'unreadable' : finding.outcome
}

function headlineOf(report: Report): string {
  const { folder, finding, comparison } = report
  const outcome = outcomeOf(report)
  if (comparison === undefined || outcome === finding.outcome) return say(finding, englishWords)
  const { missing, extra, unreadable } = comparison
  if (outcome === 'unreadable')
    return `Incomplete: not everything in ${basename(folder)} could be read (unreadable: ${unreadable.length}).`
  const counts = [
    ...(missing.length > 0 ? [`documents missing: ${missing.length}`] : []),
    ...(extra.length > 0 ? [`files without a proof: ${extra.length}`] : []),
  ]
  return `Refused: the folder differs from its certificate (${counts.join(', ')}).`
}

function reportText(report: Report): string {
  const { finding, comparison, answers } = report
  const { checks, caveats, failure, outcome } = finding
  const lines = [`${shouted(headlineOf(report))}${reasonOf(failure)}`, ...adviceOf(answers), '', 'Checks']
  for (const { status, name, detail } of checks) lines.push(checkLine(status, name, detail))
  for (const answer of answers) lines.push(checkLine(...answerText(answer)))
  if (comparison !== undefined) {
    const { missing, extra, unreadable } = comparison
    const all = finding.documents?.count ?? 1
    const status = missing.length === 0 ? 'ok' : 'fail'
    lines.push(checkLine(status, 'documents', `${all - missing.length} of ${all} documents are in the folder`))
    const problems = [
      ...missing.map(
        ({ code, name, hash }) =>
          `  missing     ${[code, name].filter(Boolean).join(' ')}: no file has the hash ${hash}`,
      ),
      ...extra.map((path) => `  extra       ${path}: the certificate has no proof of it`),
      ...unreadable.map(({ path, reason }) => `  unreadable  ${path}: ${reason}`),
    ]
    if (problems.length > 0) lines.push('', 'Problems', ...problems)
  }
  if (outcome !== 'refused') lines.push(...caveatLines(caveats))
  return `${lines.map(printable).join('\n')}\n`
}

function reportJson(report: Report): object {
  const { folder, finding, comparison, answers } = report
  const { checks, sources, caveats, time, failure, documents } = finding
  const outcome = outcomeOf(report)
  const isRefused = outcome === 'refused'
  return {
    folder,
    outcome,
    headline: headlineOf(report),
    checks,
    ...(comparison && { documents: { inCertificate: documents?.count ?? 1, ...comparison } }),
    time: isRefused ? undefined : time,
    sources: isRefused ? [] : sources,
    ...openJson(isRefused ? [] : caveats, failure),
    ...nodesJson(answers),
  }
}
