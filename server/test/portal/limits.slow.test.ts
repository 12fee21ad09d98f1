import { describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { networkOf } from '../../src/http/limits/address-network.js'
import { type Answer, useOwnService } from '../service.js'
import { Browser, register, somebody } from './browser.js'
import { useMailServer } from './mail-server.js'

const mails = await useMailServer()
// Requests come through a trusted proxy, so that each test can choose its address.
const service = useOwnService({ SMTP_URL: mails.url, GUESS_LIMIT: '5', TRUST_PROXY: '127.0.0.1' })

const codeOf = (answer: Answer) => [answer.status, answer.headers.get('error-code')]
let count = 0
const otherIpv4 = () => `198.51.${100 + Math.floor(count / 250)}.${(count++ % 250) + 1}`

function from(forwarded: string): Browser {
  const browser = new Browser(service)
  browser.headers = { 'x-forwarded-for': forwarded }
  return browser
}

const wrong = () => ({ email: somebody().email, password: 'wrong password' })

describe('guessing from one address', () => {
  it.each([
    ['an address', () => '203.0.113.7'],
    ['the addresses of one IPv6 network', () => `2001:db8:0:1::${(count++).toString(16)}`],
    ['an address that says it forwards for others', () => `${otherIpv4()}, 203.0.113.8`],
  ])('is stopped: %s', async (_, address) => {
    for (let i = 0; i < 5; i++) {
      expect(codeOf(await from(address()).auth('sign-in/email', wrong()))).toEqual([401, 'login_failed'])
    }
    const answer = await from(address()).auth('sign-in/email', wrong())
    expect(codeOf(answer)).toEqual([429, 'rate_limited'])
    expect(answer.body).toEqual({ status: 429, message: 'Too many requests. Try again later.' })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('gains nothing by sending our internal address header', async () => {
    for (let i = 0; i < 6; i++) {
      const browser = from('203.0.113.9')
      browser.headers['x-portal-address'] = otherIpv4()
      const answer = await browser.auth('sign-in/email', wrong())
      expect(answer.status).toBe(i < 5 ? 401 : 429)
    }
  })

  it('does not block others', async () => {
    expect(networkOf('2001:db8:0:2::1')).not.toBe(networkOf('2001:db8:0:1::1'))
    expect((await from('2001:db8:0:2::1').auth('sign-in/email', wrong())).status).toBe(401)
  })
})

describe('guessing from many addresses', () => {
  it('is limited to ten attempts per account', async () => {
    const { person } = await register(service, mails)
    const tries = await Promise.all(
      Array.from({ length: 15 }, () =>
        from(otherIpv4()).auth('sign-in/email', { email: person.email, password: 'wrong password' }),
      ),
    )
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(10)
    const right = await from(otherIpv4()).auth('sign-in/email', person)
    expect(codeOf(right)).toEqual([429, 'rate_limited'])
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(60)
    const [row] = await service.database.db.query<{ all: string }>(
      `SELECT string_agg(t::text, '') AS all FROM portal_attempts t`,
    )
    expect(row?.all).not.toContain(Buffer.from(person.email).toString('hex'))
  })

  it('starts over after the right password', async () => {
    const { person, browser } = await register(service, mails)
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 6; i++) {
        const given = { email: person.email, password: 'wrong password' }
        expect((await from(otherIpv4()).auth('sign-in/email', given)).status).toBe(401)
      }
      expect((await from(otherIpv4()).auth('sign-in/email', person)).status).toBe(200)
    }
    const auth = await browser.bearer()
    const clients = await service.call('GET', '/account/clients', undefined, auth)
    const reveal = (password: string) =>
      service.call('POST', `/account/clients/${clients.body.data[0].clientId}/reveal`, { password }, auth)
    for (let i = 0; i < 10; i++) expect(codeOf(await reveal('wrong password'))).toEqual([403, 'password_wrong'])
    expect(codeOf(await reveal(person.password))).toEqual([429, 'rate_limited'])
  })

  it('cannot flood a mailbox', async () => {
    const { person } = await register(service, mails)
    for (let i = 0; i < 9; i++) {
      const answer = await from(otherIpv4()).auth('request-password-reset', { email: person.email })
      expect(answer.body.status).toBe(true)
    }
    // One was the registration mail.
    for (let i = 0; i < 4; i++) await mails.next(person.email)
    const queued = () => service.database.db.query('SELECT 1 FROM portal_mails')
    await eventually('all mails are sent', async () => (await queued()).length === 0)
    expect(mails.mails.filter(({ to }) => to === person.email)).toEqual([])
  })
})

describe('a device login from one address', () => {
  it('may ask for five codes a minute, and be wrong about five', async () => {
    const forwarded = { 'x-forwarded-for': '203.0.113.10' }
    const ask = () => service.call('POST', '/account/devices', { name: 'x' }, forwarded)
    const poll = (deviceCode = 'dc_wrong') => service.call('POST', '/account/devices/token', { deviceCode }, forwarded)
    const sixTimes = (request: () => Promise<Answer>) => Promise.all(Array.from({ length: 6 }, request))
    const asked = await sixTimes(ask)
    expect(asked.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429])
    expect(codeOf(asked.find(({ status }) => status === 429) as Answer)).toEqual([429, 'rate_limited'])
    const guessed = await sixTimes(() => poll())
    expect(guessed.map((answer) => codeOf(answer)[1]).sort()).toEqual([
      ...Array(5).fill('expired_token'),
      'rate_limited',
    ])
    const accepted = asked.find(({ status }) => status === 200) as Answer
    expect(codeOf(await poll(accepted.body.data.deviceCode))).toEqual([429, 'rate_limited'])
  })
})
