import { keccak256 } from '../encoding/hash.js'
import { ProofError } from '../errors.js'
import { decodeRlp, type RlpItem, toBytes, toList, toQuantity } from './rlp.js'

/** The members of a block header that a proof needs. */
export type Header = {
  /** Block hash: Keccak-256 of the header's RLP. */
  readonly hash: Uint8Array
  readonly parentHash: Uint8Array
  readonly stateRoot: Uint8Array
  readonly transactionsRoot: Uint8Array
  readonly number: number
  /** Unix time in seconds. */
  readonly time: number
}

/**
 * Lengths in bytes of the members that all chains share: parentHash, sha3Uncles, miner, stateRoot, transactionsRoot, receiptsRoot,
 * logsBloom, difficulty, number, gasLimit, gasUsed, timestamp. What follows them differs between chains and forks.
 */
const lengths: readonly (number | 'quantity')[] = [
  ...[32, 32, 20, 32, 32, 32, 256],
  ...(['quantity', 'quantity', 'quantity', 'quantity', 'quantity'] as const),
]
const membersMin = 15

/**
 * Decodes a header's RLP, of any chain: at least 15 members, none of them a list. The hash covers them all.
 * @throws {@link ProofError} `header` when it isn't a header, `rlp` on malformed bytes.
 */
export function decodeHeader(rlp: Uint8Array): Header {
  const list = toList(decodeRlp(rlp))
  if (list.length < membersMin)
    throw new ProofError('header', `a block header has at least ${membersMin} members, not ${list.length}`)
  list.forEach((item, i) => {
    const length = lengths[i]
    if (length === 'quantity') toQuantity(item)
    else toBytes(item, length)
  })
  return {
    hash: keccak256(rlp),
    parentHash: toBytes(list[0]),
    stateRoot: toBytes(list[3]),
    transactionsRoot: toBytes(list[4]),
    number: toInteger(list[8]!, 'number'),
    time: toInteger(list[11]!, 'timestamp'),
  }
}

function toInteger(item: RlpItem, name: string): number {
  const value = toQuantity(item)
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new ProofError('header', `${name} is out of range`, name)
  return Number(value)
}
