import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { readCertificates, verifyTimestamp } from '@tallystick/proof/tsa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { makeSigningKey } from '../../../test/signing-key.js'
import { type Document, type Operation, operationsOf } from '../../src/http/openapi/document.js'
import { tags as groups } from '../../src/http/openapi/tags.js'
import { batchState } from '../../src/ledger/batch-state.js'
import { checkAnswer, collect, exchanges, unseen } from '../documented.js'
import { expectExamples } from '../examples.js'
import { fileParts, type Part, post, upload } from '../files/upload.js'
import { allFinal } from '../foreign/stamps.js'
import { pdf } from '../media/files.js'
import { query, timestamp } from '../protocols/requests.js'
import { someHash, type TestAccount, useOwnService } from '../service.js'
import { dataOf } from '../stamps/shapes.js'
import { startReceiver } from '../webhooks/receiver.js'
import { loopback } from '../webhooks/shapes.js'

const receiver = await startReceiver()
const { folder: keyFolder, file: CERTIFICATE_KEY_FILE } = makeSigningKey()
afterAll(async () => {
  await receiver.close()
  rmSync(keyFolder, { recursive: true })
})
const service = useOwnService({ ...loopback, QUOTA_UNFINISHED: '100', CERTIFICATE_KEY_FILE, SEAL_COPIES: 'true' })
let document: Document
let ada: TestAccount
beforeAll(async () => {
  document = await collect(service)
  ada = await service.account()
})

const operations = () => operationsOf(document)
const tags = groups.map(({ name }): string => name)

describe('the interface', () => {
  it('names every route that answers, and none that does not', async () => {
    for (const { path, method } of operations()) {
      // A public page without a stamp answers 404, as an unknown route would.
      if (path.startsWith('/s/{code}')) continue
      // Public, and always the same.
      if (path === '/tsa/certificates') continue
      // Its link is all it takes: an unknown one is refused.
      if (path.endsWith('/exports/{token}')) continue
      const answer = await service.call(method.toUpperCase(), path.replace('{code}', '0000000000'))
      expect([400, 401], `${method} ${path}`).toContain(answer.status)
      expect(answer.headers.get('error-code')).not.toBe('not_found')
    }
    expect(Object.keys(document.paths).sort()).toEqual(
      [
        '/account',
        '/account/browsers',
        '/account/browsers/{browserId}',
        '/account/clients',
        '/account/clients/{clientId}',
        '/account/clients/{clientId}/requests',
        '/account/clients/{clientId}/reveal',
        '/account/clients/{clientId}/rotate',
        '/account/devices',
        '/account/devices/token',
        '/account/devices/{userCode}',
        '/account/devices/{userCode}/approve',
        '/account/devices/{userCode}/deny',
        '/account/email',
        '/account/export',
        '/account/restore',
        '/account/sessions',
        '/account/sessions/{sessionId}',
        '/account/step-up',
        '/account/usage',
        '/api/bin',
        '/api/deletions',
        '/api/deletions/{id}/proof',
        '/api/exports',
        '/api/exports/{token}',
        '/api/favourites',
        '/api/files',
        '/api/files/upload',
        '/api/files/upload/{uploadId}',
        '/api/files/validate',
        '/api/files/{fileId}',
        '/api/files/{fileId}/content',
        '/api/files/{fileId}/pages/{page}',
        '/api/files/{fileId}/proof',
        '/api/files/{fileId}/restore',
        '/api/files/{fileId}/thumbnail',
        '/api/files/{fileId}/versions',
        '/api/folders',
        '/api/folders/{folderId}',
        '/api/folders/{folderId}/file/{fileId}',
        '/api/folders/{folderId}/files',
        '/api/folders/{folderId}/folders',
        '/api/folders/{folderId}/manifest',
        '/api/folders/{folderId}/restore',
        '/api/folders/{parentFolderId}/folder/{folderId}',
        '/api/recent',
        '/api/search',
        '/authenticate',
        '/authenticate/refresh',
        '/digest',
        '/events',
        '/hash',
        '/hash/codes',
        '/hash/codes/{code}/seal',
        '/hash/exports',
        '/hash/exports/{token}',
        '/hash/labels',
        '/hash/overview',
        '/hash/runs',
        '/hash/runs/{id}',
        '/hash/runs/{id}/stamps',
        '/hash/tags',
        '/hash/{code}',
        '/hash/{code}/proof',
        '/multi-stamp',
        '/network',
        '/network/blocks/{number}',
        '/network/witnesses',
        '/profile',
        '/s',
        '/s/{code}',
        '/s/{code}/proof',
        '/timestamp/{commitment}',
        '/tsa',
        '/tsa/certificates',
        '/tsa/tokens/{serialNumber}',
        '/v2/authenticate',
        '/v2/authenticate/refresh',
        '/v2/enroll-user',
        '/v2/enroll-user/{userId}',
        '/v2/hash',
        '/v2/webhooks',
        '/v2/webhooks/{id}',
        '/v2/webhooks/{id}/deliveries',
        '/v2/webhooks/{id}/deliveries/{deliveryId}',
        '/v2/webhooks/{id}/deliveries/{deliveryId}/redeliver',
        '/v2/webhooks/{id}/recover',
        '/v2/webhooks/{id}/rotate',
        '/v2/webhooks/{id}/test',
      ].sort(),
    )
  })

  it('every operation answers as described, and its example is a real answer', async () => {
    await callAccounts()
    const stamp = await callStamps()
    await callProtocols()
    await callNetwork()
    const folderId = await callFolders()
    await callFiles(folderId, stamp)
    await callUploads(folderId)
    await callWebhooks()
    await callWrongly(folderId)
    // An account is managed in portal/account.slow.test.ts.
    expect(unseen(tags.filter((tag) => tag !== 'Account'))).toEqual([])
    expectExamples(({ operation }) => operation.tags[0] !== 'Account')
  })
})

