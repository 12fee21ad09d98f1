import { concat, equalBytes, fromHex, keccak256 } from '../encoding/hash.js'
import { toHex } from '../encoding/to-hex.js'
import { ProofError } from '../errors.js'
import type { ProofAnchor, ProofDocument } from '../format.js'
import {
  encodeOts,
  encodeTimestamp,
  type OtsAttestation,
  type OtsOp,
  OtsReader,
  type OtsTimestamp,
  otsHead,
  varuint,
} from './codec.js'
import { append, chainOf, prepend, stepsToRoot, stepsToWitness } from './steps.js'

/** First eight bytes of SHA-256 of `tallystick attestation`. */
export const TALLYSTICK_TAG = 'c8c0c21df600cc2f'
/** Ethereum block header attestation: the message is the `transactionsRoot`. Names no chain, so it is used for mainnet only. */
export const ETHEREUM_TAG = '30fe8087b5c7ead7'
const ETHEREUM = 'eip155:1'

/** Our attestation: the message is the root that this transaction anchors. */
export type TallystickAttestation = {
  readonly chainId: bigint
  readonly transactionId: string
  readonly block?: { readonly hash: string; readonly number: number }
}

/**
 * Exports a proof as a detached OpenTimestamps file: SHA-256 steps from the file's digest to the root, then one attestation
 * of our own per anchor; on Ethereum mainnet, for an anchor with a trie proof, also the steps on to the block header's
 * `transactionsRoot`; and the steps on to what OpenTimestamps calendars attested, which is in Bitcoin.
 * @param proof a proof that verifies.
 * @throws {@link ProofError} `unsupported` when the digest isn't a SHA-256, the only one the format supports.
 */
export function exportOts(proof: ProofDocument): Uint8Array {
  const digest = fromHex(proof.hash)
  if (digest.length !== 32) {
    throw new ProofError('unsupported', 'an .ots file needs a SHA-256 digest', 'hash')
  }
  return encodeOts(digest, timestampOf(proof))
}

/**
 * Returns what a calendar answers about the hash of a proof: the steps and attestations of {@link exportOts}, without the digest.
 * @param proof a proof that verifies.
 */
export function exportOtsTimestamp(proof: ProofDocument): Uint8Array {
  return encodeTimestamp(timestampOf(proof))
}

function timestampOf(proof: ProofDocument): OtsTimestamp {
  const attestations = proof.anchors.map(attestationOf).sort(byBytes)
  const headers = proof.anchors.flatMap((anchor) => (anchor.chain === ETHEREUM ? headerBranch(proof.root, anchor) : []))
  const branches = [...headers, ...calendarBranch(proof)]
  return chainOf(stepsToRoot(proof), { attestations, branches })
}

/**
 * Decodes the payload of an attestation with our tag.
 * @throws {@link ProofError} `malformed`.
 */
export function readAttestation(payload: Uint8Array): TallystickAttestation {
  const reader = new OtsReader(payload)
  const chainId = reader.varuint()
  const transactionId = `0x${toHex(reader.take(32))}`
  if (reader.end()) return { chainId, transactionId }
  const block = { hash: `0x${toHex(reader.take(32))}`, number: Number(reader.varuint()) }
  if (!reader.end()) throw new ProofError('malformed', 'the attestation has trailing bytes')
  if (!Number.isSafeInteger(block.number)) throw new ProofError('malformed', 'the block number is out of range')
  return { chainId, transactionId, block }
}

function attestationOf({ chain, transactionId, blockHash, blockNumber }: ProofAnchor): OtsAttestation {
  const chainId = varuint(BigInt(chain.slice('eip155:'.length)))
  const transaction = fromHex(transactionId.slice(2))
  const inBlock = blockHash !== undefined && blockNumber !== undefined
  const block = inBlock ? [fromHex(blockHash.slice(2)), varuint(blockNumber)] : []
  return { tag: fromHex(TALLYSTICK_TAG), payload: concat(chainId, transaction, ...block) }
}

const byBytes = (a: OtsAttestation, b: OtsAttestation) => (toHex(a.payload) < toHex(b.payload) ? -1 : 1)

/** Steps from the root through the witnessed tree to what calendars attested. All are of the tree of the first. */
function calendarBranch({ witnesses = [] }: ProofDocument): OtsTimestamp['branches'] {
  const all = witnesses.filter((witness) => witness.kind === 'opentimestamps')
  const [first] = all
  if (first === undefined) return []
  const encoded = all.filter(({ root }) => root === first.root).map(({ ots, root }) => timestampIn(ots, root))
  return chainOf(stepsToWitness(first), { attestations: [], branches: [], encoded }).branches
}

const timestampIn = (ots: string, root: string) => fromHex(ots).subarray(otsHead(fromHex(root)).length)

/**
 * Steps from the root through the transaction and the trie's nodes, from the leaf up, to the block's `transactionsRoot`. None for
 * a state proof: the key of a slot is spread over the nodes on the way, so no node contains it as one piece.
 */
function headerBranch(root: string, { rawTransaction, trieProof, blockNumber }: ProofAnchor): OtsTimestamp['branches'] {
  if (trieProof === undefined || blockNumber === undefined) return []
  const transaction = fromHex(rawTransaction.slice(2))
  const nodes = trieProof.map((node) => fromHex(node.slice(2))).reverse()
  const steps = around(fromHex(root), transaction)
  let inner = transaction
  for (const node of nodes) {
    steps.push(...around(inner, node), { kind: 'keccak256' })
    inner = keccak256(node)
  }
  const attestation = { tag: fromHex(ETHEREUM_TAG), payload: varuint(blockNumber) }
  return chainOf(steps, { attestations: [attestation], branches: [] }).branches
}

/** The steps that extend a message on both sides. */
function around(inner: Uint8Array, outer: Uint8Array): OtsOp[] {
  let at = 0
  while (at + inner.length <= outer.length && !equalBytes(outer.subarray(at, at + inner.length), inner)) at++
  if (at + inner.length > outer.length)
    throw new ProofError('trie', 'the trie proof does not contain the transaction', 'trieProof')
  const [before, after] = [outer.subarray(0, at), outer.subarray(at + inner.length)]
  return [...(before.length === 0 ? [] : [prepend(before)]), ...(after.length === 0 ? [] : [append(after)])]
}
