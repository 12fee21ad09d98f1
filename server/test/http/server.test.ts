import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { connectionsOf, expectError, type failures, isAnswered, raw, startServer, useServer } from './app.js'

const server = useServer()
const json = { 'content-type': 'application/json' }
const call = (method: string, path: string, body?: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { method, headers, ...(body === undefined ? {} : { body }) })
/** Reads nothing before all of it is sent. */
async function sendThenRead(text: string): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1').pause()
  await new Promise((sent, failed) => socket.once('error', failed).write(text, sent))
  let answer = ''
  for await (const piece of socket) {
    answer += piece
    if (answer.endsWith('}')) break
  }
  return answer
}
const post = (path: string, body: string) => call('POST', path, body, json)

describe('JSON bodies', () => {
  it('200: a body that fits the schema', async () => {
    const answer = await call('POST', '/echo', '{"hash":"abc"}', { 'content-type': 'application/json; charset=utf-8' })
    expect(await answer.json()).toStrictEqual({ status: 200, message: 'Echoed', data: { hash: 'abc' } })
  })

  it.each([
    ['/echo', '{"hash":"abc","x":1}', 'x: unknown field'],
    ['/echo', '{}', 'hash: this field is required'],
    ['/echo', '{"hash":5}', 'hash: expected a string'],
    ['/echo', '{"hash":"ab"}', 'hash: expected at least 3 characters'],
    ['/echo', '{"hash":"abc","n":"1"}', 'n: expected a whole number'],
    ['/echo', '[]', 'body: expected an object'],
    ['/echo', 'null', 'body: expected an object'],
    ['/many', '[{"hash":"abc"},{"hash":"abc"},{"hash":5}]', 'item 3: hash: expected a string'],
    ['/many', '[{"hash":"abc"},{"hash":"abc","q":1}]', 'item 2: q: unknown field'],
    ['/many', '[{"hash":"abc"},7]', 'item 2: expected an object'],
    ['/many', '[]', 'body: expected at least 1 item'],
    ['/many', '[1,2,3,4]', 'body: expected at most 3 items'],
  ])('400: %s %s names what is wrong', async (path, body, message) => {
    await expectError(await post(path, body), 'invalid', message)
  })

  it.each([
    ['{"hash":', 'Unexpected end of JSON input'],
    ['{"hash":"abc",}', 'Expected double-quoted property name in JSON at position 14'],
    ['{"hash":"abc","__proto__":{"a":1}}', 'the keys __proto__ and constructor.prototype are not taken'],
    ['{"hash":"abc","constructor":{"prototype":{}}}', 'the keys __proto__ and constructor.prototype are not taken'],
  ])('400: %s, with the position of the mistake', async (body, problem) => {
    await expectError(await post('/echo', body), 'malformed_json', `The body is not valid JSON: ${problem}`)
  })

  it.each([
    ['/echo', '{"hash":"abc","n":1,"n":1}', 'n: expected once, not repeated'],
    ['/echo', '{"hash":"abc", "h\\u0061sh" : "abd"}', 'hash: expected once, not repeated'],
    ['/many', '[{"hash":"abc"},{"hash":"abc","hash":"abc"}]', 'item 2: hash: expected once, not repeated'],
    ['/free', '{"a":{"b":[{"c":":"},{"c":1,"d":{},"c":2}]}}', 'a.b.1.c: expected once, not repeated'],
    [
      '/free',
      '{"a":[1,{"b":9007199254740993}]}',
      /^a\.1\.b: expected a number that keeps its value .*: 9007199254740993\.$/,
    ],
    ['/free', '{"a":3.141592653589793238}', /^a: expected a number that keeps its value/],
    ['/free', '{"a":1e400}', /^a: expected a number that keeps its value/],
    ['/free', '{"a":1e-400}', /^a: expected a number that keeps its value/],
    ['/free', '9007199254740993', /^body: expected a number that keeps its value/],
  ])('400: %s %s, which is ambiguous, by name', async (path, body, message) => {
    await expectError(await post(path, body), 'invalid', message)
  })

  it('200: keys that repeat in other objects or in strings, and numbers in any form that keeps their value', async () => {
    const text =
      '{"a":[{"k":1},{"k":1}],"b":{"a":"{\\"a\\":1,\\"a\\":9007199254740993"},"k":[0.1,0.10000000000000001,1.50000000000000000000,0.0e5,1e20,5e-324]}'
    expect(await (await post('/free', text)).json()).toMatchObject({ data: JSON.parse(text) })
  })

  it('400, 415: any other encoding, whatever its label; nothing is decoded wrongly', async () => {
    const body = Buffer.from('{"hash":"Müller"}', 'latin1')
    const send = (type: string) =>
      fetch(`${server.url}/echo`, { method: 'POST', headers: { 'content-type': type }, body })
    const problem = 'The body is not valid JSON: it is not UTF-8'
    for (const type of ['application/json', 'application/json; charset=utf-8'])
      await expectError(await send(type), 'malformed_json', problem)
    const words = 'Content-Type: charset=iso-8859-1 is not supported. Send the body as UTF-8.'
    await expectError(await send('application/json; charset=iso-8859-1'), 'charset_unsupported', words)
    expect(await (await post('/echo', '\ufeff{"hash":"Müller"}')).json()).toMatchObject({ data: { hash: 'Müller' } })
  })

  it.each([
    ['{"hash":"abc","lat":91}', 'lat: expected 90 or less'],
    ['{"hash":"abc","lat":"1"}', 'lat: expected a number'],
  ])('400: %s, even where null is allowed', async (body, message) => {
    await expectError(await post('/echo', body), 'invalid', message)
  })

  it('200: a content type without a body, where none is expected', async () => {
    for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain']) {
      const answer = await call('POST', '/bodiless', undefined, { 'content-type': type })
      expect(await answer.json()).toStrictEqual({ status: 200, message: 'Done' })
    }
    const chunked = 'POST /bodiless HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n'
    const empty = await raw(server.url, `${chunked}Content-Type: application/json\r\n\r\n0\r\n\r\n`)
    expect(empty).toMatch(/^HTTP\/1\.1 200 /)
    await expectError(
      await call('POST', '/bodiless', 'x', { 'content-type': 'text/plain' }),
      'unsupported_type',
      'Expected Content-Type: application/json',
    )
  })

  it('415: a compressed body, with the reason; an empty one is accepted', async () => {
    for (const encoding of ['gzip', 'br', 'identity, gzip']) {
      const refused = await call('POST', '/echo', '{"hash":"abc"}', { ...json, 'content-encoding': encoding })
      expect(refused.headers.get('accept-encoding')).toBe('identity')
      const words = `Content-Encoding: ${encoding} is not supported. Send the body without compression.`
      await expectError(refused, 'encoding_unsupported', words)
    }
    expect((await call('POST', '/echo', '{"hash":"abc"}', { ...json, 'content-encoding': 'Identity' })).status).toBe(
      200,
    )
    expect((await call('POST', '/bodiless', undefined, { 'content-encoding': 'gzip' })).status).toBe(200)
  })

  it('no prototype is polluted', async () => {
    await post('/free', '{"a":{"__proto__":{"polluted":1}}}')
    await post('/free', '{"a":{"\\u005f_proto__":{"polluted":1}}}')
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('400: no body', async () => {
    await expectError(await post('/echo', ''), 'body_missing')
    await expectError(await call('POST', '/echo'), 'body_missing')
  })

  it('415: another type, none, or a nonsensical one', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'garbage']) {
      const answer = await call('POST', '/echo', '{"hash":"abc"}', { 'content-type': type })
      await expectError(answer, 'unsupported_type', 'Expected Content-Type: application/json')
    }
    const head = 'POST /echo HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n'
    expect(await raw(server.url, `${head}Content-Length: 14\r\n\r\n{"hash":"abc"}`)).toMatch(/^HTTP\/1\.1 415 /)
  })

  it('413: larger than the limit of the server, or of the route, also without a declared length', async () => {
    const message = (limit: number) => `The body is larger than ${limit} bytes`
    const large = JSON.stringify([{ hash: 'x'.repeat(2000) }])
    expect((await post('/many', large)).status).toBe(200)
    await expectError(await post('/echo', large), 'too_large', message(1000))
    await expectError(await post('/many', large.padEnd(5001)), 'too_large', message(5000))
    const head =
      'POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n'
    expect(await raw(server.url, `${head}7d0\r\n${'x'.repeat(2000)}\r\n0\r\n\r\n`, isAnswered)).toMatch(
      /^HTTP\/1\.1 413 /,
    )
  })

  it('413 reaches a client that reads only after it has sent everything', async () => {
    const size = 16 * 1024 * 1024 + 1
    const head = (length: string) =>
      `POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${length}\r\n\r\n`
    for (const [length, body] of [
      [`Content-Length: ${size}`, 'x'.repeat(size)],
      ['Transfer-Encoding: chunked', `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n0\r\n\r\n`],
    ] as const) {
      const answer = await sendThenRead(head(length) + body)
      expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*The body is larger than 1000 bytes/)
    }
  })

  it('a truncated body is not logged as a failure of the service', async () => {
    const before = server.lines.length
    const head =
      'POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{'
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.write(head, () => socket.destroy())
    await eventually('a line of the log', () => server.lines.length > before)
    expect(server.lines.slice(before).filter(({ level }) => Number(level) > 30)).toEqual([])
  })
})