const get = (path: string) => service.call('GET', path, undefined, ada.auth)
const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  service.call(method, path, body, { ...ada.auth, ...headers })
const keyed = { 'idempotency-key': '8e03978e-40d5-43e8-bc93-6894a57f9324' }

async function callAccounts() {
  const login = { 'client-id': ada.clientId, 'secret-key': ada.secretKey }
  for (const base of ['', '/v2']) {
    const { refreshToken } = dataOf(await service.call('POST', `${base}/authenticate`, undefined, login))
    const { token } = dataOf(await service.call('POST', `${base}/authenticate/refresh`, { refreshToken }))
    await service.call('DELETE', `${base}/authenticate`, undefined, { authorization: `Bearer ${token}` })
  }
  await get('/profile')
  const profile = {
    bio: 'Poetical science',
    walletAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    language: 'EN',
  }
  await ask('PUT', '/profile', profile)
}

async function callStamps() {
  const metadata = { latitude: '48.1372', longitude: '11.5756', description: 'Signed in Munich' }
  const body = { hash: someHash(), filename: 'agreement.pdf', metadata }
  const made = dataOf(await ask('POST', '/hash', body, keyed))
  const person = { userId: 'customer-17', username: 'Kim Example', email: 'kim@example.org' }
  await ask('POST', '/v2/enroll-user', person)
  await get('/v2/enroll-user?page=1&limit=5')
  await ask('DELETE', `/v2/enroll-user/${person.userId}`)
  const free = { hash: someHash(), userId: ada.userId, metadata: { invoice: 4711, parts: ['a', 'b'] } }
  await ask('POST', '/v2/hash', free, { 'idempotency-key': '0b0d3a1f-9a53-4f0e-8f3f-5f2ad3a7c0de' })
  const items = [
    { hash: someHash(), filename: 'plan.pdf', isPrivate: true },
    { hash: made.hash, filename: 'agreement.pdf' },
  ]
  await ask('POST', '/multi-stamp', items, { 'idempotency-key': 'c56a4180-65aa-42ec-a945-5fd21dec0538' })
  const reserving = { 'idempotency-key': '8d5d7f0e-2f3c-4a55-9b0e-6a1c52b1d9f4' }
  const reserved = dataOf(await ask('POST', '/hash/codes', { count: 2 }, reserving)).codes[0].code
  await ask('POST', `/hash/codes/${reserved}/seal`, { digest: someHash() })
  await allFinal(service)
  for (const path of ['/hash', '/v2/hash']) {
    await get(`${path}?id=${made.code}`)
    await get(`${path}?id=${free.hash}`)
    await get(`${path}?page=1&limit=5${path === '/hash' ? '' : `&userId=${ada.userId}`}`)
    await get(`${path}?txid=${made.txid}`)
  }
  await ask('PATCH', `/hash/${made.code}`, { isPrivate: false, publicDetails: true })
  await get(`/hash/${made.code}/proof`)
  await callRuns(made.code)
  return made
}

