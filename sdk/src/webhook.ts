import { fromBase64, toBase64 } from './base64.js'

/** The body of a delivery. */
export interface WebhookPayload {
  /** ID of the webhook. */
  webhookId: string
  /** ID of the event, the same in every delivery of it. Skip events you have already handled. */
  actionId: string
  /** Event: the stamp or file is final, has failed, or is pending again after a reorg; or a test of this receiver. */
  action: 'succeed' | 'failed' | 'reorged' | 'test'
  data: {
    _id: string
    userId: string
    clientId: string
    /** CAIP-2 ID of the chain. */
    blockchainId: string
    /** Transaction ID, with 0x. */
    txId: string
    /** Hex, lower case, without 0x. */
    hash: string
    name: string
    /** `0` a submitted hash, `1` a file, `2` a multi-stamp, `3` a timestamp, `4` a calendar's digest, unless the client sent another value. */
    type: string
    code: string
    isEsign: boolean
    isPrivateBc: boolean
    /** 1 final, 2 failed, 0 pending again. */
    status: 0 | 1 | 2
    createdAt: string
    updatedAt: string
    /** Only where the block is dated more than two hours before the service received the stamp: says so in words. */
    timeContradiction?: string
  }
}

/** Headers as frameworks provide them: `Headers`, or an object with names in any case. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

/** The request is not a valid delivery. Answer with 400 and ignore it; `code` says why. */
export class WebhookError extends Error {
  override name = 'WebhookError'
  readonly code: 'header-missing' | 'too-old' | 'too-new' | 'signature-wrong' | 'body-malformed'

  constructor(code: WebhookError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** Options of {@link verifyWebhook}. */
export interface VerifyWebhookOptions {
  /** Greatest accepted age of a delivery, and difference between the clocks; 300 by default. */
  toleranceSeconds?: number
  /** Time of the check; the current time by default. */
  now?: Date
}

/** Options of {@link signWebhook}. */
export interface SignWebhookOptions {
  /** ID of the event, the payload's `actionId`; a random one by default. */
  id?: string
  /** Time of the delivery; the current time by default. */
  now?: Date
}

/** The headers of a signed delivery. */
export interface SignedWebhookHeaders extends Record<string, string> {
  'webhook-id': string
  /** Seconds since 1970. */
  'webhook-timestamp': string
  'webhook-signature': string
}

const prefix = 'whsec_'

/**
 * Verifies that a request comes from the service, is unchanged, and is not a replay of an old one (Standard Webhooks 1.0:
 * HMAC-SHA256 over ID, time and body).
 *
 * @param headers headers of the request
 * @param body the raw body: parsing and serialising it again would change the signature
 * @param secret the signing secret, `whsec_…`; during a rotation, the old and the new one
 * @returns the payload
 * @throws WebhookError when it is not a valid delivery to this receiver
 * @throws TypeError when the body is already parsed, or a secret is malformed
 * @example
 * const { action, data } = await verifyWebhook(request.headers, rawBody, process.env.WEBHOOK_SECRET)
 */
export async function verifyWebhook(
  headers: WebhookHeaders,
  body: string | Uint8Array,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = new Date() }: VerifyWebhookOptions = {},
): Promise<WebhookPayload> {
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    throw new TypeError('pass the raw body as bytes or text, before it is parsed')
  }
  const keys = await Promise.all([secret].flat().map(keyOf))
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature').split(' ').flatMap(macIn)
  checkTime(timestamp, toleranceSeconds, now)
  const bytes = bytesIn(body)
  const signed = signedBytes(id, timestamp, bytes)
  const pairs = keys.flatMap((key) => signatures.map((mac) => crypto.subtle.verify('HMAC', key, mac, signed)))
  if (!(await Promise.all(pairs)).includes(true))
    throw new WebhookError('signature-wrong', 'no signature of the request matches: check the secret')
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as WebhookPayload
  } catch {
    throw new WebhookError('body-malformed', 'the body is signed, but is not JSON')
  }
}

/**
 * Signs a body as the service does, so that tests can send a receiver what {@link verifyWebhook} accepts.
 *
 * @param body the body, exactly as it is sent
 * @param secret the signing secret, `whsec_…`; during a rotation, the old and the new one
 * @returns the headers to send with it
 * @throws TypeError when a secret is malformed
 * @example
 * const body = JSON.stringify({ webhookId: 'w', actionId: 'e', action: 'succeed', data })
 * const headers = await signWebhook(body, process.env.WEBHOOK_SECRET, { id: 'e' })
 * await fetch(receiver, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })
 */
export async function signWebhook(
  body: string | Uint8Array,
  secret: string | readonly string[],
  { id = randomId(), now = new Date() }: SignWebhookOptions = {},
): Promise<SignedWebhookHeaders> {
  const keys = await Promise.all([secret].flat().map(keyOf))
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const signed = signedBytes(id, timestamp, bytesIn(body))
  const macs = await Promise.all(keys.map((key) => crypto.subtle.sign('HMAC', key, signed)))
  const signatures = macs.map((mac) => `v1,${toBase64(new Uint8Array(mac))}`)
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

/** `crypto.randomUUID` is missing in pages without TLS. */
function randomId(): string {
  return `evt_${Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

async function keyOf(secret: string) {
  const key = secret.startsWith(prefix) ? bytesOf(secret.slice(prefix.length)) : null
  // Anyone could sign with an empty key.
  if (key === null || key.length < 16)
    throw new TypeError(`a signing secret is ${prefix} and at least 16 bytes in Base64`)
  return crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
}

function bytesIn(body: string | Uint8Array): Uint8Array {
  return typeof body === 'string' ? new TextEncoder().encode(body) : body
}

/** The bytes that a signature is over. */
function signedBytes(id: string, timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const start = new TextEncoder().encode(`${id}.${timestamp}.`)
  const bytes = new Uint8Array(start.length + body.length)
  bytes.set(start)
  bytes.set(body, start.length)
  return bytes
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = 'get' in headers && typeof headers.get === 'function' ? headers.get(name) : named(headers, name)
  if (typeof value !== 'string' || value === '')
    throw new WebhookError('header-missing', `the header ${name} is missing`)
  return value
}

function named(headers: object, name: string): unknown {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
}

function checkTime(timestamp: string, toleranceSeconds: number, now: Date): void {
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NEGATIVE_INFINITY
  const age = now.getTime() / 1000 - seconds
  if (age > toleranceSeconds) throw new WebhookError('too-old', 'the request was signed too long ago')
  if (age < -toleranceSeconds)
    throw new WebhookError('too-new', 'the request was signed in the future: check the clock')
}

/** Returns the code of a signature; none of versions other than v1. */
function macIn(signature: string): Uint8Array<ArrayBuffer>[] {
  const [version, text = ''] = signature.split(',')
  const mac = version === 'v1' ? bytesOf(text) : null
  return mac === null ? [] : [mac]
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return fromBase64(base64)
  } catch {
    return null
  }
}
