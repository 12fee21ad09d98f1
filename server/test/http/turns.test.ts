import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { beforeAll, describe, it } from 'vitest'
import { type TestAccount, useService } from '../service.js'
import { expectShortTurns } from '../turns.js'

const service = useService()
let ada: TestAccount
let code: string
let hash: string
beforeAll(async () => {
  ada = await service.account()
  hash = createHash('sha256').update(ada.userId).digest('hex')
  const metadata = Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`metadata${at}`, `value ${at}`]))
  const answer = await service.call('POST', '/v2/hash', { hash, userId: ada.userId, ...metadata }, ada.auth)
  code = answer.body.data.code
})

/** Sends a request whose bytes are ready, and reads its answer without keeping it. */
function send(method: string, path: string, body?: Buffer): () => Promise<number> {
  const { hostname, port } = new URL(service.url)
  const length = body ? `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n` : ''
  const head = () =>
    `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: ${ada.auth.authorization}\r\n${length}\r\n`
  return () =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(head())
        if (body) socket.write(body)
      })
      let bytes = 0
      socket.on('data', (chunk) => {
        bytes += chunk.length
      })
      socket.on('error', reject)
      socket.on('close', () => resolve(bytes))
    })
}

const mebibyte = 1 << 20
const filled = (before: string, unit: string, after: string) =>
  Buffer.from(before + unit.repeat(Math.floor((mebibyte - before.length - after.length) / unit.length)) + after)

const withNames = (count: number) =>
  Buffer.from(`{${Array.from({ length: count }, (_, at) => `"metadata${at}":1`).join(',')}}`)

describe('no request blocks the event loop', () => {
  it.each<[string, () => [string, string, Buffer?]]>([
    ['one text', () => ['POST', '/v2/hash', filled('{"metadata":"', 'x', '"}')]],
    ['numbers', () => ['POST', '/v2/hash', filled('{"metadata":[0', ',0', ']}')]],
    ['objects', () => ['POST', '/v2/hash', filled('{"metadata":[{}', ',{"a":1}', ']}')]],
    ['brackets', () => ['POST', '/v2/hash', filled('{"metadata":', '[', '')]],
    ['names', () => ['POST', '/v2/hash', withNames(21_990)]],
    ['unknown names', () => ['POST', '/hash', withNames(21_990)]],
    ['too many names', () => ['POST', '/hash', withNames(60_000)]],
    [
      'places',
      () => ['POST', '/hash', filled(`{"hash":"${'0'.repeat(64)}","metadata":[{}`, ',{"description":"a"}', ']}')],
    ],
  ])('with a body of 1 MiB: %s', async (_, request) => {
    await expectShortTurns(send(...request()))
  })

  it.each([
    ['/openapi.json'],
    ['/docs'],
    ['/hash?id=CODE'],
    ['/hash?page=1&limit=100'],
    ['/hash/CODE/proof'],
    ['/hash/CODE/proof?format=pdf'],
    ['/hash/CODE/proof?format=html'],
    ['/hash/CODE/proof?format=ots'],
    ['/s/CODE'],
    ['/verifier'],
    ['/metrics'],
    [`/v2/hash?userId=USER&search=${encodeURIComponent('%'.repeat(255))}`],
  ])('GET %s', async (path) => {
    await expectShortTurns(send('GET', path.replace('CODE', code).replace('USER', ada.userId)))
  })

  it('POST /account/export', async () => {
    await expectShortTurns(send('POST', '/account/export'))
  })
})
