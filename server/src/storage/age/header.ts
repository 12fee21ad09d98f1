import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { AgeError } from './error.js'
import type { Identity, Recipient } from './keys.js'
import { formatStanza, fromBase64, parseStanzas, type Stanza, toBase64 } from './stanza.js'
import { fileKeyLength, unwrapFileKey, wrapFileKey } from './x25519.js'

// The header of the age v1 format (https://c2sp.org/age): version line, stanzas, MAC. Text with LF line ends.

const version = 'age-encryption.org/v1'
const none = new Uint8Array(0)
/** Maximum header length, in bytes. Each recipient takes 98. */
const lengthMax = 16_384

/** Generates a file key, 16 bytes. Never reused for a second file. */
export function makeFileKey(): Uint8Array {
  return randomBytes(fileKeyLength)
}

/** Builds the header that wraps the file key for these recipients only. */
export function makeHeader(fileKey: Uint8Array, recipients: readonly Recipient[]): Uint8Array {
  if (recipients.length === 0) throw new Error('a file without recipients could never be decrypted')
  const stanzas = recipients.map((recipient) => formatStanza(wrapFileKey(fileKey, recipient)))
  const covered = Buffer.from(`${version}\n${stanzas.join('')}---`, 'latin1')
  return Buffer.concat([covered, Buffer.from(` ${toBase64(macOf(fileKey, covered))}\n`, 'latin1')])
}

/** Returns the length of {@link makeHeader}'s header, in bytes. */
export function headerSize(recipients: number): number {
  return 22 + recipients * 98 + 48
}

/**
 * Finds the end of the header in the first bytes of a file.
 *
 * @returns null when it needs more of the file
 * @throws {AgeError} `header` when more wouldn't help
 */
export function findHeader(beginning: Uint8Array): number | null {
  const bytes = Buffer.from(beginning.buffer, beginning.byteOffset, beginning.byteLength)
  const first = bytes.toString('latin1', 0, version.length + 1)
  if (!`${version}\n`.startsWith(first)) throw new AgeError('header', `the first line is not ${version}`)
  // Only the last line starts like this.
  const last = bytes.indexOf('\n---')
  const end = last < 0 ? -1 : bytes.indexOf('\n', last + 1)
  if (end >= 0 && end < lengthMax) return end + 1
  if (bytes.length >= lengthMax) throw new AgeError('header', `longer than ${lengthMax} bytes`)
  return null
}

/**
 * Unwraps the file key from a complete header and checks the header's MAC.
 *
 * @throws {AgeError} `header`, `no match` or `mac`
 */
export function unwrapHeader(header: Uint8Array, identities: readonly Identity[]): Uint8Array {
  const { stanzas, covered, mac } = parseHeader(header)
  const [fileKey] = stanzas.flatMap((stanza) => unwrapFileKey(stanza, identities) ?? [])
  if (!fileKey) throw new AgeError('no match', 'no identity matches')
  if (!timingSafeEqual(macOf(fileKey, covered), mac)) throw new AgeError('mac', 'the header was modified')
  return fileKey
}

/** Returns whether this identity, and no other, can unwrap the header. @throws {AgeError} when the header is damaged */
export function isSoleRecipient(header: Uint8Array, identity: Identity): boolean {
  const { stanzas } = parseHeader(header)
  const [stanza, ...others] = stanzas
  if (!stanza || others.length > 0 || !unwrapFileKey(stanza, [identity])) return false
  unwrapHeader(header, [identity])
  return true
}

/**
 * Wraps the same file key in a new header for other recipients: rotates keys without touching the content. Anyone who kept the
 * old header and its identity can still decrypt the file.
 *
 * @throws {AgeError} when no identity matches the header
 */
export function rewrapHeader(
  header: Uint8Array,
  identities: readonly Identity[],
  recipients: readonly Recipient[],
): Uint8Array {
  return makeHeader(unwrapHeader(header, identities), recipients)
}

/** Parses a header strictly. */
function parseHeader(header: Uint8Array): { stanzas: readonly Stanza[]; covered: Uint8Array; mac: Uint8Array } {
  const text = Buffer.from(header.buffer, header.byteOffset, header.byteLength).toString('latin1')
  const lines = text.split('\n')
  const [first, last, rest] = [lines.shift(), lines.at(-2), lines.at(-1)]
  if (first !== version) throw new AgeError('header', `the first line is not ${version}`)
  const mac = last?.startsWith('--- ') ? fromBase64(last.slice(4)) : null
  if (rest !== '' || mac?.length !== 32) throw new AgeError('header', 'the last line is not --- and a 32-byte MAC')
  const stanzas = parseStanzas(lines.slice(0, -2))
  if (stanzas.length === 0) throw new AgeError('header', 'there are no recipients')
  // The spec requires scrypt to be the only stanza: anyone with the passphrase could have made the file.
  if (stanzas.length > 1 && stanzas.some(({ type }) => type === 'scrypt')) {
    throw new AgeError('header', 'a passphrase is mixed with other recipients')
  }
  return { stanzas, covered: header.subarray(0, text.lastIndexOf('---') + 3), mac }
}

function macOf(fileKey: Uint8Array, covered: Uint8Array): Uint8Array {
  const key = new Uint8Array(hkdfSync('sha256', fileKey, none, 'header', 32))
  return createHmac('sha256', key).update(covered).digest()
}
