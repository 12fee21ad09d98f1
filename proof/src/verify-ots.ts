import { ProofError, type ProofErrorCode } from './errors.js'
import { equal, toHex } from './hash.js'
import { ETHEREUM_TAG, readAttestation, TALLYSTICK_TAG } from './ots.js'
import { OtsReader, readOts } from './ots-codec.js'

/** What an .ots file says about a root to which its steps lead. */
export type OtsAnchor = {
  /** Hex. */
  readonly root: string
  /** CAIP-2 id. */
  readonly chain: string
  /** Of the transaction that is said to carry the root, `0x` and 64 hex digits. */
  readonly transactionId: string
  /** Absent when there was no block yet. */
  readonly blockHash?: string
  readonly blockNumber?: number
}

export type OtsVerdict = {
  /**
   * `traced`: the steps lead from the digest to the root that each of `anchors` names. The file holds neither transaction
   * nor block, so no time is proven until somebody finds them on the chain. `refused`: `failure` says why.
   */
  readonly outcome: 'traced' | 'refused'
  /** SHA-256 that the file is about, hex; absent when the file cannot be read. */
  readonly digest?: string
  readonly anchors: readonly OtsAnchor[]
  /** On Ethereum's main network: blocks to whose `transactionsRoot` (hex) the steps lead, through the transaction itself. */
  readonly headers: readonly { readonly blockNumber: number; readonly transactionsRoot: string }[]
  readonly failure?: { readonly code: ProofErrorCode; readonly message: string }
}

/**
 * Verifies an OpenTimestamps file of ours as far as one can from itself: no network, no clock. Never throws: what is wrong is in
 * `failure`; `unsupported` when it is somebody else's.
 * @param digest SHA-256 of the file at hand; without it no file is compared.
 */
export function verifyOts(bytes: Uint8Array, digest?: Uint8Array): OtsVerdict {
  let known: { digest?: string } = {}
  try {
    const read = readOts(bytes)
    known = { digest: toHex(read.digest) }
    if (digest !== undefined && !equal(digest, read.digest)) {
      throw new ProofError('digest', `the .ots file is about another file: ${known.digest}, not ${toHex(digest)}`)
    }
    const of = (tag: string) => read.findings.filter((finding) => toHex(finding.tag) === tag)
    const anchors = of(TALLYSTICK_TAG).map(({ message, payload }) => anchorOf(message, payload))
    if (anchors.length === 0) throw new ProofError('unsupported', 'the .ots file has no attestation of Tallystick')
    const headers = of(ETHEREUM_TAG).map(({ message, payload }) => ({
      blockNumber: Number(new OtsReader(payload).varuint()),
      transactionsRoot: toHex(message),
    }))
    return { outcome: 'traced', ...known, anchors, headers }
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    const failure = { code: error.code, message: error.message }
    return { outcome: 'refused', ...known, anchors: [], headers: [], failure }
  }
}

function anchorOf(message: Uint8Array, payload: Uint8Array): OtsAnchor {
  if (message.length !== 32) throw new ProofError('malformed', 'the .ots file attests to what is no root')
  const { chainId, transactionId, block } = readAttestation(payload)
  const where = block === undefined ? {} : { blockHash: block.hash, blockNumber: block.number }
  return { root: toHex(message), chain: `eip155:${chainId}`, transactionId, ...where }
}
