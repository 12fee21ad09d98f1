import { concat, concatAll } from '../encoding/hash.js'
import { ProofError } from '../errors.js'
import { MAX_RLP_ITEMS } from '../limits.js'

/** A value that RLP can express: bytes, or a list of items. */
export type RlpItem = Uint8Array | readonly RlpItem[]

/** Greatest depth of nested lists. Nothing on an Ethereum chain comes close. */
const MAX_DEPTH = 32

/** Encodes a value (Ethereum yellow paper, appendix B). */
export function encodeRlp(item: RlpItem): Uint8Array {
  return item instanceof Uint8Array ? encodeBytes(item) : encodeList(item.map(encodeRlp))
}

/** Encodes a list whose members are already encoded. */
export function encodeList(encoded: readonly Uint8Array[]): Uint8Array {
  let length = 0
  for (const part of encoded) length += part.length
  return concatAll([prefix(length, 0xc0), ...encoded])
}

/** Encodes bytes. */
export function encodeBytes(bytes: Uint8Array): Uint8Array {
  if (bytes.length === 1 && bytes[0]! < 0x80) return bytes
  return concat(prefix(bytes.length, 0x80), bytes)
}

function prefix(length: number, offset: 0x80 | 0xc0): Uint8Array {
  if (length < 56) return Uint8Array.of(offset + length)
  const size = fromQuantity(BigInt(length))
  return concat(Uint8Array.of(offset + 55 + size.length), size)
}

/** Returns a number's big-endian bytes without leading zeros; none for zero. */
export function fromQuantity(value: bigint): Uint8Array {
  if (value < 0n) throw new ProofError('rlp', 'a quantity cannot be negative')
  if (value === 0n) return new Uint8Array(0)
  const hex = value.toString(16)
  const bytes = new Uint8Array((hex.length + 1) >>> 1)
  for (let i = bytes.length - 1, end = hex.length; i >= 0; i--, end -= 2) {
    bytes[i] = Number.parseInt(hex.slice(Math.max(0, end - 2), end), 16)
  }
  return bytes
}

/**
 * Returns the number of big-endian bytes.
 * @throws {@link ProofError} `rlp` when it is a list, has leading zeros, or exceeds 32 bytes.
 */
export function toQuantity(item: RlpItem): bigint {
  const bytes = toBytes(item)
  if (bytes.length > 32) throw new ProofError('rlp', 'a quantity has at most 32 bytes')
  if (bytes[0] === 0) throw new ProofError('rlp', 'a quantity has no leading zeros')
  let value = 0n
  for (const byte of bytes) value = (value << 8n) | BigInt(byte)
  return value
}

/**
 * Returns the bytes of an item.
 * @param length required length, if any.
 * @throws {@link ProofError} `rlp` when it is a list or has another length.
 */
export function toBytes(item: RlpItem | undefined, length?: number): Uint8Array {
  if (!(item instanceof Uint8Array)) throw new ProofError('rlp', 'expected bytes, not a list')
  if (length !== undefined && item.length !== length) throw new ProofError('rlp', `expected ${length} bytes`)
  return item
}

/**
 * Returns the members of a list.
 * @throws {@link ProofError} `rlp` when it isn't a list.
 */
export function toList(item: RlpItem | undefined): readonly RlpItem[] {
  if (item === undefined || item instanceof Uint8Array) throw new ProofError('rlp', 'expected a list, not bytes')
  return item
}

/**
 * Decodes canonical RLP. Bytes in the result are views of `data`.
 * @param maxItems the most byte strings and lists it may have.
 * @throws {@link ProofError} `rlp` when a shorter encoding of the same value exists, bytes are missing or left over, or there are too
 * many items.
 */
export function decodeRlp(data: Uint8Array, maxItems = MAX_RLP_ITEMS): RlpItem {
  const { item, end } = read(data, 0, data.length, 0, { max: maxItems, count: 0 })
  if (end !== data.length) throw new ProofError('rlp', 'bytes are left over')
  return item
}

type Member = { readonly item: RlpItem; readonly end: number }
type Items = { readonly max: number; count: number }

function read(data: Uint8Array, at: number, limit: number, depth: number, items: Items): Member {
  if (++items.count > items.max) throw new ProofError('rlp', `more than ${items.max} items`)
  if (depth > MAX_DEPTH) throw new ProofError('rlp', `lists nested more than ${MAX_DEPTH} deep`)
  const first = at < limit ? data[at]! : fail('bytes are missing')
  if (first < 0x80) return { item: data.subarray(at, at + 1), end: at + 1 }
  const isList = first >= 0xc0
  const { start, end } = payload(data, at, limit, first - (isList ? 0xc0 : 0x80))
  if (!isList) {
    if (end - start === 1 && data[start]! < 0x80) fail('a single byte below 0x80 has no prefix')
    return { item: data.subarray(start, end), end }
  }
  const list: RlpItem[] = []
  for (let next = start; next < end; ) {
    const member = read(data, next, end, depth + 1, items)
    list.push(member.item)
    next = member.end
  }
  return { item: list, end }
}

function payload(data: Uint8Array, at: number, limit: number, short: number): { start: number; end: number } {
  if (short < 56) return bounds(at + 1, short, limit)
  const sizeBytes = short - 55
  if (at + 1 + sizeBytes > limit) fail('bytes are missing')
  if (data[at + 1] === 0) fail('a length has leading zeros')
  // Six bytes exceed any memory and are still exact in a number.
  if (sizeBytes > 6) fail('a length is out of range')
  let length = 0
  for (let i = 0; i < sizeBytes; i++) length = length * 256 + data[at + 1 + i]!
  if (length < 56) fail('a length below 56 needs the short form')
  return bounds(at + 1 + sizeBytes, length, limit)
}

function bounds(start: number, length: number, limit: number): { start: number; end: number } {
  if (start + length > limit) fail('bytes are missing')
  return { start, end: start + length }
}

function fail(message: string): never {
  throw new ProofError('rlp', message)
}
