import { ProofError } from '../errors.js'
import { equalBytes, keccak256 } from '../hash.js'
import { decodeRlp, encodeRlp, type RlpItem, toBytes, toList, toQuantity } from './rlp.js'
import { type RpcObject, rpcReader } from './rpc.js'

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

const QUANTITY = 'quantity'
const BYTES = 'bytes'
type Width = number | typeof QUANTITY | typeof BYTES

/** Members of a header in order, with their lengths in bytes. */
const common: readonly (readonly [name: string, width: Width])[] = [
  ['parentHash', 32],
  ['sha3Uncles', 32],
  ['miner', 20],
  ['stateRoot', 32],
  ['transactionsRoot', 32],
  ['receiptsRoot', 32],
  ['logsBloom', 256],
  ['difficulty', QUANTITY],
  ['number', QUANTITY],
  ['gasLimit', QUANTITY],
  ['gasUsed', QUANTITY],
  ['timestamp', QUANTITY],
  ['extraData', BYTES],
  ['mixHash', 32],
  ['nonce', 8],
]

/** Members added by forks: London, Shanghai, Cancun (3), Prague. A header ends with the last member of its fork. */
const later: readonly (readonly [name: string, width: Width])[] = [
  ['baseFeePerGas', QUANTITY],
  ['withdrawalsRoot', 32],
  ['blobGasUsed', QUANTITY],
  ['excessBlobGas', QUANTITY],
  ['parentBeaconBlockRoot', 32],
  ['requestsHash', 32],
]

const members = [...common, ...later]

/**
 * Decodes a header's RLP. Members of later forks may follow; the hash covers them.
 * @throws {@link ProofError} `header` when it isn't a header, `rlp` on malformed bytes.
 */
export function decodeHeader(rlp: Uint8Array): Header {
  const list = toList(decodeRlp(rlp))
  if (list.length < common.length)
    throw new ProofError('header', `a block header has at least ${common.length} members, not ${list.length}`)
  list.forEach((item, i) => {
    checkMember(item, members[i])
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

function checkMember(item: RlpItem, member: readonly [name: string, width: Width] | undefined): void {
  if (member?.[1] === QUANTITY) toQuantity(item)
  else if (typeof member?.[1] === 'number') toBytes(item, member[1])
  else toBytes(item)
}

function toInteger(item: RlpItem, name: string): number {
  const value = toQuantity(item)
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new ProofError('header', `${name} is out of range`, name)
  return Number(value)
}

/**
 * Encodes a header as RLP from the JSON of `eth_getBlockByNumber`, for any fork from Homestead to Prague.
 * @throws {@link ProofError} `header` when it does not hash to `block.hash`: the node left something out, or its chain has
 * members unknown here.
 */
export function encodeRpcHeader(block: RpcObject): Uint8Array {
  const read = rpcReader(block, 'header')
  const present = later.findIndex(([name]) => !read.has(name))
  const used = [...common, ...(present === -1 ? later : later.slice(0, present))]
  const rlp = encodeRlp(
    used.map(([name, width]) => {
      if (width === QUANTITY) return read.quantity(name)
      return width === BYTES ? read.bytes(name) : read.bytes(name, width)
    }),
  )
  if (!equalBytes(keccak256(rlp), read.bytes('hash', 32))) {
    throw new ProofError('header', "the header does not hash to the block's hash", 'hash')
  }
  return rlp
}