async function callRuns(code: string) {
  const key = { 'idempotency-key': 'f2b1b9a4-7c77-4f0f-9a53-0c6d1d2f7e11' }
  const { id } = dataOf(await ask('POST', '/hash/runs', { name: 'Müller ./. Schmidt', isPrivate: true }, key))
  const failures = [{ name: 'K2.pdf', folder: 'Annexes', reason: 'unreadable' }]
  await ask('POST', `/hash/runs/${id}/stamps`, { items: [{ code, folder: 'Annexes' }], failures })
  await get('/hash/runs')
  await get(`/hash/runs/${id}`)
  await ask('PATCH', `/hash/runs/${id}`, { name: 'Müller ./. Schmidt, annexes' })
  await ask('POST', '/hash/labels', { select: { codes: [code] }, addTags: ['Case 7'], note: 'Ask for the original' })
  await get('/hash/tags')
  await get('/hash/overview')
  const { url } = dataOf(
    await ask('POST', '/hash/exports', { select: { codes: [code] }, format: 'csv', language: 'EN' }),
  )
  await get(url)
}

async function callProtocols() {
  const hash = randomBytes(32)
  const { bytes } = await timestamp(service, query({ hash }), ada.auth)
  const { text: pem } = await get('/tsa/certificates')
  const { serialNumber } = await verifyTimestamp(bytes, { digest: hash }, readCertificates(pem))
  await get(`/tsa/tokens/${serialNumber}`)
  const digest = 'a digest'
  const url = `${service.url}/digest`
  const submitted = await fetch(url, { method: 'POST', headers: ada.auth, body: digest })
  const answer = Buffer.from(await submitted.arrayBuffer())
  const { status, headers } = submitted
  const seen = { requestHeaders: {}, request: digest, status, headers, body: undefined, bytes: answer }
  checkAnswer({ method: 'POST', path: '/digest', ...seen })
  await get(`/timestamp/${someHash()}`)
  // The answer begins with the nonce: an append, its length, its bytes.
  const nonce = answer.subarray(2, 2 + (answer[1] as number))
  const commitment = createHash('sha256').update(digest).update(nonce).digest('hex')
  await get(`/timestamp/${commitment}`)
  await allFinal(service)
  await get(`/timestamp/${commitment}`)
}

async function callNetwork() {
  await allFinal(service)
  await get('/network')
  await get('/network/blocks/0')
  await get('/network/witnesses')
  // Ends once read: the stream itself doesn't.
  const leaving = new AbortController()
  const response = await fetch(`${service.url}/events`, { headers: ada.auth, signal: leaving.signal })
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const bytes = Buffer.from((await reader.read()).value ?? [])
  expect(bytes.toString()).toContain('event: ready')
  leaving.abort()
  const { status, headers } = response
  checkAnswer({ method: 'GET', path: '/events', requestHeaders: {}, status, headers, body: undefined, bytes })
}

async function callFolders(): Promise<string> {
  const folders = '/api/folders'
  const folder = { folderName: 'Contracts', folderType: 'private', organizationId: ada.userId }
  const { _id, parentFolderId } = dataOf(await ask('POST', folders, folder, { 'idempotency-key': randomUUID() }))
  await get(`${folders}?page=1&limit=5&organizationId=${ada.userId}`)
  await get(`${folders}/${parentFolderId}/folder/${_id}`)
  await ask('PATCH', `${folders}/${_id}`, { folderName: 'Contracts 2026', folderType: 'public' })
  await ask('DELETE', `${folders}/${_id}`)
  await ask('POST', `${folders}/${_id}/restore`)
  return _id
}

