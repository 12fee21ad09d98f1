import { fromHex } from '../encoding/hash.js'
import { ProofError, type ProofErrorCode } from '../errors.js'
import { fromQuantity } from './rlp.js'

/*
 * Reads the JSON of Ethereum nodes. Nodes differ in details (null for a missing member, leading zeros in r and s). Results are
 * checked against their hash afterwards, so reading is lenient and decides nothing.
 */

/** An object in a node's JSON-RPC answer. */
export type RpcObject = { readonly [member: string]: unknown }

/** Returns a reader of an object's members that throws {@link ProofError} with the given code, naming the member. */
export function rpcReader(object: RpcObject, code: ProofErrorCode) {
  const text = (name: string): string => {
    const value = object[name]
    if (typeof value !== 'string' || !value.startsWith('0x')) {
      throw new ProofError(code, `${name} in the node's answer is not a hex string`, name)
    }
    return value.slice(2)
  }
  const bytes = (name: string, length?: number): Uint8Array => {
    const value = fromHex(text(name))
    if (length !== undefined && value.length !== length) {
      throw new ProofError(code, `${name} in the node's answer does not have ${length} bytes`, name)
    }
    return value
  }
  const quantity = (name: string): Uint8Array => {
    const digits = text(name)
    if (!/^[0-9a-fA-F]{1,64}$/.test(digits)) {
      throw new ProofError(code, `${name} in the node's answer is not a quantity`, name)
    }
    return fromQuantity(BigInt(`0x${digits}`))
  }
  const list = (name: string): readonly RpcObject[] => {
    const value = object[name]
    if (!Array.isArray(value) || !value.every((member) => typeof member === 'object' && member !== null)) {
      throw new ProofError(code, `${name} in the node's answer is not a list of objects`, name)
    }
    return value
  }
  const texts = (name: string): readonly string[] => {
    const value = object[name]
    if (!Array.isArray(value) || !value.every((member) => typeof member === 'string' && member.startsWith('0x'))) {
      throw new ProofError(code, `${name} in the node's answer is not a list of hex strings`, name)
    }
    return value
  }
  const has = (name: string): boolean => object[name] !== undefined && object[name] !== null
  const flag = (name: string): boolean => object[name] === true
  return { bytes, quantity, list, texts, has, flag }
}

export type RpcReader = ReturnType<typeof rpcReader>
