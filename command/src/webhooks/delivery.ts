import { randomBytes, randomUUID } from 'node:crypto'
import type { RequestOptions, Tallystick } from '@tallystick/sdk'
import { signWebhook, type WebhookPayload } from '@tallystick/sdk/webhook'

const prefix = 'whsec_'
const keyBytesMin = 16
/** As long as the service waits for a receiver. */
const answerMs = 15_000

/** `status` in a payload. */
const statuses: Readonly<Record<WebhookPayload['action'], 0 | 1 | 2>> = { succeed: 1, failed: 2, reorged: 0, test: 1 }

/** Outcome of a delivery. */
export type Receipt = { status: number; milliseconds: number } | { error: string; milliseconds: number }

/** Returns a new signing secret. */
export const newSecret = () => `${prefix}${randomBytes(32).toString('base64')}`

/** Checks a signing secret. @throws {Error} for people when it isn't one */
export function checkSecret(secret: string): string {
  const isLong = Buffer.from(secret.slice(prefix.length), 'base64').length >= keyBytesMin
  if (!secret.startsWith(prefix) || !isLong)
    throw new Error(`--secret must be ${prefix} followed by at least ${keyBytesMin} bytes in Base64`)
  return secret
}

/** Returns the payload that the service sends of a stamp; null when the account no longer has the stamp. */
export async function payloadOf(
  tallystick: Tallystick,
  { webhookId, action, code }: { webhookId: string; action: WebhookPayload['action']; code: string },
  options: RequestOptions,
): Promise<WebhookPayload | null> {
  for await (const stamp of tallystick.stamps({ search: code }, options)) {
    if (stamp.code !== code) continue
    const { _id, userId, clientId, blockchainId, txId, hash, name, type, isEsign, isPrivateBc } = stamp
    const { createdAt, updatedAt } = stamp
    const fields = { _id, userId, clientId, blockchainId, txId, hash, name, type, code, isEsign, isPrivateBc }
    const data = { ...fields, status: statuses[action], createdAt, updatedAt }
    return { webhookId, actionId: randomUUID(), action, data }
  }
  return null
}

/** Sends a payload as the service does, signed by Standard Webhooks. Never throws, unless it is aborted. */
export async function deliver(
  url: string,
  secret: string,
  payload: WebhookPayload,
  signal: AbortSignal,
): Promise<Receipt> {
  const body = JSON.stringify(payload)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Tallystick-Webhooks/1',
    ...(await signWebhook(body, secret, { id: payload.actionId })),
  }
  const startMs = performance.now()
  const milliseconds = () => Math.round(performance.now() - startMs)
  try {
    const ended = AbortSignal.any([signal, AbortSignal.timeout(answerMs)])
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: ended })
    const receipt = { status: response.status, milliseconds: milliseconds() }
    await response.body?.cancel()
    return receipt
  } catch (error) {
    signal.throwIfAborted()
    return { error: reasonOf(error), milliseconds: milliseconds() }
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no answer within ${answerMs / 1000} seconds`
  const { cause } = error
  return cause instanceof Error ? ('code' in cause ? String(cause.code) : cause.message) : error.message
}