/** Waits until every answer about a file stays the same: it is final, and what is in it is known. */
async function filesSettled() {
  await allFinal(service)
  await eventually('every file is inspected', async () => {
    const open = await service.database.db.query('SELECT FROM file_versions WHERE look_at IS NOT NULL LIMIT 1')
    return open.length === 0
  })
}

async function callFiles(folderId: string, stamp: { code: string; hash: string }) {
  const folder = `/api/folders/${folderId}`
  const content = Buffer.from('documented')
  const file = dataOf(await post(service, '/api/files', fileParts(ada, folderId, content), ada.auth))
  const same: Part[] = [
    ['fileId', file.fileId],
    ['organizationId', ada.userId],
    ['attachments', content, 'agreement.txt'],
  ]
  await filesSettled()
  await post(service, '/api/files/validate', same, ada.auth)
  for (const part of [`/file/${file.fileId}`, '/manifest', '/files', '']) await get(`${folder}${part}`)
  await get('/api/folders/root/folders')
  await get(`/s/${stamp.code}`)
  await get(`/s/${file.uniqueId}`)
  await get(`/s/${stamp.code}/proof`)
  await get(`/s?hash=${stamp.hash}`)
  const own = `/api/files/${file.fileId}`
  await post(service, `${own}/versions`, [['attachments', Buffer.from('2'), 'agreement.txt']], ada.auth)
  const printed = await upload(service, ada, folderId, pdf(1))
  await filesSettled()
  await get(`/api/files/${printed.fileId}`)
  await get(`/api/files/${printed.fileId}/pages/1`)
  for (const part of ['/versions', '/proof', '/content', '/thumbnail', '']) await get(`${own}${part}`)
  await ask('PATCH', own, { fileName: 'agreement.txt', isFavourite: true })
  await get('/api/favourites')
  const exported = { folders: [folderId], files: [file.fileId], proofs: ['json'], language: 'EN' }
  await get(dataOf(await ask('POST', '/api/exports', exported)).url)
  await get('/api/recent')
  expect(dataOf(await get('/api/search?search=agreement')).count).toBeGreaterThan(0)
  await ask('DELETE', own)
  await get('/api/bin')
  await ask('POST', `${own}/restore`)
  await ask('DELETE', '/api/bin')
  const purged = await ask('DELETE', `${own}?permanent=true`)
  await allFinal(service)
  const deletions = dataOf(await get('/api/deletions'))
  expect(deletions.data[0].proofUrl).toBe(purged.headers.get('deletion-certificate'))
  await get(deletions.data[0].proofUrl)
}

async function callUploads(folderId: string) {
  const send = (method: string, path: string, more: Record<string, string>, body?: string) =>
    ask(method, path, body, { 'tus-resumable': '1.0.0', ...more })
  const encoded = (text: string) => Buffer.from(text).toString('base64')
  const metadata = `folderId ${encoded(folderId)},fileName ${encoded('plan.txt')}`
  const begun = await send('POST', '/api/files/upload', { 'upload-length': '10', 'upload-metadata': metadata })
  const place = new URL(begun.headers.get('location') ?? '').pathname
  const append = (offset: string, bytes: string) =>
    send(
      'PATCH',
      place,
      {
        'upload-offset': offset,
        'content-type': 'application/offset+octet-stream',
        prefer: 'return=representation',
      },
      bytes,
    )
  await append('0', 'docum')
  await append('5', 'ented')
  await send('HEAD', place, {})
  await send('DELETE', place, {})
}

