import { secp256k1 } from '@noble/curves/secp256k1.js'
import { concat, keccak256 } from '../encoding/hash.js'
import { toHex } from '../encoding/to-hex.js'
import { ProofError } from '../errors.js'
import { decodeRlp, encodeRlp, fromQuantity, type RlpItem, toBytes, toList, toQuantity } from './rlp.js'

/** The members of a signed transaction that a proof needs. */
export type Transaction = {
  /** 0 legacy, 1 EIP-2930, 2 EIP-1559, 3 EIP-4844, 4 EIP-7702. */
  readonly type: 0 | 1 | 2 | 3 | 4
  /** Absent in legacy transactions before EIP-155. */
  readonly chainId: bigint | undefined
  readonly nonce: bigint
  /** 20 bytes; absent when the transaction creates a contract. */
  readonly to: Uint8Array | undefined
  readonly value: bigint
  readonly input: Uint8Array
  /** Transaction ID: Keccak-256 of `canonical`. */
  readonly hash: Uint8Array
  /** Address recovered from the signature, 20 bytes. */
  readonly sender: Uint8Array
  /** The bytes that a block holds. They differ from the input only for the network form of EIP-4844, which carries blobs. */
  readonly canonical: Uint8Array
}

type Layout = { readonly members: number; readonly to: number; readonly signature: number }

/** Members of the signed list, by type: chain id and nonce come first, value and input follow `to`. */
const layouts: Readonly<Record<1 | 2 | 3 | 4, Layout>> = {
  1: { members: 11, to: 4, signature: 8 },
  2: { members: 12, to: 5, signature: 9 },
  3: { members: 14, to: 5, signature: 11 },
  4: { members: 13, to: 5, signature: 10 },
}

/** Half the order of secp256k1. EIP-2 refuses a greater `s`, which would be a second signature of the same transaction. */
const halfOrder = secp256k1.Point.CURVE().n >> 1n

/**
 * Decodes a raw signed transaction: legacy, EIP-2930, EIP-1559, EIP-4844 (block or network form) or EIP-7702.
 * @throws {@link ProofError} `transaction` on any other type or an invalid signature, `rlp` on malformed bytes.
 */
export function decodeTransaction(raw: Uint8Array): Transaction {
  const type = raw[0]
  if (type === undefined) throw new ProofError('transaction', 'the transaction is empty')
  if (type >= 0xc0) return decodeLegacy(raw)
  if (type !== 1 && type !== 2 && type !== 3 && type !== 4) {
    throw new ProofError('transaction', `transaction type ${type} is not supported`)
  }
  return decodeTyped(raw, type)
}

function decodeTyped(raw: Uint8Array, type: 1 | 2 | 3 | 4): Transaction {
  let list = toList(decodeRlp(raw.subarray(1)))
  let canonical = raw
  if (type === 3 && !(list[0] instanceof Uint8Array)) {
    // Network form: [transaction, blobs, commitments, proofs]; since EIP-7594 with a version after the transaction.
    if (list.length !== 4 && list.length !== 5) throw new ProofError('transaction', 'a blob transaction is malformed')
    list = toList(list[0])
    canonical = concat(Uint8Array.of(type), encodeRlp(list))
  }
  const { members, to, signature } = layouts[type]
  if (list.length !== members)
    throw new ProofError('transaction', `a transaction of type ${type} has ${members} members`)
  const signed = keccak256(concat(Uint8Array.of(type), encodeRlp(list.slice(0, signature))))
  return {
    type,
    chainId: toQuantity(list[0]!),
    nonce: toQuantity(list[1]!),
    to: toAddress(list[to]),
    value: toQuantity(list[to + 1]!),
    input: toBytes(list[to + 2]),
    hash: keccak256(canonical),
    sender: recover(signed, toQuantity(list[signature]!), list[signature + 1]!, list[signature + 2]!),
    canonical,
  }
}

function decodeLegacy(raw: Uint8Array): Transaction {
  const list = toList(decodeRlp(raw))
  if (list.length !== 9) throw new ProofError('transaction', 'a legacy transaction has 9 members')
  const v = toQuantity(list[6]!)
  if (v !== 27n && v !== 28n && v < 35n) throw new ProofError('transaction', 'the signature has an invalid v')
  // EIP-155 also signs the chain id and two empty members.
  const chainId = v < 35n ? undefined : (v - 35n) / 2n
  const signed = list.slice(0, 6)
  const empty = new Uint8Array(0)
  const hash = keccak256(encodeRlp(chainId === undefined ? signed : [...signed, fromQuantity(chainId), empty, empty]))
  return {
    type: 0,
    chainId,
    nonce: toQuantity(list[0]!),
    to: toAddress(list[3]),
    value: toQuantity(list[4]!),
    input: toBytes(list[5]),
    hash: keccak256(raw),
    sender: recover(hash, chainId === undefined ? v - 27n : (v - 35n) % 2n, list[7]!, list[8]!),
    canonical: raw,
  }
}

function toAddress(item: RlpItem | undefined): Uint8Array | undefined {
  const bytes = toBytes(item)
  return bytes.length === 0 ? undefined : toBytes(bytes, 20)
}

function recover(hash: Uint8Array, yParity: bigint, r: RlpItem, s: RlpItem): Uint8Array {
  if (yParity > 1n) throw new ProofError('transaction', 'the signature has an invalid parity')
  const sValue = toQuantity(s)
  if (sValue > halfOrder) throw new ProofError('transaction', 'the signature has a high s (EIP-2)')
  try {
    const key = new secp256k1.Signature(toQuantity(r), sValue, Number(yParity)).recoverPublicKey(hash)
    return keccak256(key.toBytes(false).subarray(1)).subarray(12)
  } catch (error) {
    if (error instanceof ProofError) throw error
    throw new ProofError('transaction', 'the signature is invalid')
  }
}

/** Formats an address in lower case with `0x`, not in the mixed case of EIP-55. */
export function addressText(address: Uint8Array): string {
  return `0x${toHex(address)}`
}
