import { createPrivateKey, createPublicKey, diffieHellman, type KeyObject, randomBytes } from 'node:crypto'
import { bech32, parseBech32 } from './bech32.js'

/** Whom a file is encrypted to: an X25519 public key, 32 bytes. Plain data: it can be handed to a worker thread. */
export interface Recipient {
  publicKey: Uint8Array
}

/** Who can open a file: an X25519 private key, 32 bytes, and its public half. */
export interface Identity {
  secretKey: Uint8Array
  recipient: Recipient
}

// RFC 8410: what stands before the 32 bytes of a key in PKCS #8 and in SubjectPublicKeyInfo.
const pkcs8 = Buffer.from('302e020100300506032b656e04220420', 'hex')
const spki = Buffer.from('302a300506032b656e032100', 'hex')

/** The identity of a private key. @param secretKey 32 bytes */
export function identityOf(secretKey: Uint8Array): Identity {
  const der = createPublicKey(privateKey(secretKey)).export({ format: 'der', type: 'spki' })
  return { secretKey, recipient: { publicKey: new Uint8Array(der.subarray(spki.length)) } }
}

/** A new identity. */
export function makeIdentity(): Identity {
  return identityOf(new Uint8Array(randomBytes(32)))
}

/** `AGE-SECRET-KEY-1…` */
export function formatIdentity({ secretKey }: Identity): string {
  return bech32('age-secret-key-', secretKey).toUpperCase()
}

/** @throws Error when it is not an X25519 identity; the message does not show it */
export function parseIdentity(text: string): Identity {
  if (text !== text.toUpperCase()) throw new Error('an identity is in upper case')
  return identityOf(keyIn(text, 'age-secret-key-'))
}

/** `age1…` */
export function formatRecipient({ publicKey }: Recipient): string {
  return bech32('age', publicKey)
}

/** @throws Error when it is not an X25519 recipient */
export function parseRecipient(text: string): Recipient {
  if (text !== text.toLowerCase()) throw new Error('a recipient is in lower case')
  return { publicKey: keyIn(text, 'age') }
}

/**
 * X25519 (RFC 7748).
 *
 * @returns the shared secret; null when it would be all zeros, i.e. the public key is of low order
 */
export function sharedSecret(secretKey: Uint8Array, publicKey: Uint8Array): Uint8Array | null {
  try {
    const secret = diffieHellman({
      privateKey: privateKey(secretKey),
      publicKey: createPublicKey({ key: Buffer.concat([spki, publicKey]), format: 'der', type: 'spki' }),
    })
    return secret.every((byte) => byte === 0) ? null : secret
  } catch {
    // OpenSSL refuses an all-zero secret itself; nothing else can fail with 32 bytes on either side.
    return null
  }
}

function privateKey(secretKey: Uint8Array): KeyObject {
  if (secretKey.length !== 32) throw new Error('an X25519 key has 32 bytes')
  return createPrivateKey({ key: Buffer.concat([pkcs8, secretKey]), format: 'der', type: 'pkcs8' })
}

function keyIn(text: string, expected: string): Uint8Array {
  const { prefix, bytes } = parseBech32(text)
  if (prefix !== expected || bytes.length !== 32) throw new Error(`expected ${expected}1… of an X25519 key`)
  return bytes
}
