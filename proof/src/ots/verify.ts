import { type Caveat, otsCaveats, uniqueCaveats } from '../caveats.js'
import { equalBytes } from '../encoding/hash.js'
import { toHex } from '../encoding/to-hex.js'
import { ProofError, type ProofErrorCode } from '../errors.js'
import { MAX_ANCHORS } from '../limits.js'
import type { CheckName, ProofCheck } from '../verify.js'
import { OtsReader, readOts } from './codec.js'
import { ETHEREUM_TAG, readAttestation, TALLYSTICK_TAG } from './export.js'

/** An anchor as an .ots file names it, and the root its steps lead to. */
export type OtsAnchor = {
  /** Hex. */
  readonly root: string
  /** CAIP-2 id. */
  readonly chain: string
  /** The transaction that should carry the root, `0x` and 64 hex digits. */
  readonly transactionId: string
  /** Absent when the file was written before there was a block. */
  readonly blockHash?: string
  readonly blockNumber?: number
}

export type OtsVerdict = {
  /**
   * `consistent`: the steps lead from the digest to the root of each of `anchors`. The file holds neither transaction nor block,
   * so no time is proven until they are found on the chain. `refused`: see `failure`.
   */
  readonly outcome: 'consistent' | 'refused'
  /** The checks of a proof; skipped where the file only names something. */
  readonly checks: readonly ProofCheck[]
  /** Caveats: points that the verdict leaves open. */
  readonly caveats: readonly Caveat[]
  /** SHA-256 that the file is about, hex; absent when the file is unreadable. */
  readonly digest?: string
  readonly anchors: readonly OtsAnchor[]
  /** On Ethereum mainnet: the blocks to whose `transactionsRoot` (hex) the steps lead, through the transaction itself. */
  readonly headers: readonly { readonly blockNumber: number; readonly transactionsRoot: string }[]
  readonly failure?: { readonly code: ProofErrorCode; readonly check: CheckName; readonly message: string }
}

/**
 * Verifies an OpenTimestamps file of ours as far as the file alone allows, without network or clock. Never throws: see
 * `failure`, with the code `unsupported` for files of other services.
 * @param digest SHA-256 of the caller's file; without it no file is compared.
 */
export function verifyOts(bytes: Uint8Array, digest?: Uint8Array): OtsVerdict {
  const checks: ProofCheck[] = []
  let current: CheckName = 'format'
  let known: { digest?: string } = {}
  try {
    const read = readOts(bytes)
    known = { digest: toHex(read.digest) }
    checks.push({ name: 'format', status: 'ok', detail: `OpenTimestamps file for digest ${known.digest}` })
    current = 'digest'
    checks.push(checkDigest(read.digest, digest))
    current = 'tree'
    const of = (tag: string) => read.findings.filter((finding) => toHex(finding.tag) === tag)
    const anchors = of(TALLYSTICK_TAG).map(({ message, payload }) => anchorOf(message, payload))
    if (anchors.length === 0) {
      throw new ProofError(
        'unsupported',
        'the .ots file has no Tallystick attestation: verify it with OpenTimestamps tools',
      )
    }
    if (anchors.length > MAX_ANCHORS) {
      throw new ProofError('malformed', `the .ots file names more than ${MAX_ANCHORS} transactions`)
    }
    const headers = of(ETHEREUM_TAG).map(({ message, payload }) => ({
      blockNumber: Number(new OtsReader(payload).varuint()),
      transactionsRoot: toHex(message),
    }))
    checks.push(...anchors.flatMap(namedChecks))
    const caveats = uniqueCaveats(anchors.flatMap((anchor) => otsCaveats(anchor, false)))
    return { outcome: 'consistent', checks, caveats, ...known, anchors, headers }
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    checks.push({ name: current, status: 'fail', detail: error.message })
    const failure = { code: error.code, check: current, message: error.message }
    return { outcome: 'refused', checks, caveats: [], ...known, anchors: [], headers: [], failure }
  }
}

function checkDigest(own: Uint8Array, given: Uint8Array | undefined): ProofCheck {
  if (given === undefined) return { name: 'digest', status: 'skip', detail: 'no file to compare' }
  if (!equalBytes(given, own)) {
    throw new ProofError(
      'digest',
      `the .ots file is for a different file: its digest is ${toHex(own)}, not ${toHex(given)}`,
    )
  }
  return { name: 'digest', status: 'ok', detail: `the file has the digest ${toHex(own)}` }
}

function anchorOf(message: Uint8Array, payload: Uint8Array): OtsAnchor {
  if (message.length !== 32) throw new ProofError('malformed', 'the .ots file attests to something that is not a root')
  const { chainId, transactionId, block } = readAttestation(payload)
  const where = block === undefined ? {} : { blockHash: block.hash, blockNumber: block.number }
  return { root: toHex(message), chain: `eip155:${chainId}`, transactionId, ...where }
}

function namedChecks({ root, chain, transactionId, blockHash, blockNumber }: OtsAnchor): ProofCheck[] {
  const block =
    blockHash === undefined ? 'the file names no block' : `block ${blockNumber} (${blockHash}) is only named`
  return [
    { name: 'tree', status: 'ok', detail: `the steps lead to the root ${root}` },
    { name: 'transaction', status: 'skip', detail: `transaction ${transactionId} on ${chain} is only named` },
    { name: 'block', status: 'skip', detail: block },
  ]
}
