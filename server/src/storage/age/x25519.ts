import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { AgeError } from './error.js'
import { type Identity, makeIdentity, type Recipient, sharedSecret } from './keys.js'
import { fromBase64, type Stanza, toBase64 } from './stanza.js'

// The X25519 recipient type of the age v1 format: the file key, wrapped for one recipient.

export const fileKeyLength = 16
const tagLength = 16
const algorithm = 'chacha20-poly1305'
const options = { authTagLength: tagLength }
const info = 'age-encryption.org/v1/X25519'
/** Each wrap key encrypts a single message, so a fixed nonce is safe. */
const nonce = new Uint8Array(12)

/** Wraps a file key (16 bytes) for a recipient, under a fresh ephemeral key. */
export function wrapFileKey(fileKey: Uint8Array, recipient: Recipient): Stanza {
  const ephemeral = makeIdentity()
  const share = ephemeral.recipient.publicKey
  const secret = sharedSecret(ephemeral.secretKey, recipient.publicKey)
  if (!secret) throw new Error('the recipient is not a usable X25519 key')
  const cipher = createCipheriv(algorithm, wrapKey(secret, share, recipient), nonce, options)
  const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()])
  return { type: 'X25519', args: [toBase64(share)], body }
}

/**
 * Unwraps the file key of a stanza.
 *
 * @returns null when it is for another recipient
 * @throws {AgeError} `header` when it is a malformed X25519 stanza
 */
export function unwrapFileKey(stanza: Stanza, identities: readonly Identity[]): Uint8Array | null {
  if (stanza.type !== 'X25519') return null
  const [argument] = stanza.args
  const share = stanza.args.length === 1 && argument !== undefined ? fromBase64(argument) : null
  if (share?.length !== 32) throw new AgeError('header', 'an X25519 stanza must have one share of 32 bytes')
  // Checked before decrypting: a ciphertext of another length could decrypt under several keys (partitioning oracle).
  if (stanza.body.length !== fileKeyLength + tagLength) throw new AgeError('header', 'a file key must have 16 bytes')
  for (const { secretKey, recipient } of identities) {
    const secret = sharedSecret(secretKey, share)
    if (!secret) throw new AgeError('header', 'an X25519 share is of low order')
    const decipher = createDecipheriv(algorithm, wrapKey(secret, share, recipient), nonce, options)
    decipher.setAuthTag(stanza.body.subarray(fileKeyLength))
    const fileKey = decipher.update(stanza.body.subarray(0, fileKeyLength))
    try {
      decipher.final()
      return fileKey
    } catch {
      // For another identity.
    }
  }
  return null
}

function wrapKey(secret: Uint8Array, share: Uint8Array, { publicKey }: Recipient): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, Buffer.concat([share, publicKey]), info, 32))
}
