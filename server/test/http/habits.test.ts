import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { wallTime } from '../../../test/wall-time.js'
import { allFinal } from '../foreign/stamps.js'
import { someHash, type TestAccount, useOwnService } from '../service.js'
import { dataOf, expectError } from '../stamps/shapes.js'

const app = 'https://app.example'
const service = useOwnService({
  CORS_ORIGINS: `${app}, https://other.example`,
  SECURITY_CONTACT: 'mailto:security@notary.example',
  OFFLINE_PAGES: 'false',
})
let ada: TestAccount
beforeAll(async () => {
  ada = await service.account()
})

/** Answers as they arrive: fetch would undo the compression. */
async function raw(path: string, headers: Record<string, string>, method = 'GET') {
  const request = httpRequest(new URL(path, service.url), { method, headers: { ...ada.auth, ...headers } }).end()
  const [response] = await once(request, 'response')
  return { status: response.statusCode as number, headers: response.headers, body: await text(response) }
}

it('with OFFLINE_PAGES=false, browsers forget the pages that they kept, and apps share no files', async () => {
  const worker = await service.call('GET', '/worker.js')
  expect([worker.status, worker.text]).toEqual([200, expect.stringContaining('registration.unregister()')])
  const manifest = await service.call('GET', '/manifest.webmanifest')
  expect(JSON.parse(manifest.text)).not.toHaveProperty('share_target')
})

describe('scripts of other origins', () => {
  it('may use the API from the origins of the setting, with a token and no cookies', async () => {
    const origin = { origin: app }
    const asked = {
      ...origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    }
    const preflight = await raw('/hash', asked, 'OPTIONS')
    expect(preflight.status).toBe(204)
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': app,
      'access-control-allow-headers': 'authorization',
      'access-control-allow-methods': expect.stringContaining('PATCH'),
    })
    const { headers } = await raw('/hash?page=1&limit=1', origin)
    expect(headers['access-control-allow-origin']).toBe(app)
    expect(headers['access-control-expose-headers']).toContain('Error-Code')
    expect(headers['access-control-allow-credentials']).toBeUndefined()
    expect(headers.vary).toContain('Origin')
    // A refusal can be read, too.
    const refused = await raw('/hash?id=0000000000', origin)
    expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([404, app])
  })

  it('can read every refusal, and every header of an answer', async () => {
    for (const [path, status, method, headers] of [
      ['/nowhere', 404, 'GET', {}],
      ['/hash', 405, 'PUT', {}],
      ['/profile', 401, 'GET', { authorization: 'Bearer x' }],
      ['/profile', 421, 'GET', { host: 'unknown.example' }],
    ] as const) {
      const refused = await raw(path, { origin: app, ...headers }, method)
      expect([path, refused.status, refused.headers['access-control-allow-origin']]).toEqual([path, status, app])
    }
    const { headers } = await raw('/healthz', { origin: app })
    for (const name of ['Date', 'Content-Range', 'Retry-After', 'ETag', 'Upload-Offset'])
      expect(headers['access-control-expose-headers']).toContain(name)
    const page = await raw(`/s?hash=${someHash()}`, { origin: app })
    expect(page.headers.vary).toContain('Origin')
  })

  it("change nothing for requests without an origin, where OPTIONS lists an address's methods", async () => {
    expect((await raw('/nowhere', {}, 'OPTIONS')).status).toBe(404)
    expect((await raw('/nowhere', {}, 'POST')).status).toBe(404)
    expect((await raw('/hash', {}, 'OPTIONS')).headers.allow).toBe('GET, HEAD, POST')
    const tus = await raw('/api/files/upload', { origin: app }, 'OPTIONS')
    expect(tus.headers).toMatchObject({ 'tus-version': '1.0.0', 'access-control-allow-origin': app })
  })

  it('may not use it from any other origin, and never the portal, which takes cookies', async () => {
    for (const [path, origin] of [
      ['/hash?page=1&limit=1', 'https://evil.example'],
      ['/portal/api/session', app],
      ['/%70ortal/api/session', app],
      ['/portal/', app],
      ['/portal?page=1', app],
    ] as const) {
      const { headers } = await raw(path, { origin })
      expect([path, headers['access-control-allow-origin']]).not.toEqual([path, origin])
      const preflight = await raw(path, { origin, 'access-control-request-method': 'POST' }, 'OPTIONS')
      expect([path, preflight.headers['access-control-allow-origin']]).not.toEqual([path, origin])
    }
  })
})

