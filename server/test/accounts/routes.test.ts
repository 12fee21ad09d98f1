import { type AddressInfo, connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GuessLimit } from '../../src/accounts/proving/guess-limit.js'
import { accountRoutes } from '../../src/accounts/routes.js'
import { useDatabase } from '../postgres.js'
import { contextOn, httpApp, someAccount } from './fixture.js'

const test = useDatabase()
/** Stands still, as far as guesses are concerned. */
const nowMs = 1_000_000
let app: FastifyInstance
let account: Awaited<ReturnType<typeof someAccount>>
let login: Record<string, string>
let bearer: Record<string, string>

beforeAll(async () => {
  app = await httpApp()
  // Tests that fail logins on purpose use an address of their own.
  await app.register(accountRoutes, {
    ...contextOn(test.db),
    guesses: new GuessLimit({ clock: { elapsed: () => nowMs } }),
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  account = await someAccount(test.db)
  login = { 'client-id': account.clientId, 'secret-key': account.secretKey }
  const { token } = (await app.inject({ method: 'POST', url: '/authenticate', headers: login })).json().data
  bearer = { authorization: `Bearer ${token}` }
})
afterAll(() => app.close())

const put = (payload: unknown) =>
  app.inject({
    method: 'PUT',
    url: '/profile',
    headers: { ...bearer, 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  })

describe('POST /authenticate', () => {
  it('200 with exactly the documented fields', async () => {
    const reply = await app.inject({ method: 'POST', url: '/authenticate', headers: login })
    expect(reply.json()).toEqual({
      status: 200,
      message: 'User logged in successfully',
      data: {
        token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        refreshToken: expect.stringMatching(/^rt_[\w-]{43}$/),
        _id: account.userId,
        name: 'Ada',
        username: expect.any(String),
        email: expect.stringContaining('@example.com'),
        status: 1,
        profilePicture: '',
        loginType: 'apiKey',
        isAccess: 1,
        walletAddress: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
      },
    })
  })

  it.each([
    ['', 'application/json'],
    ['', 'text/plain'],
    ['', 'application/x-www-form-urlencoded'],
    ['', 'multipart/form-data; boundary=x'],
    ['', 'nonsense'],
    ['{}', 'application/json'],
    ['{not json', 'application/json'],
    ['a=b', 'application/x-www-form-urlencoded'],
  ])('200 with the body %j as %s', async (payload, type) => {
    const headers = { ...login, 'content-type': type, 'content-length': String(payload.length) }
    const reply = await app.inject({ method: 'POST', url: '/authenticate', headers, payload })
    expect(reply.statusCode, reply.body).toBe(200)
  })

  it('200 for a bare POST as curl sends it', async () => {
    const { port } = app.server.address() as AddressInfo
    const head = Object.entries(login).map(([name, value]) => `${name}: ${value}\r\n`)
    const answer = await new Promise<string>((resolve, reject) => {
      let text = ''
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(`POST /authenticate HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${head.join('')}\r\n`)
      })
      socket.on('data', (chunk) => {
        text += chunk.toString()
      })
      socket.on('end', () => resolve(text))
      socket.on('error', reject)
    })
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('400 that names the missing header', async () => {
    for (const [name, headers] of [
      ['client-id', { 'secret-key': 'x' }],
      ['secret-key', { 'client-id': 'x' }],
    ] as const) {
      const reply = await app.inject({ method: 'POST', url: '/authenticate', headers })
      expect(reply.json()).toEqual({ status: 400, message: expect.stringContaining(name) })
    }
  })

  it('404 for any wrong pair, always the same body', async () => {
    const pairs = [
      { 'client-id': account.clientId, 'secret-key': 'sk_local_wrong' },
      { 'client-id': 'cl_unknown', 'secret-key': account.secretKey },
      { 'client-id': "' OR 1=1 --", 'secret-key': 'x'.repeat(5000) },
      { 'client-id': 'clé', 'secret-key': 'ключ' },
    ]
    for (const headers of pairs) {
      const reply = await app.inject({ method: 'POST', url: '/authenticate', headers, remoteAddress: '192.0.2.4' })
      expect(reply.json()).toEqual({ status: 404, message: 'User Not Found' })
    }
  })

  it('429 after 30 failures from one address, even concurrent ones', async () => {
    const wrong = { ...login, 'secret-key': 'wrong' }
    const tries = Array.from({ length: 40 }, (_, i) =>
      app.inject({
        method: 'POST',
        url: '/authenticate',
        headers: wrong,
        remoteAddress: `2001:db8::${(i + 1).toString(16)}`,
      }),
    )
    const replies = await Promise.all(tries)
    expect(replies.filter((reply) => reply.statusCode === 404)).toHaveLength(30)
    const refused = replies.filter((reply) => reply.statusCode === 429)
    expect(refused).toHaveLength(10)
    expect(refused[0]?.headers['retry-after']).toBe('60')
    const right = { method: 'POST', url: '/authenticate', headers: login } as const
    expect((await app.inject({ ...right, remoteAddress: '2001:db8::ff' })).statusCode).toBe(429)
    expect((await app.inject({ ...right, remoteAddress: '2001:db8:0:1::1' })).statusCode).toBe(200)
  })

  it('200 for more than 30 successful logins a minute', async () => {
    const tries = Array.from({ length: 40 }, () => app.inject({ method: 'POST', url: '/authenticate', headers: login }))
    expect((await Promise.all(tries)).every((reply) => reply.statusCode === 200)).toBe(true)
  })
})

describe('POST /authenticate/refresh', () => {
  const refresh = (payload: unknown) =>
    app.inject({ method: 'POST', url: '/authenticate/refresh', payload: payload as object, remoteAddress: '192.0.2.9' })

  it('200 once, 401 with the same token again', async () => {
    const { data } = (await app.inject({ method: 'POST', url: '/authenticate', headers: login })).json()
    const first = await refresh({ refreshToken: data.refreshToken })
    expect(first.json()).toMatchObject({ status: 200, data: { _id: account.userId } })
    expect(Object.keys(first.json().data)).toEqual(Object.keys(data))
    const again = await refresh({ refreshToken: data.refreshToken })
    expect(again.json()).toEqual({ status: 401, message: 'Invalid auth token' })
    const headers = { authorization: `Bearer ${first.json().data.token}` }
    expect((await app.inject({ url: '/profile', headers })).statusCode).toBe(401)
  })

  it.each([
    [{}],
    [{ refreshToken: 1 }],
    [{ refreshToken: null }],
    [{ refreshToken: '' }],
    [{ refreshToken: 'x', more: 1 }],
    [[]],
  ])('400 for %j', async (payload) => {
    expect((await refresh(payload)).statusCode).toBe(400)
  })
})

describe('DELETE /authenticate', () => {
  it('200, and the token is revoked', async () => {
    const { data } = (await app.inject({ method: 'POST', url: '/authenticate', headers: login })).json()
    const headers = { authorization: `Bearer ${data.token}`, 'content-type': 'application/json' }
    const reply = await app.inject({ method: 'DELETE', url: '/authenticate', headers })
    expect(reply.json()).toEqual({ status: 200, message: 'User logged out successfully' })
    expect((await app.inject({ method: 'DELETE', url: '/authenticate', headers })).statusCode).toBe(401)
  })

  it('400 without a token', async () => {
    const reply = await app.inject({ method: 'DELETE', url: '/authenticate' })
    expect(reply.json()).toEqual({ status: 400, message: 'Authorization Token Not Found' })
  })
})

describe('profile', () => {
  it('400 without a token, 401 with a wrong one', async () => {
    for (const method of ['GET', 'PUT'] as const) {
      const missing = await app.inject({ method, url: '/profile' })
      expect(missing.json()).toEqual({ status: 400, message: 'Authorization Token Not Found' })
      const wrong = await app.inject({ method, url: '/profile', headers: { authorization: 'Bearer x' } })
      expect(wrong.json()).toEqual({ status: 401, message: 'Invalid auth token' })
    }
  })

  it('200, and GET returns the change', async () => {
    const lower = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'
    const reply = await put({ name: ' Countess ', bio: 'Poetical science', walletAddress: lower, language: 'DE' })
    expect(reply.json()).toEqual({ status: 200, message: 'Profile updated successfully' })
    expect((await put({ bio: '😀'.repeat(500) })).statusCode).toBe(200)
    expect((await app.inject({ url: '/profile', headers: bearer })).json()).toMatchObject({
      status: 200,
      data: {
        _id: account.userId,
        name: 'Countess',
        bio: '😀'.repeat(500),
        walletAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
        language: 'DE',
      },
    })
    expect((await put({ bio: '' })).statusCode).toBe(200)
    expect((await app.inject({ url: '/profile', headers: bearer })).json().data.bio).toBe('')
  })

  it.each([
    [{}, 'at least one field'],
    [{ bio: null }, 'bio'],
    [{ bio: 7 }, 'bio'],
    [{ bio: 'x'.repeat(501) }, 'bio'],
    [{ bio: 'a\u0000b' }, 'bio'],
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ name: 'a\nb' }, 'name'],
    [{ walletAddress: null }, 'walletAddress'],
    [{ walletAddress: '' }, 'walletAddress'],
    [{ walletAddress: '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }, 'walletAddress'],
    [{ language: 'FR' }, 'language'],
    [{ language: 'de' }, 'language'],
    [{ language: null }, 'language'],
    [{ bio: 'x', isAccess: 1 }, 'isAccess'],
    [{ email: 'x@example.com' }, 'email'],
    [[], ''],
    ['text', ''],
    [null, ''],
  ])('400 for %j', async (payload, named) => {
    const reply = await put(payload)
    expect(reply.json()).toEqual({ status: 400, message: expect.stringContaining(named) })
  })
})
