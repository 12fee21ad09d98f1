import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { limitMs } from '../../../test/machine.js'
import { exchangeBy } from '../../src/base/outgoing/exchange.js'
import { type Proxies, proxyFor, targetOf } from '../../src/base/outgoing/proxies.js'
import { directHosts } from '../../src/base/settings/forms.js'
import { startProxy } from '../connect-proxy.js'
import { certificate } from '../webhooks/certificate.js'
import { startReceiver } from '../webhooks/receiver.js'

describe('the way to an address', () => {
  const way = (address: string, direct = '') =>
    proxyFor(targetOf(address), { http: 'http://plain', https: 'http://secure', direct: directHosts(direct) })

  it.each([
    ['http://node.example:8545/', 'http://plain'],
    ['https://node.example/', 'http://secure'],
    ['https://[2001:db8::1]/', 'http://secure'],
    ['http://localhost:8545/', undefined],
    ['http://a.localhost/', undefined],
    ['http://127.1.2.3/', undefined],
    ['https://[::1]/', undefined],
  ])('to %s is by the proxy of its scheme, or straight on this machine', (address, proxy) => {
    expect(way(address)).toBe(proxy)
  })

  it.each([
    ['*', 'https://node.example/'],
    ['example', 'https://node.example/'],
    ['.node.example, other', 'https://node.example/'],
    ['*.node.example other', 'https://eu.node.example/'],
    ['NODE.example', 'https://node.EXAMPLE/'],
    ['node.example:8443', 'https://node.example:8443/'],
    ['node.example:443', 'https://node.example/'],
    ['192.0.2.0/24', 'https://192.0.2.9/'],
    ['192.0.2.9', 'https://192.0.2.9/'],
    ['2001:db8::/32', 'https://[2001:db8::7]/'],
    ['[2001:db8::7]', 'https://[2001:db8::7]/'],
  ])('is straight where NO_PROXY says %s, to %s', (direct, address) => {
    expect(way(address, direct)).toBeUndefined()
  })

  it.each([
    ['', 'https://node.example/'],
    ['ode.example', 'https://node.example/'],
    ['eu.node.example', 'https://node.example/'],
    ['node.example:8443', 'https://node.example/'],
    ['192.0.2.0/24', 'https://192.0.3.9/'],
    ['192.0.2.0/24', 'https://node.example/'],
    ['2001:db8::/32', 'https://192.0.2.9/'],
  ])('is by the proxy where NO_PROXY says %j, to %s', (direct, address) => {
    expect(way(address, direct)).toBe('http://secure')
  })

  it.each(['http://node.example', '192.0.2.0/33', '192.0.2.0/', 'a b?', 'node.example:x', '2001:db8::/129'])(
    'refuses %s in NO_PROXY',
    (text) => expect(() => directHosts(text)).toThrow('a list of host names, addresses or networks'),
  )
})

describe('a request that leaves by a proxy', () => {
  const open: { close(): Promise<void> }[] = []
  const keep = <T extends { close(): Promise<void> }>(one: T): T => {
    open.push(one)
    return one
  }
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close()
  })
  const asked = { method: 'POST', headers: {}, body: 'a', timeoutMs: limitMs(20_000), bytesMax: 1000 } as const
  const by = (proxies: Omit<Proxies, 'direct'>, direct = '') => exchangeBy({ ...proxies, direct: directHosts(direct) })

  it('reaches a name that only the proxy knows, over one connection, with the login of each', async () => {
    const there = keep(await startReceiver((response) => response.end('yes')))
    const proxy = keep(await startProxy(() => there))
    const exchange = by({ http: proxy.url.replace('//', '//ada:se%40cret@') })
    for (const _ of [1, 2]) {
      const { status, body } = await exchange('http://bob:word@node.example:8545/path?a=b', asked)
      expect([status, body.toString()]).toEqual([200, 'yes'])
    }
    const login = `Basic ${Buffer.from('ada:se@cret').toString('base64')}`
    expect(proxy.asked).toEqual([{ target: 'node.example:8545', login }])
    expect(there.connections).toBe(1)
    const [first] = there.received
    expect([first?.method, first?.path, first?.body, first?.headers.host]).toEqual([
      'POST',
      '/path?a=b',
      'a',
      'node.example:8545',
    ])
    expect(first?.headers.authorization).toBe(`Basic ${Buffer.from('bob:word').toString('base64')}`)
    expect(first?.headers).not.toHaveProperty('proxy-authorization')
  })

  it.each(['http', 'https'])('is encrypted from end to end, by a proxy at %s', async (scheme) => {
    const folder = mkdtempSync(join(tmpdir(), 'tallystick-outgoing-'))
    const own = certificate('node.example')
    const proxys = certificate('localhost')
    writeFileSync(join(folder, 'ca.pem'), own.cert + proxys.cert)
    const there = keep(await startReceiver((response) => response.end('yes'), own))
    const proxy = keep(await startProxy(() => there, scheme === 'https' ? proxys : undefined))
    const address = 'https://node.example/path'
    // The certificates of the system are read when a process starts.
    const program = fileURLToPath(new URL('./outgoing-program.js', import.meta.url))
    const env = { NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') }
    const places = [proxy.url.replace('127.0.0.1', 'localhost'), address]
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...places], { env })
    rmSync(folder, { recursive: true })
    expect(stdout).toBe('200 yes')
    expect(proxy.asked).toEqual([{ target: 'node.example:443', login: undefined }])
    // A certificate that no authority vouches for is refused through a proxy, too.
    if (scheme === 'http') await expect(by({ https: proxy.url })(address, asked)).rejects.toThrow(/self-signed/)
  })

  it('says so when the proxy refuses, answers nonsense or is away', async () => {
    const proxy = keep(await startProxy(() => ({ status: 403 })))
    const { host } = new URL(proxy.url)
    await expect(by({ http: proxy.url })('http://node.example/', asked)).rejects.toThrow(
      `the proxy ${host} refuses to connect to node.example:80 with HTTP status 403`,
    )
    const server = keep(await startReceiver())
    await expect(by({ http: server.url })('http://node.example/', asked)).rejects.toThrow(
      /^the proxy 127\.0\.0\.1:\d+ /,
    )
    await expect(by({ http: 'http://127.0.0.1:1' })('http://node.example/', asked)).rejects.toThrow(
      "the proxy 127.0.0.1:1 can't be reached: connect ECONNREFUSED 127.0.0.1:1",
    )
  })

  it('goes straight to this machine, and stops when its caller does', async () => {
    const there = keep(await startReceiver(() => undefined))
    const proxy = keep(await startProxy(() => there))
    const stopping = new AbortController()
    const waiting = by({ http: proxy.url })(there.url, { ...asked, signal: stopping.signal })
    stopping.abort()
    await expect(waiting).rejects.toThrow('aborted')
    expect(proxy.asked).toEqual([])
  })
})
