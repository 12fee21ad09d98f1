import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a webhook delivers. */
export interface WebhookPayload {
  /** Of the webhook, as registered. */
  webhookId: string
  /** Of this event: the same however often it is delivered. Whoever has seen it may skip it. */
  actionId: string
  /** What happened to the stamp or file: it is final, it can never be, it is under way again; or somebody tries this receiver. */
  action: 'succeed' | 'failed' | 'reorged' | 'test'
  data: {
    _id: string
    userId: string
    clientId: string
    /** CAIP-2 id of the chain. */
    blockchainId: string
    /** The transaction on the chain, with 0x. */
    txId: string
    /** Hex, lower case, without 0x. */
    hash: string
    name: string
    /** `0` submitted as a hash, `1` a file, `2` multi-stamp, unless another was sent. */
    type: string
    code: string
    isEsign: boolean
    isPrivateBc: boolean
    /** 1 done, 2 failed, 0 under way again. */
    status: 0 | 1 | 2
    createdAt: string
    updatedAt: string
  }
}

/** Headers as frameworks have them: `Headers`, or an object with names in any case. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

/** Why a request is not a delivery: answer it with 400, and do nothing else. */
export class WebhookError extends Error {
  override name = 'WebhookError'
  readonly code: 'header-missing' | 'too-old' | 'too-new' | 'signature-wrong' | 'body-malformed'

  constructor(code: WebhookError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** Settings of {@link verifyWebhook}. */
export interface VerifyWebhookOptions {
  /** By how much the clocks may differ, and a delivery may be late; 300 unless given. */
  toleranceSeconds?: number
  /** Of the check; the present unless given. */
  now?: Date
}

const prefix = 'whsec_'

/**
 * Checks that a request comes from the service, is untouched, and is not an old one sent again (Standard Webhooks 1.0:
 * HMAC-SHA256 over id, time and body).
 *
 * @param headers of the request
 * @param body byte for byte as it came: what was parsed and written again has another signature
 * @param secret `whsec_…`; while you change it, the old and the new one
 * @returns what is delivered
 * @throws WebhookError when it is not a delivery to this receiver
 * @throws TypeError when the body was parsed already, or a secret is none
 * @example
 * const { action, data } = verifyWebhook(request.headers, rawBody, process.env.WEBHOOK_SECRET)
 */
export function verifyWebhook(
  headers: WebhookHeaders,
  body: string | Uint8Array,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = new Date() }: VerifyWebhookOptions = {},
): WebhookPayload {
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    throw new TypeError('the body must be the bytes or the text that came, before anything parsed it')
  }
  const keys = [secret].flat().map(keyOf)
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature').split(' ')
  checkTime(timestamp, toleranceSeconds, now)
  const isOurs = keys.some((key) => {
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
    return signatures.some((signature) => isSignature(signature, expected))
  })
  if (!isOurs) throw new WebhookError('signature-wrong', 'no signature of the request fits: is it the right secret?')
  try {
    return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as WebhookPayload
  } catch {
    throw new WebhookError('body-malformed', 'the body is signed, but not JSON')
  }
}

function keyOf(secret: string): Buffer {
  const key = Buffer.from(secret.startsWith(prefix) ? secret.slice(prefix.length) : '', 'base64')
  // An empty key would accept what anybody signs with it.
  if (key.length < 16) throw new TypeError(`a webhook's secret begins with ${prefix}`)
  return key
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
    throw new WebhookError('too-new', 'the request was signed in the future: check the clocks')
}

/** Signatures of other versions than v1 are for others. */
function isSignature(signature: string, expected: Buffer): boolean {
  const [version, text = ''] = signature.split(',')
  const given = Buffer.from(text, 'base64')
  return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
}
