import { open, readFile } from 'node:fs/promises'
import { ProofError } from '@tallystick/proof/errors'
import { type ProofAnchor, type ProofDocument, parseProof } from '@tallystick/proof/format'
import { type Verdict, verifyProof } from '@tallystick/proof/verify'
import { type AnchorFinding, checkAnchor } from './check-anchor.js'
import { fileDigest } from './file-digest.js'
import { type Report, reportText, withFindings } from './verify-report.js'

export type VerifyFlags = { readonly rpc?: string; readonly json?: boolean }

/** Far above any proof; keeps a wrong argument from filling the memory. */
const MAX_PROOF_BYTES = 16 * 1024 * 1024

/**
 * `tallystick verify FILE PROOF`: verifies offline and, with an RPC, asks its node about each anchor.
 * @returns exit code: 0 verified, 1 refused or not yet on the chain.
 * @throws Error when a file cannot be read, RpcError when the node does not answer.
 */
export async function verifyCommand(
  file: string,
  proofFile: string,
  flags: VerifyFlags,
  print: (text: string) => void,
): Promise<number> {
  const json = await readProof(proofFile)
  const hash = hashOf(json)
  // Without a readable hash there is nothing to compare, but a file that is not there is still an error of usage.
  const { algorithm, digest } = hash === undefined ? await onlyOpen(file) : await fileDigest(file, hash)
  const verdict = json instanceof ProofError ? refusal(json) : verifyProof(json, digest && { digest })
  let report: Report = { file, algorithm, verdict, findings: [] }
  if (flags.rpc !== undefined && verdict.proof !== undefined && verdict.outcome !== 'refused') {
    report = withFindings(report, flags.rpc, await ask(flags.rpc, verdict.proof))
  }
  print(flags.json ? `${JSON.stringify(jsonOf(report), null, 2)}\n` : reportText(report))
  return report.verdict.outcome === 'verified' ? 0 : 1
}

/** The document, or why it is none: damage to a proof is a reason to refuse it, not an error of usage. */
async function readProof(path: string): Promise<unknown> {
  const bytes = await readFile(path)
  if (bytes.length > MAX_PROOF_BYTES) return new ProofError('malformed', 'the proof is larger than any proof can be')
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return new ProofError('malformed', 'the proof is not JSON in UTF-8: it was damaged, or it is another file')
  }
}

function hashOf(json: unknown): string | undefined {
  if (json instanceof ProofError) return undefined
  try {
    return parseProof(json).hash
  } catch {
    return undefined
  }
}

async function onlyOpen(file: string): Promise<{ algorithm?: string; digest?: Uint8Array }> {
  const handle = await open(file)
  await handle.close()
  return {}
}

function refusal({ code, message }: ProofError): Verdict {
  const checks = [{ name: 'format', status: 'fail', detail: message }] as const
  return { outcome: 'refused', checks, restsOn: [], failure: { code, check: 'format', message } }
}

async function ask(rpc: string, proof: ProofDocument): Promise<{ anchor: ProofAnchor; finding: AnchorFinding }[]> {
  const findings: { anchor: ProofAnchor; finding: AnchorFinding }[] = []
  for (const anchor of proof.anchors) findings.push({ anchor, finding: await checkAnchor(rpc, proof.root, anchor) })
  return findings
}

function jsonOf({ file, algorithm, verdict, findings }: Report): object {
  const { proof, ...rest } = verdict
  const network = findings.map(({ anchor, finding }) => ({ transactionId: anchor.transactionId, ...finding }))
  return { file, algorithm, ...rest, ...(network.length === 0 ? {} : { network }), proof }
}
