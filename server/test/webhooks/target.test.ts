import { AsyncLocalStorage, createHook } from 'node:async_hooks'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { limitMs } from '../../../test/machine.js'
import { addressCheck } from '../../src/webhooks/guard/address.js'
import { Guard } from '../../src/webhooks/guard/guard.js'
import { checkTarget, TargetError } from '../../src/webhooks/guard/target.js'
import { ReceiverConnection } from '../../src/webhooks/sending/connection.js'
import { type ConnectProxy, startProxy } from '../connect-proxy.js'
import { certificate } from './certificate.js'
import { type Dns, startDns } from './dns.js'
import { type Receiver, startReceiver } from './receiver.js'
import { specialAddresses, tricks } from './tricks.js'

const closed = { allowHttp: false, allowNetworks: [] }
const outgoing = { headers: { 'content-type': 'application/json' }, body: '{}' }
const limits = { totalMs: limitMs(5_000), bodyBytes: 65_536, keptBytes: 4_096 }

/** Marks what an attempt does. */
const attempts = new AsyncLocalStorage<true>()
/** TCP connections that attempts have begun: Node creates one such object for each. Other parts of the process have their own. */
let connects = 0
const watching = createHook({
  init: (_id, type) => {
    if (type === 'TCPCONNECTWRAP' && attempts.getStore()) connects++
  },
})
beforeAll(() => watching.enable())
afterAll(() => watching.disable())

describe('refused targets', () => {
  it('include more than 300 tricks', () => {
    expect(new Set(tricks).size).toBeGreaterThan(300)
  })

  it.each(tricks.map((trick) => [JSON.stringify(trick).slice(0, 80), trick]))(
    'include %s at registration',
    (_, trick) => {
      expect(() => checkTarget(trick, closed)).toThrow(TargetError)
    },
  )

  it('do not include public receivers', () => {
    const good = [
      'https://hooks.example/a?b=c#d',
      'https://HOOKS.example:8443',
      'https://8.8.8.8/',
      'https://bücher.example/x',
    ]
    for (const text of [...good, 'https://[2606:4700::1111]/', 'https://xn--bcher-kva.example', 'https://a_b.example/'])
      expect(checkTarget(text, closed).href).toMatch(/^https:/)
    expect(checkTarget('http://hooks.example/', { ...closed, allowHttp: true }).href).toBe('http://hooks.example/')
  })

  it('come with advice on what to do instead', () => {
    const said = (text: string) => {
      try {
        return checkTarget(text, closed)
      } catch (error) {
        return (error as Error).message
      }
    }
    expect(said('http://hooks.example/')).toBe('expected an address starting with https://')
    expect(said('https://010.8.8.8/')).toBe('expected the IP address to be written as 8.8.8.8')
    expect(said('https://10.0.0.1/')).toBe('expected a public address')
    expect(said('https://me:secret@hooks.example/')).toBe('expected an address without a user name or password')
  })
})

describe('targets that the operator allows', () => {
  it('are let through, and nothing else', () => {
    const check = addressCheck(['10.1.0.0/16', '127.0.0.1', 'fd00::/8'])
    for (const address of ['10.1.2.3', '127.0.0.1', 'fd12::1', '8.8.8.8']) expect(check(address), address).toBe(true)
    for (const address of ['10.2.0.1', '127.0.0.2', '::ffff:10.1.2.3', '::1', 'fe80::1'])
      expect(check(address)).toBe(false)
  })

  it('of a NAT64 are the IPv4 addresses that could be reached without it', () => {
    const check = addressCheck(['64:ff9b::/96', '10.1.0.0/16'])
    expect(check('64:ff9b::808:808')).toBe(true)
    expect(check('64:ff9b::a01:1')).toBe(true)
    expect(check('64:ff9b::a02:1')).toBe(false)
    expect(check('64:ff9b::7f00:1')).toBe(false)
  })

  it('do not include the addresses of this machine', () => {
    const own = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
    expect(own.length).toBeGreaterThan(0)
    for (const { address } of own) expect(addressCheck([])(address), address).toBe(false)
  })

  it('may have names of any kind, since the address decides', () => {
    const intranet = { allowHttp: true, allowNetworks: ['10.0.0.0/8'] }
    expect(checkTarget('http://receiver:8080/hook', intranet).hostname).toBe('receiver')
    expect(() => checkTarget('http://192.168.1.1/', intranet)).toThrow(TargetError)
  })
})

