import { createHmac } from 'node:crypto'

const prefix = 'whsec_'

/** Returns the key in a secret (`whsec_` and base64). */
export function keyOfSecret(secret: string): Buffer {
  return Buffer.from(secret.slice(prefix.length), 'base64')
}

/**
 * Returns the headers a receiver verifies (Standard Webhooks 1.0): HMAC-SHA256 over id, time and body.
 *
 * @param id stable across attempts, so that receivers can deduplicate
 * @param at time of this attempt
 * @param body byte for byte as sent
 * @param secrets `whsec_…`; two while a rotated secret and its predecessor overlap
 */
export function signedHeaders(id: string, at: Date, body: string, secrets: readonly string[]) {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const mac = createHmac('sha256', keyOfSecret(secret)).update(`${id}.${timestamp}.${body}`)
    return `v1,${mac.digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
