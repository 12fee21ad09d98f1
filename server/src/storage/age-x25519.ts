import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { AgeError } from './age-error.js'
import { type Identity, makeIdentity, type Recipient, sharedSecret } from './age-keys.js'
import { fromBase64, type Stanza, toBase64 } from './age-stanza.js'

// The X25519 recipient type of the age v1 format: the file key, sealed to one recipient.

export const fileKeyLength = 16
const tagLength = 16
const cipher = 'chacha20-poly1305'
const options = { authTagLength: tagLength }
const info = 'age-encryption.org/v1/X25519'
/** Each wrap key is used for one message, so one nonce does. */
const nonce = new Uint8Array(12)

/** Seals a file key (16 bytes) to a recipient, under an ephemeral key of its own. */
export function wrapFileKey(fileKey: Uint8Array, recipient: Recipient): Stanza {
  const ephemeral = makeIdentity()
  const share = ephemeral.recipient.publicKey
  const secret = sharedSecret(ephemeral.secretKey, recipient.publicKey)
  if (!secret) throw new Error('the recipient is not a usable X25519 key')
  const seal = createCipheriv(cipher, wrapKey(secret, share, recipient), nonce, options)
  const body = Buffer.concat([seal.update(fileKey), seal.final(), seal.getAuthTag()])
  return { type: 'X25519', args: [toBase64(share)], body }
}

/**
 * Opens a stanza.
 *
 * @returns null when it is for somebody else
 * @throws AgeError `header` when it is an X25519 stanza of a wrong form
 */
export function unwrapFileKey(stanza: Stanza, identities: readonly Identity[]): Uint8Array | null {
  if (stanza.type !== 'X25519') return null
  const [argument] = stanza.args
  const share = stanza.args.length === 1 && argument !== undefined ? fromBase64(argument) : null
  if (share?.length !== 32) throw new AgeError('header', 'an X25519 stanza has one share of 32 bytes')
  // Before anything is decrypted: a key of another length could be told apart by several identities.
  if (stanza.body.length !== fileKeyLength + tagLength) throw new AgeError('header', 'a file key has 16 bytes')
  for (const { secretKey, recipient } of identities) {
    const secret = sharedSecret(secretKey, share)
    if (!secret) throw new AgeError('header', 'an X25519 share is of low order')
    const open = createDecipheriv(cipher, wrapKey(secret, share, recipient), nonce, options)
    open.setAuthTag(stanza.body.subarray(fileKeyLength))
    const fileKey = open.update(stanza.body.subarray(0, fileKeyLength))
    try {
      open.final()
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
