import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import {
  checkedManifest,
  type Evidence,
  fileOfContent,
  jsonIn,
  ProofError,
  parseProof,
  proofFromManifest,
  toHex,
  type Verdict,
  type VerifyOptions,
  verifyProof,
} from '@tallystick/proof'
import { fileDigest, isFolder, SHA256_DIGITS, STANDARD_INPUT } from '../input.js'
import { knownOutside, knownTimes, type OutsideFlags } from './outside.js'
import { readEvidence } from './read-evidence.js'
import { exitCodes, type Report, reportJson, reportText } from './report.js'
import { verifyFolder } from './verify-folder.js'
import { verifyOtsFile } from './verify-ots.js'

export type VerifyFlags = OutsideFlags & { readonly json?: boolean }

/**
 * Runs `tallystick verify FILE|DIR PROOF|MANIFEST`: verifies offline, and compares blocks with what the flags name.
 * @returns exit code, see {@link exitCodes}; 2 also when files of the folder cannot be read.
 * @throws Error for people on wrong usage or when a file cannot be read, RpcError when the node does not answer.
 */
export async function verifyCommand(
  file: string,
  proofFile: string,
  flags: VerifyFlags,
  print: (text: string) => void,
): Promise<number> {
  if (file === STANDARD_INPUT && proofFile === STANDARD_INPUT) {
    throw new Error('only one of file and proof can come from standard input')
  }
  const ofFolder = await isFolder(file)
  if (await isFolder(proofFile)) throw new Error(`${proofFile} is a folder. Give the folder first, then its manifest.`)
  const evidence = await readEvidence(proofFile)
  if (ofFolder) return verifyFolder(file, { path: proofFile, evidence }, flags, print)
  if (evidence instanceof ProofError) await expectOrder(file, proofFile)
  return printReport(await reportOn(file, evidence, flags), flags, print)
}

/**
 * Verifies content that is in memory with a proof document.
 * @param name what it is called in the report.
 * @returns exit code, see {@link exitCodes}.
 * @throws RpcError when the node does not answer.
 */
export async function verifyContent(
  name: string,
  content: Uint8Array,
  proof: Uint8Array,
  flags: VerifyFlags,
  print: (text: string) => void,
): Promise<number> {
  const json = jsonIn(proof)
  const algorithm = 'sha256'
  const digest = createHash(algorithm).update(content).digest()
  const found =
    json === undefined
      ? { verdict: refusal(new ProofError('malformed', 'the proof is not JSON')), answers: [] }
      : await verifyWith(json, { digest }, flags)
  return printReport({ file: name, algorithm, ...found }, flags, print)
}

function printReport(report: Report, { json }: VerifyFlags, print: (text: string) => void): number {
  print(json ? `${JSON.stringify(reportJson(report), null, 2)}\n` : reportText(report))
  return exitCodes[report.verdict.outcome]
}

/** @throws Error when the first file contains the proof: the two were given in the wrong order. */
async function expectOrder(file: string, proofFile: string): Promise<void> {
  if (file === STANDARD_INPUT || (await readEvidence(file)) instanceof ProofError) return
  throw new Error(`${proofFile} contains no proof, but ${file} does. Give the file first, then its proof.`)
}

async function reportOn(file: string, evidence: Evidence | ProofError, flags: OutsideFlags): Promise<Report> {
  if (evidence instanceof ProofError) return { file, verdict: refusal(evidence), answers: [] }
  if (evidence.form === 'ots') return verifyOtsFile(file, evidence.bytes, flags)
  if (evidence.form === 'manifest') return byManifest(file, evidence.json, flags)
  const { algorithm, digest } = await fileDigest(file, hashDigits(evidence.json))
  const binding = 'binding' in evidence ? evidence.binding : undefined
  return { file, algorithm, ...(await verifyWith(evidence.json, { digest, ...(binding && { binding }) }, flags)) }
}

/** Verifies a proof alone first: a proof that is refused has nothing to ask about. */
async function verifyWith(
  json: unknown,
  given: Pick<VerifyOptions, 'digest' | 'binding'>,
  flags: OutsideFlags,
): Promise<Omit<Report, 'file'>> {
  const now = Date.now()
  const verdict = verifyProof(json, { ...given, now })
  const { proof, outcome } = verdict
  if (outcome === 'refused' || proof === undefined) return { verdict, answers: [] }
  const { root, anchors, witnesses = [] } = proof
  const times = await knownTimes(proof, flags)
  if (times.some((time) => 'failure' in time))
    return { verdict: verifyProof(json, { ...given, times, now }), answers: [] }
  const others = witnesses.flatMap((witness) => (witness.kind === 'chain' ? [witness] : []))
  const { known, caveats, answers } = await knownOutside(
    [...anchors.map((anchor) => ({ root, anchor })), ...others],
    flags,
  )
  const compared = verifyProof(json, { ...given, known, times, now })
  const isRefused = compared.outcome === 'refused'
  return { verdict: { ...compared, caveats: isRefused ? [] : [...caveats, ...compared.caveats] }, answers }
}

/** Falls back to SHA-256 for a malformed proof, which is refused anyway. */
function hashDigits(json: unknown): number {
  try {
    return parseProof(json).hash.length
  } catch {
    return SHA256_DIGITS
  }
}

/** Finds the file in the manifest by its content. Of several, prefers the one with the same name. */
async function byManifest(file: string, json: unknown, flags: OutsideFlags): Promise<Report> {
  const { algorithm, digest } = await fileDigest(file, SHA256_DIGITS)
  try {
    const manifest = checkedManifest(json)
    const one = fileOfContent(manifest, toHex(digest), basename(file))
    if (one === undefined)
      throw new ProofError('digest', `the manifest lists no file with this content: ${toHex(digest)}`)
    return { file, algorithm, ...(await verifyWith(proofFromManifest(manifest, one), { digest }, flags)) }
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    return { file, algorithm, verdict: refusal(error), answers: [] }
  }
}

function refusal({ code, message }: ProofError): Verdict {
  const check = code === 'digest' ? 'digest' : 'format'
  const checks = [{ name: check, status: 'fail', detail: message }] as const
  return { outcome: 'refused', checks, sources: [], caveats: [], failure: { code, check, message } }
}
