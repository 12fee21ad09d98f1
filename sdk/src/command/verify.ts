import { basename } from 'node:path'
import {
  anchorGrounds,
  checkedManifest,
  type Evidence,
  fileOfContent,
  type ProofDocument,
  ProofError,
  parseProof,
  privateGrounds,
  proofFromManifest,
  toHex,
  type Verdict,
  verifyProof,
} from '@tallystick/proof'
import { checkAnchor } from '../chain/check-anchor.js'

import { fileDigest, isFolder, SHA256_DIGITS, STANDARD_INPUT } from './input.js'
import { readEvidence } from './read-evidence.js'
import { confirmedGround, type Report, type ReportFinding, reportText, withFindings } from './report.js'
import { verifyFolder } from './verify-folder.js'
import { verifyOtsFile } from './verify-ots.js'

export type VerifyFlags = { readonly rpc?: string; readonly json?: boolean }

/**
 * Runs `tallystick verify FILE|DIR PROOF|MANIFEST`: verifies offline and, with an RPC, asks its node about each anchor.
 * @returns exit code: 0 verified, 1 refused or no time proven, 2 when files of the folder cannot be read.
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
  const report = await reportOn(file, evidence, flags.rpc)
  print(flags.json ? `${JSON.stringify(jsonOf(report), null, 2)}\n` : reportText(report))
  return report.verdict.outcome === 'verified' ? 0 : 1
}

/** @throws Error when the first file contains the proof: the two were given in the wrong order. */
async function expectOrder(file: string, proofFile: string): Promise<void> {
  if (file === STANDARD_INPUT || (await readEvidence(file)) instanceof ProofError) return
  throw new Error(`${proofFile} contains no proof, but ${file} does. Give the file first, then its proof.`)
}

async function reportOn(file: string, evidence: Evidence | ProofError, rpc: string | undefined): Promise<Report> {
  if (evidence instanceof ProofError) return { file, verdict: refusal(evidence), findings: [] }
  if (evidence.form === 'ots') return verifyOtsFile(file, evidence.bytes, rpc)
  const report = await (evidence.form === 'manifest' ? byManifest(file, evidence.json) : byProof(file, evidence.json))
  const { proof, outcome } = report.verdict
  if (rpc === undefined || proof === undefined || outcome === 'refused') return report
  return withFindings(report, await ask(rpc, proof))
}

async function byProof(file: string, json: unknown): Promise<Report> {
  const { algorithm, digest } = await fileDigest(file, hashDigits(json))
  return { file, algorithm, verdict: verifyProof(json, { digest }), findings: [] }
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
async function byManifest(file: string, json: unknown): Promise<Report> {
  const { algorithm, digest } = await fileDigest(file, SHA256_DIGITS)
  try {
    const manifest = checkedManifest(json)
    const one = fileOfContent(manifest, toHex(digest), basename(file))
    if (one === undefined)
      throw new ProofError('digest', `the manifest lists no file with this content: ${toHex(digest)}`)
    return { file, algorithm, verdict: verifyProof(proofFromManifest(manifest, one), { digest }), findings: [] }
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    return { file, algorithm, verdict: refusal(error), findings: [] }
  }
}

function refusal({ code, message }: ProofError): Verdict {
  const check = code === 'digest' ? 'digest' : 'format'
  const checks = [{ name: check, status: 'fail', detail: message }] as const
  return { outcome: 'refused', checks, restsOn: [], failure: { code, check, message } }
}

async function ask(rpc: string, proof: ProofDocument): Promise<ReportFinding[]> {
  const findings: ReportFinding[] = []
  for (const anchor of proof.anchors) {
    const finding = await checkAnchor(rpc, proof.root, anchor)
    const isConfirmed = finding.status === 'confirmed'
    const restsOn = isConfirmed
      ? [confirmedGround(anchor, finding, rpc), ...privateGrounds(anchor)]
      : anchorGrounds(anchor, undefined)
    findings.push({ anchor, finding, restsOn })
  }
  return findings
}

function jsonOf({ file, algorithm, verdict, findings }: Report): object {
  const { proof, ...rest } = verdict
  const network = findings.map(({ anchor, finding }) => ({ transactionId: anchor.transactionId, ...finding }))
  return { file, algorithm, ...rest, ...(network.length === 0 ? {} : { network }), proof }
}
