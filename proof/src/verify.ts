import { anchorChecks } from './anchor.js'
import { commitment } from './commitment.js'
import { ProofError, type ProofErrorCode } from './errors.js'
import { checksumOf, type ProofAnchor, type ProofDocument, parseProof } from './format.js'
import { anchorGrounds, entryGrounds } from './grounds.js'
import { equalBytes, fromHex, toHex } from './hash.js'
import { leafHash, rootFromPath } from './merkle.js'

/** The checks of a proof, in order. */
export const checkNames = [
  'format',
  'checksum',
  'digest',
  'commitment',
  'tree',
  'transaction',
  'block',
  'trust',
] as const
export type CheckName = (typeof checkNames)[number]

/** Result of one check. The detail of a skipped one says why it was skipped. */
export type ProofCheck = { readonly name: CheckName; readonly status: 'ok' | 'skip' | 'fail'; readonly detail: string }

/** Knowledge of the caller beyond the proof. */
export type VerifyOptions = {
  /** Digest of the caller's file (32, 48 or 64 bytes); without it no file is compared. */
  readonly digest?: Uint8Array
  /** Hash of a block the caller trusts, `0x` and 64 hex digits; an anchor has to be in that block. */
  readonly trustedBlockHash?: string
}

export type Verdict = {
  /**
   * `verified`: every check passed and an anchor is in a block. `not-anchored`: every check passed, but no anchor is in a
   * block yet, so nothing is proven. `refused`: see `failure`.
   */
  readonly outcome: 'verified' | 'not-anchored' | 'refused'
  readonly checks: readonly ProofCheck[]
  /** Assumptions behind the verdict, one sentence each. */
  readonly restsOn: readonly string[]
  readonly failure?: { readonly code: ProofErrorCode; readonly check: CheckName; readonly message: string }
  /** The document, if it has the right form. */
  readonly proof?: ProofDocument
}

/**
 * Verifies a proof from the proof alone, without network or clock. Never throws: see `failure`.
 * @param json the document, already parsed as JSON.
 * @example
 * const verdict = verifyProof(JSON.parse(text), { digest: sha256(file) })
 * if (verdict.outcome !== 'verified') console.error(verdict.failure?.message)
 */
export function verifyProof(json: unknown, options: VerifyOptions = {}): Verdict {
  const checks: ProofCheck[] = []
  let current: CheckName = 'format'
  let proof: ProofDocument | undefined
  const check = (name: CheckName, run: () => Omit<ProofCheck, 'name'>) => {
    current = name
    checks.push({ name, ...run() })
  }
  try {
    check('format', () => {
      const document = parseProof(json)
      proof = document
      return ok(`proof document, version ${document.version}, of ${document.kind} ${document.code}`)
    })
    const document = proof!
    check('checksum', () => checkChecksum(document))
    check('digest', () => checkDigest(document, options.digest))
    check('commitment', () => checkCommitment(document))
    check('tree', () => checkTree(document))
    for (const anchor of document.anchors) {
      const { transaction, block } = anchorChecks(document.root, anchor)
      check('transaction', () => ok(transaction()))
      check('block', () => blockResult(block()))
    }
    check('trust', () => checkTrust(document.anchors, options.trustedBlockHash))
    const outcome = document.state === 'submitted' ? 'not-anchored' : 'verified'
    const anchors = document.anchors.flatMap((anchor) => anchorGrounds(anchor, options.trustedBlockHash))
    const restsOn = [...anchors, ...entryGrounds(document, options.digest !== undefined)]
    return { outcome, checks, restsOn, proof: document }
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    checks.push({ name: current, status: 'fail', detail: error.message })
    const failure = { code: error.code, check: current, message: error.message }
    return { outcome: 'refused', checks, restsOn: [], failure, ...(proof === undefined ? {} : { proof }) }
  }
}

const ok = (detail: string) => ({ status: 'ok' as const, detail })
const skip = (detail: string) => ({ status: 'skip' as const, detail })
const blockResult = (detail: string | undefined) =>
  detail === undefined ? skip('the transaction is not in a block yet') : ok(detail)

function checkChecksum(proof: ProofDocument) {
  if (proof.checksum === undefined) return skip('the document has no checksum')
  if (checksumOf(proof) !== proof.checksum) {
    throw new ProofError('malformed', 'the document was changed: its checksum does not match', 'checksum')
  }
  return ok('the checksum matches the document')
}

function checkDigest(proof: ProofDocument, digest: Uint8Array | undefined) {
  if (digest === undefined) return skip('no file to compare')
  if (!equalBytes(digest, fromHex(proof.hash))) {
    throw new ProofError(
      'digest',
      `the proof is for a different file: its digest is ${proof.hash}, not ${toHex(digest)}`,
      'hash',
    )
  }
  return ok(`the file has the digest ${proof.hash}`)
}

function checkCommitment({ salt, details, code, ...proof }: ProofDocument) {
  if (salt === undefined || details === undefined) return skip('the document has no salt and details')
  if (toHex(commitment(fromHex(salt), details)) !== proof.commitment) {
    throw new ProofError('commitment', 'salt and details do not match the commitment', 'commitment')
  }
  if (typeof details.code === 'string' && details.code !== code) {
    throw new ProofError('commitment', 'the code differs from the one in the details', 'code')
  }
  return ok('salt and details match the commitment')
}

function checkTree(proof: ProofDocument) {
  const leaf = leafHash(fromHex(proof.hash), fromHex(proof.commitment))
  const root = rootFromPath(leaf, proof.leafIndex, proof.treeSize, proof.path.map(fromHex))
  if (toHex(root) !== proof.root) throw new ProofError('root', 'the path does not lead to the root', 'root')
  return ok(`leaf ${proof.leafIndex} of ${proof.treeSize} leads to the root ${proof.root}`)
}

function checkTrust(anchors: readonly ProofAnchor[], trusted: string | undefined) {
  if (trusted === undefined) return skip('no trusted block hash to compare')
  const anchor = anchors.find(({ blockHash }) => blockHash === trusted.toLowerCase())
  if (anchor === undefined)
    throw new ProofError('block', `no anchor is in the block you trust: ${trusted}`, 'blockHash')
  return ok(`block ${anchor.blockHash} is the one you trust`)
}
