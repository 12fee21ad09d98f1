import { concat, equalBytes, fromHex, keccak256 } from '../encoding/hash.js'
import { ProofError } from '../errors.js'
import { decodeHeader, type Header } from './header.js'
import { headerTails } from './header-tails.js'
import { decodeRlp, encodeBytes, encodeList, encodeRlp, fromQuantity, type RlpItem } from './rlp.js'
import { type RpcObject, type RpcReader, rpcReader } from './rpc.js'

/** Encodings tried before giving up: a fraction of a second, whatever a node sends. */
const triesMax = 3000
const zeros = new Uint8Array(32)

/**
 * Encodes a header from the JSON of `eth_getBlockByNumber` as its block hash covers it.
 *
 * Chains differ after the 12th member: in the seal, in the members that follow it, and in whether the hash covers the commit seals
 * in extraData. The block hash decides: this tries the encodings in use, the usual ones first, until one hashes to it. A verifier
 * needs none of this, since the bytes found here are those that were hashed.
 *
 * @throws {@link ProofError} `header` when none hashes to `block.hash`
 */
export function encodeRpcHeader(block: RpcObject): Uint8Array {
  const read = rpcReader(block, 'header')
  const hash = read.bytes('hash', 32)
  const shared = encodeShared(read)
  const extras = [read.bytes('extraData')].flatMap((extra) => [extra, ...withoutCommitSeals(extra)])
  const heads = sealsOf(block, read).flatMap((seal) =>
    extras.map((extra) => [shared, encodeBytes(extra), ...seal.map(encodeRlp)]),
  )
  let tries = 0
  for (const tail of headerTails(block)) {
    for (const head of heads) {
      const rlp = encodeList([...head, ...tail])
      if (equalBytes(keccak256(rlp), hash)) return rlp
      tries++
    }
    if (tries > triesMax) break
  }
  throw new ProofError(
    'header',
    "the header does not hash to the block's hash: the node left something out, or its chain hashes other things",
    'hash',
  )
}

/**
 * Reads the header of a block from the JSON of `eth_getBlockByNumber`. Its number and time are those that the block's hash covers,
 * so a node can't state others for a hash.
 * @throws {@link ProofError} `header` when the members don't hash to `block.hash`
 */
export function readRpcHeader(block: RpcObject): Header {
  return decodeHeader(encodeRpcHeader(block))
}

/** Encodes the 12 members that all chains share. */
function encodeShared({ bytes, quantity }: RpcReader): Uint8Array {
  const hashes = ['stateRoot', 'transactionsRoot', 'receiptsRoot'].map((name) => bytes(name, 32))
  const members = [
    bytes('parentHash', 32),
    bytes('sha3Uncles', 32),
    bytes('miner', 20),
    ...hashes,
    bytes('logsBloom', 256),
  ]
  const quantities = ['difficulty', 'number', 'gasLimit', 'gasUsed', 'timestamp'].map(quantity)
  return concat(...[...members, ...quantities].map(encodeBytes))
}

/** Returns the forms of members 14 and 15 that the node's answer allows: mixHash and nonce, or the seal of an authority (AuRa). */
function sealsOf(block: RpcObject, { bytes, has }: RpcReader): Uint8Array[][] {
  const seals: Uint8Array[][] = []
  if (has('nonce')) seals.push([has('mixHash') ? bytes('mixHash', 32) : zeros, bytes('nonce', 8)])
  const { sealFields, step, signature } = block
  if (Array.isArray(sealFields) && sealFields.length === 2 && sealFields.every(isHex)) {
    seals.push(sealFields.map((field) => unwrapped(fromHex(field.slice(2)))))
  }
  if (typeof step === 'string' && typeof signature === 'string' && /^\d{1,20}$/.test(step)) {
    seals.push([fromQuantity(BigInt(step)), fromHex(signature.replace(/^0x/, ''))])
  }
  // Names what is missing.
  return seals.length > 0 ? seals : [[bytes('mixHash', 32), bytes('nonce', 8)]]
}

const isHex = (value: unknown): value is string => typeof value === 'string' && value.startsWith('0x')

/** Seal fields are RLP in some nodes, and bare in others. */
function unwrapped(field: Uint8Array): Uint8Array {
  const item = decoded(field)
  return item instanceof Uint8Array ? item : field
}

/**
 * Returns extraData as hashed on chains whose validators add their seals after hashing: QBFT, IBFT 2.0 (Besu, GoQuorum) and IBFT
 * (GoQuorum). Which of them it is shows in its shape.
 */
function withoutCommitSeals(extra: Uint8Array): Uint8Array[] {
  const none = new Uint8Array(0)
  const list = decoded(extra)
  if (list !== undefined && !(list instanceof Uint8Array)) {
    // [vanity, validators, vote, round, seals]: QBFT hashes round 0 and no seals, IBFT 2.0 leaves both out.
    const [vanity, validators, vote, round, , ...more] = list
    if (vanity === undefined || validators === undefined || vote === undefined || round === undefined) return []
    const kept = [vanity, validators, vote]
    return [encodeRlp([...kept, none, [], ...more.map(() => [])]), encodeRlp(kept)]
  }
  // 32 bytes of the proposer's choice, then [validators, the proposer's seal, commit seals]: hashed without the last.
  const istanbul = decoded(extra.subarray(32))
  if (istanbul === undefined || istanbul instanceof Uint8Array || istanbul.length < 3) return []
  const [validators, seal, , ...more] = istanbul
  return [concat(extra.subarray(0, 32), encodeRlp([validators!, seal!, [], ...more]))]
}

function decoded(bytes: Uint8Array): RlpItem | undefined {
  try {
    return decodeRlp(bytes)
  } catch {
    return undefined
  }
}
