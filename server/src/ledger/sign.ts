import { keccak256 } from '@tallystick/proof'
import { decodeRlp, encodeRlp } from '@tallystick/proof/ethereum'
import secp256k1 from 'secp256k1'

/** Fees of a transaction, in wei per gas (EIP-1559). */
export interface Fees {
  maxFeePerGas: number
  maxPriorityFeePerGas: number
}

/** An EIP-1559 transaction before it is signed. */
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
  if (key.length !== 32 || !secp256k1.privateKeyVerify(key)) {
    throw new Error('SIGNER_KEY is not a valid private key: expected 0x and 64 hex digits')
  }
  const address = keccak256(secp256k1.publicKeyCreate(key, false).subarray(1)).subarray(12)
  return { key, address: Buffer.from(address) }
}

/**
 * Signs an EIP-1559 transaction (EIP-2718 type 2), deterministically (RFC 6979).
 */
export function signTransaction(transaction: UnsignedTransaction, signer: Signer): SignedTransaction {
  const { maxFeePerGas, maxPriorityFeePerGas } = transaction
  const fields = [
    integer(transaction.chainId),
    integer(transaction.nonce),
    integer(maxPriorityFeePerGas),
    integer(maxFeePerGas),
    integer(transaction.gas),
    transaction.to ?? empty,
    empty,
    transaction.data,
    [],
  ]
  const { signature, recid } = secp256k1.ecdsaSign(keccak256(typed(fields)), signer.key)
  const [r, s] = [withoutZeros(signature.subarray(0, 32)), withoutZeros(signature.subarray(32))]
  const raw = Buffer.from(typed([...fields, integer(recid), r, s]))
  return { raw, hash: Buffer.from(keccak256(raw)), maxFeePerGas, maxPriorityFeePerGas }
}

/**
 * Signs a transaction again with other fees. Nonce, receiver and data stay, so it anchors the same batch (I2).
 *
 * @param raw an EIP-1559 transaction from {@link signTransaction}
 */
export function signAgain(raw: Uint8Array, fees: Fees, signer: Signer): SignedTransaction {
  const [chainId, nonce, , , gas, to, , data] = decodeRlp(raw.subarray(1)) as Uint8Array[]
  const number = (bytes: Uint8Array | undefined) => Number(`0x0${Buffer.from(bytes ?? empty).toString('hex')}`)
  return signTransaction(
    {
      chainId: number(chainId),
      nonce: number(nonce),
      gas: number(gas),
      to: to?.length ? to : null,
      data: data ?? empty,
      ...fees,
    },
    signer,
  )
}

function typed(fields: Parameters<typeof encodeRlp>[0]): Uint8Array {
  const body = encodeRlp(fields)
  const bytes = new Uint8Array(body.length + 1)
  bytes[0] = 2
  bytes.set(body, 1)
  return bytes
}