describe('a target at the time of connecting', () => {
  let dns: Dns
  let receiver: Receiver
  let answers: (name: string) => readonly string[] = () => ['127.0.0.1']

  beforeAll(async () => {
    dns = await startDns((name) => answers(name))
    receiver = await startReceiver()
  })
  afterAll(async () => {
    await dns.close()
    await receiver.close()
  })

  /** Sends without the check made at registration. */
  async function sendTo(url: URL, allowNetworks: readonly string[] = []) {
    const connection = new ReceiverConnection(
      url,
      new Guard({ allowHttp: true, allowNetworks }, { dnsServers: [dns.server] }),
      limits,
    )
    const before = connects
    const attempt = await attempts.run(true, () => connection.send(outgoing))
    await connection.close()
    return { error: attempt?.failure ?? null, status: attempt?.status, connects: connects - before }
  }

  it('is never connected to by a trick, even one already registered', async () => {
    answers = () => ['127.0.0.1']
    const urls = tricks.filter((trick) => URL.canParse(trick)).map((trick) => new URL(trick))
    // Leaves out URLs that are not HTTP, and public hosts that are tricks for another reason.
    const inside = urls.filter(({ protocol, host }) => /^https?:$/.test(protocol) && !host.startsWith('8.8.8.8'))
    expect(inside.length).toBeGreaterThan(250)
    for (const url of inside) {
      const { error, ...rest } = await sendTo(url)
      expect(rest, url.href).toEqual({ status: null, connects: 0 })
      // The DNS client does not look up some names, such as .onion (RFC 7686).
      expect([refusal, nameless], url.href).toContainEqual(error)
    }
  })

  it.each(specialAddresses)('is refused when its name resolves to %s', async (address) => {
    answers = () => [address]
    for (const scheme of ['http', 'https']) {
      const url = new URL(`${scheme}://hooks.example:${receiver.port}/`)
      expect(await sendTo(url)).toEqual({ error: refusal, status: null, connects: 0 })
    }
  })

  it.each([
    [['8.8.8.8', '127.0.0.1']],
    [['127.0.0.1', '8.8.8.8']],
    [['8.8.8.8', '::1']],
    [['2606:4700::1111', 'fd00::1']],
    [['8.8.8.8', '1.1.1.1', '9.9.9.9', '10.0.0.1']],
  ])('is refused when its name resolves to %j: one is enough', async (addresses) => {
    answers = () => addresses
    expect(await sendTo(new URL('https://hooks.example/'))).toEqual({ error: refusal, status: null, connects: 0 })
  })

  it('is resolved once, so a name that changes its address gains nothing', async () => {
    const url = new URL(`http://hooks.example:${receiver.port}/`)
    const guard = new Guard({ allowHttp: true, allowNetworks: ['127.0.0.1'] }, { dnsServers: [dns.server] })
    answers = () => ['127.0.0.1']
    expect(guard.check(url.href).href).toBe(url.href)
    expect(await sendTo(url, ['127.0.0.1'])).toEqual({ error: null, status: 204, connects: 1 })
    // 127.0.0.2 is this machine too, but not allowed.
    answers = () => ['127.0.0.2']
    expect(await sendTo(url, ['127.0.0.1'])).toEqual({ error: refusal, status: null, connects: 0 })
  })

  describe('by a proxy', () => {
    let proxy: ConnectProxy
    let found: { port: number } | { status: number }
    beforeAll(async () => {
      proxy = await startProxy(() => found)
    })
    afterAll(() => proxy.close())
    beforeEach(() => {
      found = receiver
      answers = () => []
    })

    async function sendBy(address: string, policy = { allowHttp: true, allowNetworks: [] as string[] }) {
      const proxies = { http: proxy.url, https: proxy.url, direct: [] }
      const guard = new Guard(policy, { proxies, dnsServers: [dns.server] })
      const connection = new ReceiverConnection(new URL(address), guard, limits)
      const before = proxy.asked.length
      const attempt = await connection.send(outgoing)
      await connection.close()
      const targets = proxy.asked.slice(before).map(({ target }) => target)
      return { status: attempt?.status, code: attempt?.failure?.code, address: attempt?.address, targets }
    }

    it.each([
      ['a name that only the proxy knows', 'hooks.example:80', 'http://hooks.example/', []],
      ['a name of a public address', 'hooks.example:8080', 'http://hooks.example:8080/', ['8.8.8.8']],
      ['a public address', '8.8.8.8:80', 'http://8.8.8.8/', []],
    ])('reaches %s', async (_, target, address, known) => {
      answers = () => known
      expect(await sendBy(address)).toEqual({ status: 204, code: undefined, address: null, targets: [target] })
    })

    it.each([
      ['http://hooks.example/', ['10.0.0.1']],
      ['https://hooks.example/', ['8.8.8.8', '192.168.1.1']],
      ['https://10.0.0.1/', []],
      ['http://[fd00::1]/', []],
    ])('does not ask it for %s, which is %j here', async (address, known) => {
      answers = () => known
      expect(await sendBy(address)).toEqual({ status: null, code: 'address_refused', address: null, targets: [] })
    })

    it('checks the certificate of the receiver, and says when the proxy makes no connection', async () => {
      const secure = await startReceiver(undefined, certificate('hooks.example'))
      found = secure
      expect(await sendBy('https://hooks.example/')).toMatchObject({
        code: 'certificate_refused',
        targets: ['hooks.example:443'],
      })
      await secure.close()
      found = { status: 403 }
      expect(await sendBy('https://hooks.example/')).toMatchObject({ status: null, code: 'unreachable' })
    })
  })

  it('is resolved once for each connection, and not again while it is open', async () => {
    answers = () => ['127.0.0.1']
    const connection = new ReceiverConnection(
      new URL(`http://once.example:${receiver.port}/`),
      new Guard({ allowHttp: true, allowNetworks: ['127.0.0.0/8'] }, { dnsServers: [dns.server] }),
      limits,
    )
    const before = dns.asked.length
    for (let i = 0; i < 5; i++) expect((await connection.send(outgoing))?.status).toBe(204)
    await connection.close()
    expect(dns.asked.slice(before)).toEqual(['once.example'])
  })

  it('is this machine for localhost, whatever the DNS says', async () => {
    answers = () => ['8.8.8.8']
    const url = new URL(`http://localhost:${receiver.port}/`)
    expect(await sendTo(url)).toMatchObject({ error: refusal, connects: 0 })
    expect(await sendTo(url, ['127.0.0.0/8'])).toEqual({ error: null, status: 204, connects: 1 })
  })

  it('fails when its name does not exist', async () => {
    answers = () => []
    const { error, connects } = await sendTo(new URL('https://nowhere.example/'))
    expect({ error, connects }).toEqual({ error: nameless, connects: 0 })
  })
})

const refusal = { code: 'address_refused', words: 'the receiver does not have a public address' }
const nameless = { code: 'name_unknown', words: 'the host name has no address' }