describe('query strings', () => {
  it.each([
    ['page=7', { page: 7 }],
    ['status=false', { status: false }],
    ['id=7', { id: '7' }],
    ['page=&status=&owner=&id=', {}],
    ['utm_source=a&utm_source=b&page=7', { page: 7 }],
    ['__proto__=1&constructor=2&toString=3&page[]=4', {}],
  ])('200: %s', async (text, data) => {
    const { data: read } = (await (await call('GET', `/list?${text}`)).json()) as { data: unknown }
    expect(read).toStrictEqual(data)
  })

  it.each([
    ['page=abc', 'page: expected a whole number'],
    ['page=1e3', 'page: expected a whole number'],
    ['page=99999999999999999999', 'page: expected a whole number'],
    ['page=0', 'page: expected 1 or more'],
    ['page=1&page=2', 'page: expected once, not repeated'],
    ['id=a&id=b', 'id: expected once, not repeated'],
    ['status=1', 'status: expected true or false'],
    ['owner=urn:uuid:01a2007b-936c-76b9-8868-e7d7f719feb0', 'owner: expected the format of a UUID'],
    ['until=2016-12-31T23:59:60Z', 'until: expected the format of date-time'],
    ['until=2026-02-30T00:00:00Z', 'until: expected the format of date-time'],
  ])('400: %s', async (text, message) => {
    await expectError(await call('GET', `/list?${text}`), 'invalid', message)
  })
})

