import { equalBytes, keccak256 } from '@tallystick/proof'
import { decodeRlp, decodeTransaction, encodeRlp } from '@tallystick/proof/ethereum'
import { secp256k1 } from '../base/secp256k1.js'

/** Fees of a transaction, in wei per gas (EIP-1559). */
export interface Fees {
  maxFeePerGas: number
  maxPriorityFeePerGas: number
  /** Set where EIP-1559 isn't active: both are the gas price of a legacy transaction. */
  isLegacy?: boolean
}

/** A transaction before it is signed. */
export interface UnsignedTransaction extends Fees {
  chainId: number
  nonce: number
  gas: number
  /** 20 bytes, or null to create a contract. */
  to: Uint8Array | null
  data: Uint8Array
}

/** A signed transaction: its bytes and its ID. */
export interface SignedTransaction extends Fees {
  nonce: number
  raw: Buffer
  hash: Buffer
}

/** A signing key of 32 bytes, and its address. */
export interface Signer {
  key: Uint8Array
  address: Buffer
}

const empty = new Uint8Array(0)

/** Returns big-endian bytes without leading zeros, the form of integers in RLP. */
function integer(value: number): Uint8Array {
  if (value === 0) return empty
  let hex = value.toString(16)
  if (hex.length % 2 === 1) hex = `0${hex}`
  return Buffer.from(hex, 'hex')
}

function withoutZeros(bytes: Uint8Array): Uint8Array {
  let at = 0
  while (at < bytes.length && bytes[at] === 0) at++
  return bytes.subarray(at)
}

/**
 * Returns the signer of a private key.
 *
 * @param key 32 bytes
 * @throws {Error} when they aren't a secp256k1 private key
 */
export function signerOf(key: Uint8Array): Signer {
  if (key.length !== 32 || !secp256k1.isKey(key)) {
    throw new Error('SIGNER_KEY is not a valid private key: expected 0x and 64 hex digits')
  }
  const address = keccak256(secp256k1.publicKeyOf(key).subarray(1)).subarray(12)
  return { key, address: Buffer.from(address) }
}

/** Signs an EIP-1559 transaction (EIP-2718 type 2), or a legacy one for its chain (EIP-155), deterministically (RFC 6979). */
export function signTransaction(transaction: UnsignedTransaction, signer: Signer): SignedTransaction {
  const { maxFeePerGas, maxPriorityFeePerGas } = transaction
  const raw = Buffer.from(transaction.isLegacy ? signLegacy(transaction, signer) : signTyped(transaction, signer))
  return { nonce: transaction.nonce, raw, hash: Buffer.from(keccak256(raw)), maxFeePerGas, maxPriorityFeePerGas }
}

function signTyped(transaction: UnsignedTransaction, signer: Signer): Uint8Array {
  const fields = [
    integer(transaction.chainId),
    integer(transaction.nonce),
    integer(transaction.maxPriorityFeePerGas),
    integer(transaction.maxFeePerGas),
    integer(transaction.gas),
    transaction.to ?? empty,
    empty,
    transaction.data,
    [],
  ]
  const { parity, r, s } = signatureOf(typed(fields), signer)
  return typed([...fields, integer(parity), r, s])
}

function signLegacy(transaction: UnsignedTransaction, signer: Signer): Uint8Array {
  const { chainId, nonce, maxFeePerGas: gasPrice, gas, to, data } = transaction
  const fields = [integer(nonce), integer(gasPrice), integer(gas), to ?? empty, empty, data]
  const { parity, r, s } = signatureOf(encodeRlp([...fields, integer(chainId), empty, empty]), signer)
  return encodeRlp([...fields, integer(chainId * 2 + 35 + parity), r, s])
}

function signatureOf(message: Uint8Array, { key }: Signer): { parity: number; r: Uint8Array; s: Uint8Array } {
  const { signature, parity } = secp256k1.sign(keccak256(message), key)
  return { parity, r: withoutZeros(signature.subarray(0, 32)), s: withoutZeros(signature.subarray(32)) }
}

/** True when the transaction was signed by this address with this nonce. */
export function isSignedWith(raw: Uint8Array, address: Uint8Array, nonce: number): boolean {
  const transaction = decodeTransaction(raw)
  return Number(transaction.nonce) === nonce && equalBytes(transaction.sender, address)
}

/**
 * Signs a transaction again with other fees. Type, nonce, receiver and data stay, so it anchors the same batch (I2).
 *
 * @param raw a transaction from {@link signTransaction}
 */
export function signAgain(raw: Uint8Array, fees: Fees, signer: Signer): SignedTransaction {
  const { type, chainId, nonce, to, input: data } = decodeTransaction(raw)
  const gas = gasOf(raw, type)
  const call = { chainId: Number(chainId), nonce: Number(nonce), gas, to: to ?? null, data }
  return signTransaction({ ...call, ...fees, isLegacy: type === 0 }, signer)
}

function gasOf(raw: Uint8Array, type: number): number {
  const list = decodeRlp(type === 0 ? raw : raw.subarray(1)) as Uint8Array[]
  return Number(`0x0${Buffer.from(list[type === 0 ? 2 : 4] ?? empty).toString('hex')}`)
}

function typed(fields: Parameters<typeof encodeRlp>[0]): Uint8Array {
  const body = encodeRlp(fields)
  const bytes = new Uint8Array(body.length + 1)
  bytes[0] = 2
  bytes.set(body, 1)
  return bytes
}
