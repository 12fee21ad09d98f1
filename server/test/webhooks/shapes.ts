import { expect } from 'vitest'
import type { Reachable, TestAccount } from '../service.js'
import { dataOf } from '../stamps/shapes.js'

const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)

/** A webhook, with exactly these keys. */
export const webhookShape = {
  id: uuid,
  userId: uuid,
  redirectUrl: expect.any(String),
  description: '',
  action: ['hash.succeed', 'hash.failed', 'hash.reorged'],
  enabled: true,
  disabledReason: null,
  disabledAt: null,
  failingSince: null,
  previousSecretUntil: null,
  createdAt: iso,
  updatedAt: iso,
}

/** A webhook whose secret is shown. */
export const withSecretShape = { ...webhookShape, secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) }

/** An attempt in the delivery log. */
export const attemptShape = {
  number: expect.any(Number),
  at: iso,
  durationMs: expect.any(Number),
  address: '127.0.0.1',
  requestHead: expect.stringMatching(/^POST \/\S* HTTP\/1\.1\n/),
  responseStatus: expect.any(Number),
  responseHead: expect.stringMatching(/^HTTP\/1\.1 \d{3}/),
  responseBody: expect.any(String),
  error: null,
  errorCode: null,
}

/** The data of a payload (docs/interface.md §9.2). */
export const payloadDataShape = {
  _id: uuid,
  userId: uuid,
  clientId: expect.any(String),
  blockchainId: 'eip155:31337',
  txId: expect.stringMatching(/^0x[0-9a-f]{64}$/),
  hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  name: expect.any(String),
  type: expect.stringMatching(/^\d$/),
  code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{10}$/),
  isEsign: expect.any(Boolean),
  isPrivateBc: expect.any(Boolean),
  status: expect.any(Number),
  createdAt: iso,
  updatedAt: iso,
}

/** A delivery, with exactly these keys. */
export const deliveryShape = {
  id: uuid,
  event: expect.stringMatching(/^(hash\.(succeed|failed|reorged)|test)$/),
  state: expect.stringMatching(/^(waiting|delivered|failed|cancelled)$/),
  attempts: expect.any(Number),
  nextAttemptAt: expect.toSatisfy((value) => value === null || !Number.isNaN(Date.parse(value))),
  payload: {
    webhookId: uuid,
    actionId: uuid,
    action: expect.stringMatching(/^(succeed|failed|reorged|test)$/),
    data: payloadDataShape,
  },
  lastAttempt: expect.toSatisfy((value) => value === null || typeof value === 'object'),
  createdAt: iso,
  updatedAt: iso,
}

/** Settings that let a test service reach receivers on this machine. */
export const loopback = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8' }

/** A registered webhook. */
export interface Registered {
  id: string
  secret: string
  redirectUrl: string
}

/** Registers a webhook for all events. */
export async function register(
  service: Reachable,
  by: TestAccount,
  redirectUrl: string,
  action: readonly string[] = webhookShape.action,
): Promise<Registered> {
  return dataOf(await service.call('POST', '/v2/webhooks', { redirectUrl, action }, by.auth), 201)
}
