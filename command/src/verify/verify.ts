import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import {
  type Evidence,
  type Finding,
  jsonIn,
  judge,
  ProofError,
  type ProofFinding,
  parseProof,
  rootedAnchors,
  type Surroundings,
  singleEvidence,
} from '@tallystick/proof'
import { fileDigest, fileStart, isFolder, SHA256_DIGITS, STANDARD_INPUT } from '../input.js'
import { knownOutside, knownTimes, type OutsideFlags } from './outside.js'
import { evidenceReader, type ReadEvidence } from './read-evidence.js'
import { exitCodeOf, type Report, reportJson, reportText } from './report.js'
import { verifyFolder } from './verify-folder.js'
import { judgeOts } from './verify-ots.js'

export type VerifyFlags = OutsideFlags & { readonly json?: boolean }

/**
 * Runs `tallystick verify FILE PROOF|CERTIFICATE` and `tallystick verify DIR MANIFEST`: verifies offline, and compares blocks with what the flags name.
 * @returns exit code, see {@link exitCodeOf}; 2 also when files of the folder cannot be read.
 * @throws Error for people on wrong usage or when a file cannot be read, RpcError when the node does not answer.
 */
export async function verifyCommand(
  file: string,
  proofFile: string,
  flags: VerifyFlags,
  print: (text: string) => void,
  read: ReadEvidence = evidenceReader(),
): Promise<number> {
  if (file === STANDARD_INPUT && proofFile === STANDARD_INPUT) {
    throw new Error('only one of file and proof can come from standard input')
  }
  const ofFolder = await isFolder(file)
  const evidence = await read(proofFile)
  if (ofFolder) return verifyFolder(file, { path: proofFile, evidence }, flags, print)
  if (evidence instanceof ProofError) await expectOrder(file, proofFile, read)
  return printReport(await reportOn(file, evidence, flags), flags, print)
}

/**
 * Verifies content that is in memory with a proof document.
 * @param name what it is called in the report.
 * @returns exit code, see {@link exitCodeOf}.
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
  const evidence =
    json === undefined ? new ProofError('malformed', 'the proof is not JSON') : ({ form: 'json', json } as const)
  const found = await judgeOutside(evidence, digest, { now: Date.now(), name }, flags)
  return printReport({ file: name, algorithm, ...found }, flags, print)
}

function printReport(report: Report, { json }: VerifyFlags, print: (text: string) => void): number {
  print(json ? `${JSON.stringify(reportJson(report), null, 2)}\n` : reportText(report))
  return exitCodeOf(report.finding)
}

/** @throws Error when the first file contains the proof: the two were given in the wrong order. */
async function expectOrder(file: string, proofFile: string, read: ReadEvidence): Promise<void> {
  if (file === STANDARD_INPUT || (await read(file)) instanceof ProofError) return
  throw new Error(`${proofFile} contains no proof, but ${file} does. Give the file first, then its proof.`)
}

async function reportOn(file: string, evidence: Evidence | ProofError, flags: OutsideFlags): Promise<Report> {
  if (evidence instanceof ProofError) return { file, finding: judge(evidence, undefined), answers: [] }
  const digits = hashDigits(evidence)
  const { algorithm, digest } = await fileDigest(file, digits)
  const start = await fileStart(file, digits)
  const around = { now: Date.now(), name: basename(file), ...(start && { start }) }
  const found =
    evidence.form === 'ots'
      ? await judgeOts(evidence.bytes, digest, around, flags)
      : await judgeOutside(evidence, digest, around, flags)
  return { file, algorithm, ...found }
}

/** Judges a proof alone first: one that is refused has nothing to ask about. */
async function judgeOutside(
  evidence: Evidence | ProofError,
  digest: Uint8Array,
  around: Surroundings,
  flags: OutsideFlags,
): Promise<Pick<Report, 'finding' | 'answers'>> {
  const alone = judge(evidence, digest, around)
  const { start, ...others } = around
  if (alone.about === 'proof' && alone.original !== undefined && start !== undefined) {
    const { finding, answers } = await judgeOutside(evidence, start.digest, others, flags)
    return { finding: { ...alone, original: finding as ProofFinding }, answers }
  }
  if (!isSound(alone)) return { finding: alone, answers: [] }
  const { proof } = alone
  const times = await knownTimes(proof, flags)
  const timed = times.length === 0 ? alone : judge(evidence, digest, { ...around, times })
  if (timed.outcome === 'refused') return { finding: timed, answers: [] }
  const { known, caveats, answers } = await knownOutside(rootedAnchors(proof), flags)
  return { finding: judge(evidence, digest, { ...around, times, known, answers: caveats }), answers }
}

function isSound(finding: Finding): finding is ProofFinding & Required<Pick<ProofFinding, 'proof'>> {
  return finding.outcome !== 'refused' && finding.about === 'proof' && finding.proof !== undefined
}

/** Falls back to SHA-256 for a malformed proof, which is refused anyway, and for evidence about several documents. */
function hashDigits(evidence: Evidence): number {
  const [single, ...others] = evidence.form === 'manifest' ? [] : singleEvidence(evidence)
  if (single === undefined || !('json' in single) || others.length > 0) return SHA256_DIGITS
  try {
    return parseProof(single.json).hash.length
  } catch {
    return SHA256_DIGITS
  }
}
