import { createPrivateKey, createPublicKey, diffieHellman, type KeyObject, randomBytes } from 'node:crypto'
import { bech32, parseBech32 } from './bech32.js'

/** Encrypts files: an X25519 public key, 32 bytes. Plain data, so it can be posted to a worker thread. */
export interface Recipient {
  publicKey: Uint8Array
}

/** Decrypts files: an X25519 private key, 32 bytes, and its public key. */
export interface Identity {
  secretKey: Uint8Array
  recipient: Recipient
}

// RFC 8410: the DER prefix of a 32-byte key in PKCS #8 and in SubjectPublicKeyInfo.
const pkcs8 = Buffer.from('302e020100300506032b656e04220420', 'hex')
const spki = Buffer.from('302a300506032b656e032100', 'hex')

/** Derives the identity of a private key. @param secretKey 32 bytes */
export function identityOf(secretKey: Uint8Array): Identity {
  const der = createPublicKey(privateKey(secretKey)).export({ format: 'der', type: 'spki' })
  return { secretKey, recipient: { publicKey: new Uint8Array(der.subarray(spki.length)) } }
}

/** Generates an identity. */
export function makeIdentity(): Identity {
  return identityOf(new Uint8Array(randomBytes(32)))
}

/** Formats an identity as `AGE-SECRET-KEY-1…`. */
export function formatIdentity({ secretKey }: Identity): string {
  return bech32('age-secret-key-', secretKey).toUpperCase()
}

/** Parses an identity. @throws {Error} when it isn't an X25519 identity; the message doesn't reveal it */
export function parseIdentity(text: string): Identity {
  if (text !== text.toUpperCase()) throw new Error('expected upper case')
  return identityOf(decodeKey(text, 'age-secret-key-'))
}

/** Formats a recipient as `age1…`. */
export function formatRecipient({ publicKey }: Recipient): string {
  return bech32('age', publicKey)
}

/** Parses a recipient. @throws {Error} when it isn't an X25519 recipient */
export function parseRecipient(text: string): Recipient {
  if (text !== text.toLowerCase()) throw new Error('expected lower case')
  return { publicKey: decodeKey(text, 'age') }
}

/**
 * Computes an X25519 shared secret (RFC 7748).
 *
 * @returns null when it would be all zeros, i.e. the public key is of low order
 */
export function sharedSecret(secretKey: Uint8Array, publicKey: Uint8Array): Uint8Array | null {
  try {
    const secret = diffieHellman({
      privateKey: privateKey(secretKey),
      publicKey: createPublicKey({ key: Buffer.concat([spki, publicKey]), format: 'der', type: 'spki' }),
    })
    return secret.every((byte) => byte === 0) ? null : secret
  } catch {
    // OpenSSL itself rejects an all-zero secret; with 32 bytes on either side nothing else can fail.
    return null
  }
}

function privateKey(secretKey: Uint8Array): KeyObject {
  if (secretKey.length !== 32) throw new Error('an X25519 key has 32 bytes')
  return createPrivateKey({ key: Buffer.concat([pkcs8, secretKey]), format: 'der', type: 'pkcs8' })
}

function decodeKey(text: string, expected: string): Uint8Array {
  const { prefix, bytes } = parseBech32(text)
  if (prefix !== expected || bytes.length !== 32) throw new Error(`expected ${expected}1… of an X25519 key`)
  return bytes
}