describe('addresses', () => {
  it.each(['/nothing', '/nothing?x=1', '/ECHO', '/%zz', '//', '/things/%ff/part', `/things/${'x'.repeat(257)}/part`])(
    '404: %s',
    async (path) => {
      await expectError(await call('GET', path), 'not_found')
    },
  )

  it('400: no Host, in the envelope as everything', async () => {
    const answer = await raw(server.url, 'GET /list HTTP/1.1\r\nConnection: close\r\n\r\n')
    expect(answer).toMatch(
      /^HTTP\/1\.1 400 .*request-id: .*error-code: malformed_request.*"Not a valid HTTP request"}$/s,
    )
    expect(await raw(server.url, 'GET /list HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('404 and 405 before the body is looked at', async () => {
    for (const [body, type] of [
      ['{', 'application/json'],
      ['x', 'text/plain'],
      ['x'.repeat(2000), 'application/json'],
    ] as const) {
      await expectError(await call('POST', '/nothing', body, { 'content-type': type }), 'not_found')
      await expectError(
        await call('POST', '/list', body, { 'content-type': type }),
        'method_not_allowed',
        'This address accepts only GET, HEAD',
      )
    }
    expect(await raw(server.url, 'QUERY /echo HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')).toMatch(
      / 405 /,
    )
  })

  it.each([
    ['GET', '/echo', 'POST'],
    ['DELETE', '/echo?x=1', 'POST'],
    ['HEAD', '/echo', 'POST'],
    ['PATCH', '/things/7/part', 'GET, HEAD'],
    ['GET', '/things/check', 'POST'],
    ['HEAD', '/things/check', 'POST'],
    ['GET', '/things/check/?x=1', 'POST'],
  ])('405: %s %s, Allow: %s', async (method, path, allow) => {
    const answer = await call(method, path)
    expect(answer.headers.get('allow')).toBe(allow)
    if (method === 'HEAD') expect([answer.status, await answer.text()]).toEqual([405, ''])
    else await expectError(answer, 'method_not_allowed', `This address accepts only ${allow}`)
  })

  it("204: OPTIONS lists an address's methods, and opens nothing to other origins", async () => {
    const answer = await call('OPTIONS', '/things/7/part', undefined, { origin: 'https://other.example' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([204, 'GET, HEAD'])
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    await expectError(await call('OPTIONS', '/nothing'), 'not_found')
  })

  it('200: HEAD is GET without its body', async () => {
    const [head, get] = [await call('HEAD', '/list'), await call('GET', '/list')]
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'))
  })
})

describe('failures', () => {
  it.each<[keyof typeof failures, string, Parameters<typeof expectError>[1]]>([
    ['bug', 'GET', 'internal'],
    ['text', 'GET', 'internal'],
    ['foreign', 'GET', 'internal'],
    ['refused', 'GET', 'unavailable'],
    ['refused', 'PUT', 'unavailable'],
    ['lost', 'GET', 'unavailable'],
    // A statement may have taken effect before its connection dropped, so no answer may claim that nothing was changed.
    ['lost', 'PUT', 'outcome_unknown'],
    ['unknown', 'PUT', 'outcome_unknown'],
  ])('%s at %s', async (name, method, code) => {
    const before = server.lines.length
    const answer = await call(method, `/fail/${name}`)
    expect(answer.headers.get('retry-after')).toBe(code === 'internal' ? null : '1')
    await expectError(answer, code)
    await eventually('both lines of the log', () => server.lines.length >= before + 2)
    expect(server.lines).toHaveLength(before + 2)
    const [cause, line] = server.lines.slice(before)
    const requestId = answer.headers.get('request-id')
    expect(cause).toMatchObject({ requestId, level: code === 'internal' ? 50 : 40 })
    expect(line).toMatchObject({ requestId, level: 50, route: `/fail/${name}`, status: answer.status })
  })
})

describe('every answer', () => {
  it("has a request ID: the client's if harmless, else a new one", async () => {
    const id = async (given: Record<string, string>) =>
      (await call('GET', '/list', undefined, given)).headers.get('request-id')
    expect(await id({ 'request-id': 'mine-1' })).toBe('mine-1')
    expect(await id({ 'x-request-id': 'mine-2' })).toBe('mine-2')
    for (const bad of ['a b', 'x'.repeat(129), '"', '{}']) expect(await id({ 'request-id': bad })).not.toBe(bad)
    expect(await id({})).not.toBe(await id({}))
  })

  it.each(['/list', '/nothing', '/fail/bug', '/%', `/${'x'.repeat(500)}`])(
    'is data that browsers neither run nor keep: %s',
    async (path) => {
      const { headers } = await call('GET', path)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      )
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('strict-transport-security')).toBeNull()
    },
  )

  it('is that also when it answers input that is no request', async () => {
    const [head = ''] = (await raw(server.url, 'NONSENSE\r\n\r\n')).split('\r\n\r\n')
    const { headers } = await call('GET', '/nothing')
    for (const name of ['x-content-type-options', 'content-security-policy', 'referrer-policy', 'cache-control'])
      expect(head.toLowerCase().split('\r\n')).toContain(`${name}: ${headers.get(name)}`)
  })

  it('repeats no request: TRACE and CONNECT are refused', async () => {
    const head = 'Host: localhost\r\nX-Mine: this is mine\r\nConnection: close\r\n\r\n'
    const traced = await raw(server.url, `TRACE /list HTTP/1.1\r\n${head}`)
    expect(traced).toMatch(/^HTTP\/1\.1 405 /)
    expect(traced).not.toContain('this is mine')
    expect(await raw(server.url, `CONNECT localhost:1 HTTP/1.1\r\n${head}`)).not.toMatch(/^HTTP\/1\.1 2/)
  })

  it('has browsers keep to TLS, where the public address has it', async () => {
    const secure = await startServer({ publicUrl: 'https://notary.example' })
    for (const path of ['/list', '/nothing', '/%']) {
      const { headers } = await fetch(secure.url + path)
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
    }
    expect(await raw(secure.url, 'NONSENSE\r\n\r\n')).toMatch(/\r\nstrict-transport-security: max-age=31536000\r\n/i)
    await secure.app.close()
    const wide = await startServer({ publicUrl: 'https://notary.example', hstsSubdomains: true })
    const { headers } = await fetch(`${wide.url}/list`)
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
    await wide.app.close()
  })

  it('is one log line without headers, bodies and query, and one count under its route', async () => {
    const [lines, counts] = [server.lines.length, server.observed.length]
    const secret = { authorization: 'Bearer visible', ...json, 'request-id': 'line-1' }
    await call('POST', '/echo?visible=1', '{"hash":"visible"}', secret)
    await call('POST', '/echo', '{"visible":"visible"}', secret)
    await call('GET', '/things/visible/part')
    await call('GET', '/visible')
    await eventually('all lines of the log', () => server.lines.length >= lines + 4)
    const written = server.lines.slice(lines)
    expect(written.map(({ level, method, route, status }) => [level, method, route, status])).toEqual([
      [20, 'POST', '/echo', 200],
      [30, 'POST', '/echo', 400],
      [20, 'GET', '/things/:id/part', 200],
      [30, 'GET', 'unknown', 404],
    ])
    expect(written[0]).toMatchObject({ requestId: 'line-1', ms: expect.any(Number) })
    expect(JSON.stringify(written)).not.toContain('visible')
    expect(server.observed.slice(counts).map(([method, route, status]) => [method, route, status])).toEqual(
      written.map(({ method, route, status }) => [method, route, status]),
    )
  })

  it('that its client breaks off leaves nothing of the request in the log', async () => {
    const own = await startServer()
    const head = 'GET /long HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer visible\r\n\r\n'
    expect(await raw(own.url, head, () => true)).toMatch(/^HTTP\/1\.1 200 /)
    await eventually('the server has noticed', async () => (await connectionsOf(own.app)) === 0)
    await (await fetch(`${own.url}/things/1/part`)).text()
    await own.app.close()
    const written = own.lines
    expect(written.map(({ route }) => route)).toEqual(['/things/:id/part'])
    expect(JSON.stringify(written)).not.toContain('visible')
  })
})

describe('forwarded addresses', () => {
  const ipOf = async (url: string, forwarded: string) => {
    const response = await fetch(`${url}/things/1/part`, { headers: { 'x-forwarded-for': forwarded } })
    return ((await response.json()) as { data: string }).data
  }

  it('are trusted from the configured proxies only', async () => {
    expect(await ipOf(server.url, '203.0.113.9')).toBe('127.0.0.1')
    const behind = await startServer({ trustProxy: ['10.0.0.0/8'] })
    expect(await ipOf(behind.url, '203.0.113.9')).toBe('127.0.0.1')
    await behind.app.close()
  })

  it('have no port; what is no address counts as the proxy, and the log says so once', async () => {
    const behind = await startServer({ trustProxy: ['127.0.0.0/8'] })
    for (const [forwarded, ip] of [
      ['203.0.113.9', '203.0.113.9'],
      ['203.0.113.9:4711', '203.0.113.9'],
      ['[2001:db8::1]:4711', '2001:db8::1'],
      ['[2001:db8::1]', '2001:db8::1'],
      ['2001:db8::1', '2001:db8::1'],
      ['198.51.100.1, 203.0.113.9:1', '203.0.113.9'],
      ['198.51.100.1:2, 127.0.0.2:3', '198.51.100.1'],
      ['unknown, 203.0.113.9:1', '203.0.113.9'],
      ['203.0.113.9, unknown', '127.0.0.1'],
      ['203.0.113.9, _hidden:80', '127.0.0.1'],
      ['', '127.0.0.1'],
    ] as const) {
      expect([forwarded, await ipOf(behind.url, forwarded)]).toEqual([forwarded, ip])
    }
    const said = behind.lines.filter((line) => 'value' in line)
    expect(said.map(({ value }) => value)).toEqual(['unknown'])
    await behind.app.close()
  })
})
