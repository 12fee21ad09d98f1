import { expect } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { type Answer, type Reachable, someHash, type TestAccount, type TestService } from '../service.js'

const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
const txid = expect.stringMatching(/^0x[0-9a-f]{64}$/)
const code = expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{10}$/)

/** Exactly the keys of a creation result (docs/interface.md §2.8). */
export const creationShape = { id: uuid, hash: expect.any(String), txid, code, filename: expect.any(String) }

const state = expect.stringMatching(/^(submitted|confirmed|final)$/)

/** Members that a stamp without labels has for its owner alone. */
const ownShape = { tags: [], note: null, run: null, endUser: null }
const blockTime = expect.toSatisfy((value) => value === null || !Number.isNaN(Date.parse(value)))

/** Stamp details (docs/interface.md §2.8), of a stamp of others. */
export const detailsShape = {
  hash: expect.any(String),
  originalDocHash: expect.any(String),
  metaData: expect.any(Array),
  filename: expect.any(String),
  type: expect.stringMatching(/^\d+$/),
  txid,
  timestamp: iso,
  code,
  username: expect.any(String),
  userVerify: expect.any(Number),
  isEsign: expect.any(Boolean),
  isPrivateBc: expect.any(Boolean),
  isPrivate: expect.any(Boolean),
  publicDetails: expect.any(Boolean),
  isOwn: expect.any(Boolean),
  otherCode: expect.toSatisfy((value) => value === null || /^[0-9A-HJKMNP-TV-Z]{10}$/.test(String(value))),
  state,
  blockNumber: expect.toSatisfy((value) => value === null || Number.isSafeInteger(value)),
  blockTime,
  proofUrl: expect.stringMatching(/^\/hash\/\w{10}\/proof$/),
}

/** Stamp details of its owner. */
export const ownDetailsShape = { ...detailsShape, ...ownShape }

/** A v1 list item (docs/interface.md §2.8). */
export const itemV1Shape = {
  _id: uuid,
  userId: uuid,
  clientId: expect.any(String),
  blockchainId: 'eip155:31337',
  name: expect.any(String),
  txId: txid,
  hash: expect.any(String),
  type: expect.stringMatching(/^\d+$/),
  code,
  originalDocHash: expect.any(String),
  isEsign: expect.any(Boolean),
  isPrivateBc: expect.any(Boolean),
  isPrivate: expect.any(Boolean),
  createdAt: iso,
  updatedAt: iso,
  state,
  blockTime,
  ...ownShape,
}

/** A v2 list item (docs/interface.md §2.8). */
export const itemV2Shape = {
  _id: uuid,
  userId: uuid,
  clientId: expect.any(String),
  name: expect.any(String),
  txId: txid,
  code,
  isEsign: expect.any(Boolean),
  isPrivate: expect.any(Boolean),
  createdAt: iso,
  state,
  blockTime,
  ...ownShape,
}

/** A list item as others than its owner see it. */
export function seenByOthers<Shape extends typeof itemV1Shape | typeof itemV2Shape>(shape: Shape) {
  const { blockTime: _, tags: __, note: ___, run: ____, endUser: _____, ...shown } = shape
  return shown
}

/** Expects an error: exactly `{status, message}`, with its code and a request id in the headers. */
export function expectError(answer: Answer, status: number, code: string, message: string | RegExp): void {
  expect({ status: answer.status, body: answer.body, code: answer.headers.get('error-code') }).toStrictEqual({
    status,
    body: { status, message: typeof message === 'string' ? message : expect.stringMatching(message) },
    code,
  })
  expect(answer.headers.get('request-id')).toMatch(/^[\w.:-]+$/)
}

/** Expects success and returns the data. */
// biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape it expects
export function dataOf(answer: Answer, status = 200): any {
  expect(answer.body, answer.text).toStrictEqual({ status, message: expect.any(String), data: expect.anything() })
  expect(answer.status).toBe(status)
  expect(answer.headers.get('request-id')).toMatch(/^[\w.:-]+$/)
  return answer.body.data
}

/** Creates a stamp with v1; returns the data of the answer. */
export async function stamp(service: Reachable, by: Pick<TestAccount, 'auth'>, more: Record<string, unknown> = {}) {
  const created = dataOf(await service.call('POST', '/hash', { hash: someHash(), ...more }, by.auth))
  return created as { id: string; hash: string; txid: string; code: string; filename: string }
}

/**
 * Waits until a stamp is final: its state, its block and its proof don't change any more. Mines, because a node that mines as
 * transactions arrive may leave the last one waiting for the next.
 *
 * @returns its details
 */
export function finalStamp(service: TestService, by: Pick<TestAccount, 'auth'>, code: string) {
  return eventually('the stamp is final', async () => {
    await service.rpc('evm_mine')
    const details = dataOf(await service.call('GET', `/hash?id=${code}`, undefined, by.auth))
    return details.state === 'final' && details
  })
}
