import { describe, expect, it } from 'vitest'
import { useService } from '../service.js'
import { dataOf, expectError } from '../stamps/shapes.js'
import { raw as rawTo } from './app.js'

const service = useService()
const raw = (text: string) => rawTo(service.url, text)
const get = (path: string, headers?: Record<string, string>) => service.call('GET', path, undefined, headers)

describe('addresses', () => {
  it('404: an unknown path, also a prefix of a known one or below one', async () => {
    for (const path of [
      '/hashes',
      '/hash/x/y',
      '/v2',
      '/v3/hash',
      '/v2/multi-stamp',
      '/HASH',
      '/%',
      '/hash/%ff/proof',
      `/${'x'.repeat(500)}`,
    ]) {
      expectError(await get(path), 404, 'not_found', 'Not found')
    }
  })

  it.each([
    ['DELETE', '/hash', 'GET, HEAD, POST'],
    ['PUT', '/v2/hash?id=x', 'GET, HEAD, POST'],
    ['GET', '/multi-stamp', 'POST'],
    ['GET', '/authenticate', 'POST, DELETE'],
    ['POST', '/profile', 'GET, HEAD, PUT'],
    ['GET', '/hash/ABCDEFGHJK', 'PATCH'],
    ['POST', '/hash/ABCDEFGHJK/proof', 'GET, HEAD'],
  ])('405: %s %s, and Allow lists its methods', async (method, path, allow) => {
    const answer = await service.call(method, path)
    expectError(answer, 405, 'method_not_allowed', `This address accepts only ${allow}`)
    expect(answer.headers.get('allow')).toBe(allow)
  })

  it("a client's request ID is kept if harmless", async () => {
    expect((await get('/healthz', { 'request-id': 'mine-1' })).headers.get('request-id')).toBe('mine-1')
    expect((await get('/healthz', { 'request-id': 'a b' })).headers.get('request-id')).not.toBe('a b')
    const ids = await Promise.all([get('/healthz'), get('/healthz')])
    expect(new Set(ids.map((answer) => answer.headers.get('request-id'))).size).toBe(2)
  })

  it("input that isn't HTTP gets an answer, and the service goes on", async () => {
    expect(await raw('NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
    const ada = await service.account()
    const head = `POST /hash HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${ada.auth.authorization}\r\nConnection: close\r\n`
    expect(await raw(`${head}Content-Length: 2\r\n\r\n{}`)).toMatch(/^HTTP\/1\.1 415 /)
    const type = 'Content-Type: application/json\r\n'
    expect(await raw(`${head}${type}Content-Length: 99999999999\r\n\r\n`)).toMatch(/^HTTP\/1\.1 413 /)
    expect((await get('/healthz')).status).toBe(200)
  })
})

describe('health', () => {
  it('200: /healthz and /readyz', async () => {
    expect((await get('/healthz')).body).toStrictEqual({ status: 200, message: 'The process runs' })
    expect((await get('/readyz')).body).toStrictEqual({
      status: 200,
      message: expect.stringMatching(/^Ready to stamp/),
    })
  })

  it('404: /metrics without METRICS_TOKEN', async () => {
    expectError(await get('/metrics'), 404, 'not_found', 'Not found')
    expectError(await get('/metrics', { authorization: 'Bearer ' }), 404, 'not_found', /Not found/)
  })
})

describe('pages', () => {
  it('302: / leads programs to the portal', async () => {
    for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
      const answer = await get('/', headers)
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/portal/'])
      expect(answer.headers.get('vary')).toContain('accept')
    }
  })

  it.each(['/portal', '/portal/'])('200: %s, with everything it refers to', async (path) => {
    const answer = await get(path)
    const page =
      answer.status === 302 || answer.status === 301 ? await get(answer.headers.get('location') ?? '') : answer
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toMatch(/^text\/html/)
    await expectOwnFiles(page.text, '/portal/')
  })

  it('200: /docs loads nothing from other hosts', async () => {
    const page = await get('/docs')
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'; .*style-src 'self'/)
    expect(page.headers.get('content-security-policy')).not.toMatch(/https?:|\*|unsafe-inline/)
    expect(page.text).toContain('<title>API reference · Tallystick</title>')
    await expectOwnFiles(page.text, '/docs')
  })

  it("404: a path below the pages' files that no file can have", async () => {
    for (const path of [
      '%00',
      'a%00.js',
      '..%2f',
      '..%2f..%2fpackage.json',
      '..%5c',
      '%2e%2e%2f',

      'x'.repeat(300),
    ]) {
      expectError(await get(`/portal/assets/${path}`), 404, 'not_found', 'Not found')
    }
  })

  it('404: files beside those of the pages', async () => {
    for (const path of [
      '/docs/index.html',
      '/docs/package.json',
      '/portal/../package.json',
      '/portal/%2e%2e/package.json',
    ]) {
      expect((await get(path)).status, path).toBe(404)
    }
  })
})

it('a login over HTTP, and its token works', async () => {
  const ada = await service.account()
  expect(dataOf(await get('/profile', ada.auth))._id).toBe(ada.userId)
})

async function expectOwnFiles(html: string, base: string): Promise<void> {
  const references = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] as string)
  for (const reference of references) {
    const target = new URL(reference, new URL(base, service.url))
    expect(target.origin, reference).toBe(service.url)
    const answer = await get(target.pathname)
    expect([200, 302], reference).toContain(answer.status)
  }
}
