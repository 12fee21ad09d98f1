import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailboxFor } from '../../src/accounts/mail/mailbox-access.js'
import { createLogger } from '../../src/base/telemetry/log.js'
import { createHttp } from '../../src/http/server.js'

const token = 'swordfish-of-the-operator'
let app: FastifyInstance
beforeAll(async () => {
  app = await createHttp({
    logger: createLogger('silent'),
    metrics: { observe: () => undefined },
    bodyLimit: 1000,
    trustProxy: ['127.0.0.1'],
    publicUrl: 'http://notary.example.com',
  })
  app.get('/without', async (request) => mailboxFor(request, undefined))
  app.get('/with', async (request) => mailboxFor(request, token))
})
afterAll(() => app.close())

async function ask(headers: Record<string, string>, remoteAddress = '127.0.0.1', url = '/without'): Promise<string> {
  return (await app.inject({ url, remoteAddress, headers: { host: 'localhost:3000', ...headers } })).body
}

describe('the mailbox', () => {
  it.each(['127.0.0.1', '127.0.0.9', '::1', '::ffff:127.0.0.1'])(
    'opens for a browser of this machine: %s',
    async (peer) => {
      for (const host of ['localhost', 'LOCALHOST:3000', '127.0.0.1:3000', '[::1]:3000']) {
        expect(await ask({ host }, peer)).toBe('open')
      }
    },
  )

  it.each(['192.0.2.1', '2001:db8::1', '::ffff:192.0.2.1', '172.17.0.1'])('is closed to another: %s', async (peer) => {
    expect(await ask({}, peer)).toBe('closed')
    expect(await ask({ 'x-forwarded-for': '127.0.0.1' }, peer)).toBe('closed')
  })

  it.each<Record<string, string>>([
    { host: 'notary.example.com' },
    { host: '192.0.2.1:3000' },
    { 'x-forwarded-for': '203.0.113.7' },
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-forwarded-for': 'unknown' },
    { 'x-forwarded-host': 'localhost' },
    { 'X-Forwarded-Proto': 'https' },
    { 'x-real-ip': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { via: '1.1 proxy' },
  ])('is closed to what a proxy of this machine passes on: %j', async (headers) => {
    expect(await ask(headers)).toBe('closed')
  })

  it('opens elsewhere with the token of the operator alone', async () => {
    const withToken = (authorization: string) => ask({ authorization }, '192.0.2.1', '/with')
    expect(await withToken(`Bearer ${token}`)).toBe('open')
    for (const wrong of ['', token, `Bearer ${token}x`, `Bearer ${'x'.repeat(token.length)}`]) {
      expect(await withToken(wrong)).toBe('locked')
    }
    expect(await ask({}, '127.0.0.1', '/with')).toBe('open')
  })
})
