import { ProofError, type ProofErrorCode } from './errors.js'
import { equal, toHex } from './hash.js'
import { ETHEREUM_TAG, readAttestation, TALLYSTICK_TAG } from './ots.js'
import { OtsReader, readOts } from './ots-codec.js'
import { otsGrounds } from './ots-grounds.js'
import type { CheckName, ProofCheck } from './verify.js'

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
  /** As of a proof; what the file only names is skipped. */
  readonly checks: readonly ProofCheck[]
  /** What one has to believe, or find out, for the verdict to mean something, in plain words. */
  readonly restsOn: readonly string[]
  /** SHA-256 that the file is about, hex; absent when the file cannot be read. */
  readonly digest?: string
  readonly anchors: readonly OtsAnchor[]
  /** On Ethereum's main network: blocks to whose `transactionsRoot` (hex) the steps lead, through the transaction itself. */
  readonly headers: readonly { readonly blockNumber: number; readonly transactionsRoot: string }[]
  readonly failure?: { readonly code: ProofErrorCode; readonly check: CheckName; readonly message: string }
}

/**
 * Verifies an OpenTimestamps file of ours as far as one can from itself: no network, no clock. Never throws: what is wrong is in
 * `failure`; `unsupported` when it is somebody else's.
 * @param digest SHA-256 of the file at hand; without it no file is compared.
 */
export function verifyOts(bytes: Uint8Array, digest?: Uint8Array): OtsVerdict {
  const checks: ProofCheck[] = []
  let current: CheckName = 'format'
  let known: { digest?: string } = {}
  try {
    const read = readOts(bytes)
    known = { digest: toHex(read.digest) }
    checks.push({ name: 'format', status: 'ok', detail: `OpenTimestamps file about the digest ${known.digest}` })
    current = 'digest'
    checks.push(checkDigest(read.digest, digest))
    current = 'tree'
    const of = (tag: string) => read.findings.filter((finding) => toHex(finding.tag) === tag)
    const anchors = of(TALLYSTICK_TAG).map(({ message, payload }) => anchorOf(message, payload))
    if (anchors.length === 0) {
      throw new ProofError('unsupported', 'the .ots file has no attestation of Tallystick: ask OpenTimestamps tools')
    }
    const headers = of(ETHEREUM_TAG).map(({ message, payload }) => ({
      blockNumber: Number(new OtsReader(payload).varuint()),
      transactionsRoot: toHex(message),
    }))
    checks.push(...anchors.flatMap(namedOnly))
    return { outcome: 'traced', checks, restsOn: [...new Set(anchors.flatMap(otsGrounds))], ...known, anchors, headers }
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    checks.push({ name: current, status: 'fail', detail: error.message })
    const failure = { code: error.code, check: current, message: error.message }
    return { outcome: 'refused', checks, restsOn: [], ...known, anchors: [], headers: [], failure }
  }
}

function checkDigest(own: Uint8Array, given: Uint8Array | undefined): ProofCheck {
  if (given === undefined) return { name: 'digest', status: 'skip', detail: 'no file was given to compare' }
  if (!equal(given, own)) {
    throw new ProofError('digest', `the .ots file is about another file: ${toHex(own)}, not ${toHex(given)}`)
  }
  return { name: 'digest', status: 'ok', detail: `the file has the digest ${toHex(own)}` }
}

function anchorOf(message: Uint8Array, payload: Uint8Array): OtsAnchor {
  if (message.length !== 32) throw new ProofError('malformed', 'the .ots file attests to what is no root')
  const { chainId, transactionId, block } = readAttestation(payload)
  const where = block === undefined ? {} : { blockHash: block.hash, blockNumber: block.number }
  return { root: toHex(message), chain: `eip155:${chainId}`, transactionId, ...where }
}

function namedOnly({ root, chain, transactionId, blockHash, blockNumber }: OtsAnchor): ProofCheck[] {
  const block = blockHash === undefined ? 'no block is named' : `block ${blockNumber} (${blockHash}) is only named`
  return [
    { name: 'tree', status: 'ok', detail: `the steps lead to the root ${root}` },
    { name: 'transaction', status: 'skip', detail: `transaction ${transactionId} on ${chain} is only named` },
    { name: 'block', status: 'skip', detail: block },
  ]
}