async function callWebhooks() {
  // A stamp that became final meanwhile would be in the list of deliveries.
  await eventually('every batch is final', async () => {
    const [{ pending } = { pending: 1 }] = await service.database.db.query<{ pending: number }>(
      'SELECT count(*)::int AS pending FROM batches WHERE state < $1',
      [batchState.final],
    )
    return pending === 0
  })
  const hooks = '/v2/webhooks'
  const wanted = { redirectUrl: `${receiver.url}/in`, action: ['hash.succeed'], description: 'Archive' }
  const { id } = dataOf(await ask('POST', hooks, wanted, { 'idempotency-key': randomUUID() }), 201)
  const own = `${hooks}/${id}`
  await get(hooks)
  await get(own)
  await ask('PATCH', own, { action: ['hash.succeed', 'hash.failed'] })
  await ask('POST', `${own}/rotate`)
  const { id: deliveryId } = dataOf(await ask('POST', `${own}/test`))
  await eventually('the attempt is recorded', async () => {
    const [delivered] = await service.database.db.query('SELECT 1 FROM delivery_attempts')
    return delivered
  })
  await get(`${own}/deliveries`)
  await get(`${own}/deliveries/${deliveryId}`)
  await ask('POST', `${own}/deliveries/${deliveryId}/redeliver`)
  await ask('POST', `${own}/recover`, { since: new Date(0).toISOString() })
  await ask('POST', '/hash', { hash: someHash(), filename: 'agreement.pdf' })
  for (const event of ['test', 'succeed'] as const) {
    const delivery = await eventually(`the event ${event} arrives`, () =>
      receiver.received.find(({ body }) => JSON.parse(body).action === event),
    )
    const operation = document.webhooks?.[event === 'test' ? 'test' : `hash.${event}`]?.post as Operation
    const { method, path, body } = delivery
    const names = (operation.parameters ?? []).map(({ name }) => [name, String(delivery.headers[name])])
    const request = {
      method,
      path,
      requestHeaders: {},
      request: JSON.parse(body),
      parameters: Object.fromEntries(names),
    }
    const answer = { status: 204, headers: new Headers(), body: undefined }
    exchanges.set(operation.operationId, { ...request, ...answer, operation, place: [path, method] })
  }
  await ask('DELETE', own)
}

/** Requests that are refused in words of their own: the examples of refusals. */
async function callWrongly(folderId: string) {
  const uploads = '/api/files/upload'
  const encoded = (text: string) => Buffer.from(text).toString('base64')
  const metadata = `folderId ${encoded(folderId)},fileName ${encoded('plan.txt')}`
  const begin = { 'tus-resumable': '1.0.0', 'upload-length': '9'.repeat(12), 'upload-metadata': metadata }
  expect((await ask('POST', uploads, undefined, { ...begin, 'upload-length': '200' })).status).toBe(201)
  const refusals = [
    await ask('PUT', '/hash', {}),
    await ask('POST', '/hash', '{'),
    await ask('POST', '/hash', ' '.repeat(1_100_000)),
    await ask('POST', '/hash', '{}', { 'content-encoding': 'gzip' }),
    await ask('POST', uploads, undefined, begin),
    await ask('POST', uploads, undefined, { ...begin, 'upload-length': '1' }),
  ]
  expect(refusals.map(({ headers }) => headers.get('error-code'))).toEqual([
    'method_not_allowed',
    'malformed_json',
    'too_large',
    'encoding_unsupported',
    'file_too_large',
    'unfinished_quota',
  ])
  const streams = new AbortController()
  const { signal } = streams
  const listen = () => fetch(`${service.url}/events`, { headers: ada.auth, signal })
  // Kept: fetch ends the stream of an answer that is collected as garbage, and the next one would be taken.
  const open: Response[] = []
  while (open.length < 10) open.push(await listen())
  expect(open.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect((await get('/events')).headers.get('error-code')).toBe('too_many_streams')
  expect(open.every(({ bodyUsed }) => !bodyUsed)).toBe(true)
  streams.abort()
  const request = httpRequest(new URL('/profile', service.url), { headers: { host: 'unknown.example' } }).end()
  const [answer] = await once(request, 'response')
  const { statusCode: status, headers } = answer
  const path = { method: 'GET', path: '/profile', requestHeaders: {} }
  checkAnswer({ ...path, status, headers: new Headers(headers), body: JSON.parse(await text(answer)) })
  expect([status, headers['error-code']]).toEqual([421, 'host_unknown'])
}