describe('answers', () => {
  it('over 1 KB are compressed for clients that accept it, with the same content', async () => {
    const plain = await raw('/openapi.json', {})
    expect(plain.headers['content-encoding']).toBeUndefined()
    for (const encoding of ['br', 'gzip']) {
      const { headers } = await raw('/openapi.json', { 'accept-encoding': encoding })
      expect(headers).toMatchObject({ 'content-encoding': encoding, vary: expect.stringContaining('accept-encoding') })
    }
    expect(await (await fetch(`${service.url}/openapi.json`)).text()).toBe(plain.body)
    const small = await raw('/profile', { 'accept-encoding': 'gzip' })
    expect(small.headers['content-encoding']).toBeUndefined()
  })

  it('that stay the same have an ETag, and are 304 for clients that hold them', async () => {
    const { code } = dataOf(await service.call('POST', '/hash', { hash: someHash() }, ada.auth))
    // The proof of a stamp is completed as its block becomes final.
    await allFinal(service)
    for (const path of ['/openapi.json', '/verifier/tallystick.mjs', `/hash/${code}/proof`, `/s/${code}/proof`]) {
      const first = await raw(path, {})
      const tag = String(first.headers.etag)
      expect(tag, path).toMatch(/^W\/".+"$/)
      const again = await raw(path, { 'if-none-match': tag })
      expect([path, again.status, again.body]).toEqual([path, 304, ''])
      expect((await raw(path, { 'if-none-match': '"other"' })).status).toBe(200)
    }
  })

  it('include one that says where to report a vulnerability', async () => {
    const { status, body } = await raw('/.well-known/security.txt', {})
    expect(status).toBe(200)
    expect(body).toMatch(/^Contact: mailto:security@notary\.example\nExpires: \d{4}-.*Z\nPreferred-Languages: en, de\n/)
    const days = (Date.parse(/Expires: (.*)/.exec(body)?.[1] ?? '') - wallTime().getTime()) / 86_400_000
    expect(days).toBeGreaterThan(179)
    expect(days).toBeLessThan(365)
  })
})

describe('bodies', () => {
  it('415: JSON in another charset', async () => {
    const send = (charset: string) =>
      service.call('POST', '/hash', JSON.stringify({ hash: someHash() }), {
        ...ada.auth,
        'content-type': `application/json; charset=${charset}`,
      })
    expectError(
      await send('iso-8859-1'),
      415,
      'charset_unsupported',
      'Content-Type: charset=iso-8859-1 is not supported. Send the body as UTF-8.',
    )
    for (const charset of ['utf-8', 'UTF8', '"utf-8"', 'us-ascii']) expect((await send(charset)).status).toBe(200)
  })

  // Python's urllib sends `Connection: close`, Node's fetch doesn't.
  it.each(['keep-alive', 'close'])(
    '413: a client that sends all of it before it reads gets the answer (Connection: %s)',
    async (connection) => {
      const { hostname, port } = new URL(service.url)
      const socket = connect(Number(port), hostname)
      const size = 4 * 1024 * 1024
      socket.write(`POST /hash HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: ${ada.auth.authorization}\r\n`)
      socket.write(`Connection: ${connection}\r\n`)
      socket.write(`Content-Type: application/json\r\nContent-Length: ${size}\r\n\r\n`)
      await new Promise((resolve) => socket.write(Buffer.alloc(size, 32), resolve))
      // The other connection stays open.
      const answer = connection === 'close' ? await text(socket) : String((await once(socket, 'data'))[0])
      expect(answer).toMatch(/^HTTP\/1\.1 413 /)
      expect(answer).toContain('"message":"The body is larger than 1048576 bytes"')
      socket.destroy()
    },
  )
})
