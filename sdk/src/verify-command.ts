import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { ProofError } from '@tallystick/proof/errors'
import { type ProofAnchor, type ProofDocument, parseProof } from '@tallystick/proof/format'
import { toHex } from '@tallystick/proof/hash'
import { fileOfContent, proofFromManifest } from '@tallystick/proof/manifest-proof'
import { type Verdict, verifyProof } from '@tallystick/proof/verify'
import { checkedManifest } from '@tallystick/proof/verify-manifest'
import { type AnchorFinding, checkAnchor } from './check-anchor.js'
import { fileDigest } from './file-digest.js'
import { formatOf, readDocument } from './read-document.js'
import { verifyFolder } from './verify-folder.js'
import { type Report, reportText, withFindings } from './verify-report.js'

export type VerifyFlags = { readonly rpc?: string; readonly json?: boolean }

/**
 * `tallystick verify FILE|DIR PROOF|MANIFEST`: verifies offline and, with an RPC, asks its node about each anchor.
 * @returns exit code: 0 verified, 1 refused or not yet on the chain, 2 when files of the folder cannot be read.
 * @throws Error when a file cannot be read, RpcError when the node does not answer.
 */
export async function verifyCommand(
  file: string,
  proofFile: string,
  flags: VerifyFlags,
  print: (text: string) => void,
): Promise<number> {
  const isFolder = (await stat(file)).isDirectory()
  const json = await readDocument(proofFile)
  if (isFolder && formatOf(json) === 'tallystick-proof') {
    throw new Error(`${file} is a folder and ${proofFile} the proof of one file: a folder needs its manifest`)
  }
  if (isFolder) return verifyFolder(file, { path: proofFile, json }, flags, print)
  const report = formatOf(json) === 'tallystick-manifest' ? await byManifest(file, json) : await byProof(file, json)
  const { proof, outcome } = report.verdict
  const asked =
    flags.rpc !== undefined && proof !== undefined && outcome !== 'refused'
      ? withFindings(report, flags.rpc, await ask(flags.rpc, proof))
      : report
  print(flags.json ? `${JSON.stringify(jsonOf(asked), null, 2)}\n` : reportText(asked))
  return asked.verdict.outcome === 'verified' ? 0 : 1
}

async function byProof(file: string, json: unknown): Promise<Report> {
  const hash = hashOf(json)
  // Without a readable hash there is nothing to compare, but a file that cannot be read is still an error of usage.
  const { algorithm, digest } = hash === undefined ? await onlyOpen(file) : await fileDigest(file, hash)
  const verdict = json instanceof ProofError ? refusal(json) : verifyProof(json, digest && { digest })
  return { file, algorithm, verdict, findings: [] }
}

/** The file is found by its content; of several with the same, the one of its name is best. */
async function byManifest(file: string, json: unknown): Promise<Report> {
  const { algorithm, digest } = await fileDigest(file, '0'.repeat(64))
  const found = { file, algorithm, findings: [] }
  try {
    const manifest = checkedManifest(json)
    const one = fileOfContent(manifest, toHex(digest), basename(file))
    if (one === undefined)
      throw new ProofError('digest', `the manifest holds no file with this content: ${toHex(digest)}`)
    return { ...found, verdict: verifyProof(proofFromManifest(manifest, one), { digest }) }
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    return { ...found, verdict: refusal(error) }
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
  const check = code === 'digest' ? 'digest' : 'format'
  const checks = [{ name: check, status: 'fail', detail: message }] as const
  return { outcome: 'refused', checks, restsOn: [], failure: { code, check, message } }
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
