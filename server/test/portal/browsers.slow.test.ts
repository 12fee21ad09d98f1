import * as otpauth from 'otpauth'
import { describe, expect, it } from 'vitest'
import { wallTime } from '../../../test/wall-time.js'
import { takePassword } from '../../src/accounts/portal/reset.js'
import { replacePassword } from '../../src/accounts/portal-sql.js'
import { hashPassword } from '../../src/accounts/proving/passwords.js'
import { type Answer, weakHashes } from '../service.js'
import { Browser, type Person, register, somebody } from './browser.js'
import { usePortal } from './people.js'

const { service, mails } = usePortal()

const codeOf = (answer: Answer) => [answer.status, answer.headers.get('error-code')]
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36'

/** Logs a person in, in a browser that then forgets the session but not that it logged in before. */
async function knownTo(person: Person): Promise<Browser> {
  const browser = new Browser(service)
  browser.headers = { 'user-agent': chrome }
  expect((await browser.auth('sign-in/email', person)).status).toBe(200)
  browser.cookies.delete('tallystick.session_token')
  return browser
}

const guess = (browser: Browser, { email }: Person) =>
  browser.auth('sign-in/email', { email, password: 'wrong password' })

/** Has a stranger use up the attempts at an account. */
async function lock(person: Person): Promise<void> {
  for (let i = 0; i < 10; i++) expect((await guess(new Browser(service), person)).status).toBe(401)
  expect(codeOf(await new Browser(service).auth('sign-in/email', person))).toEqual([429, 'rate_limited'])
}

async function list(browser: Browser) {
  const answer = await service.call('GET', '/account/browsers', undefined, await browser.bearer())
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data as { id: string; userAgent: string; skipsCode: boolean; current: boolean }[]
}

describe('a browser that has logged in before', () => {
  it('is not locked out by the wrong passwords of a stranger; its own count', async () => {
    const { person } = await register(service, mails)
    const known = await knownTo(person)
    const other = await knownTo(person)
    await lock(person)
    expect((await known.auth('sign-in/email', person)).status).toBe(200)
    for (let i = 0; i < 10; i++) expect((await guess(known, person)).status).toBe(401)
    expect(codeOf(await known.auth('sign-in/email', person))).toEqual([429, 'rate_limited'])
    expect((await other.auth('sign-in/email', person)).status).toBe(200)
    expect((await new Browser(service).auth('sign-in/email', person)).status).toBe(429)
  })

  it('knows the accounts that logged in there, and no others', async () => {
    const { person } = await register(service, mails)
    const { person: second } = await register(service, mails)
    const { person: victim } = await register(service, mails)
    const known = await knownTo(person)
    const token = known.cookies.get('tallystick.browser')
    expect((await known.auth('sign-in/email', second)).status).toBe(200)
    expect(known.cookies.get('tallystick.browser')).toBe(token)
    for (const one of [person, second, victim]) await lock(one)
    expect((await known.auth('sign-in/email', person)).status).toBe(200)
    expect((await known.auth('sign-in/email', second)).status).toBe(200)
    expect((await known.auth('sign-in/email', victim)).status).toBe(429)
  })

  it('gets a cookie that pages cannot read, and of which the database has a hash', async () => {
    const { person } = await register(service, mails)
    const browser = new Browser(service)
    const answer = await browser.auth('sign-in/email', person)
    const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('tallystick.browser='))
    for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/portal/api', 'Max-Age=34560000']) {
      expect(cookie).toContain(attribute)
    }
    const rows = await service.database.db.query<{ row: string }>('SELECT b::text AS row FROM portal_browsers b')
    const token = browser.cookies.get('tallystick.browser') as string
    for (const { row } of rows) {
      expect(row).not.toContain(token)
      expect(row).not.toContain(Buffer.from(token).toString('hex'))
    }
    for (const wrong of ['x', 'x'.repeat(43)]) {
      browser.cookies.set('tallystick.browser', wrong)
      expect((await guess(browser, person)).status).toBe(401)
    }
  })

  it('is listed, and forgotten when its owner says so', async () => {
    const { browser, person } = await register(service, mails)
    const known = await knownTo(person)
    const found = await list(browser)
    expect(found).toMatchObject([
      { userAgent: chrome, current: false, skipsCode: false },
      { current: true, skipsCode: false },
    ])
    const other = await register(service, mails)
    const forget = async (by: Browser, id = '') =>
      service.call('DELETE', `/account/browsers/${id}`, undefined, await by.bearer())
    const [{ id } = { id: '' }] = found
    expect(codeOf(await forget(other.browser, id))).toEqual([404, 'browser_not_found'])
    expect(codeOf(await forget(browser, 'x'))).toEqual([404, 'browser_not_found'])
    expect((await forget(browser, id)).status).toBe(200)
    await lock(person)
    expect((await known.auth('sign-in/email', person)).status).toBe(429)
    expect((await forget(browser)).status).toBe(200)
    expect(await list(browser)).toEqual([])
    const program = await service.account()
    expect(codeOf(await service.call('GET', '/account/browsers', undefined, program.auth))).toEqual([403, 'forbidden'])
  })

  it('is forgotten with a new password, however it was made; the one that made it begins again', async () => {
    const { browser, person } = await register(service, mails)
    const { body } = await service.call('GET', '/account', undefined, await browser.bearer())
    const { db } = service.database
    const newPassword = 'a better password'
    await knownTo(person)
    await browser.auth('change-password', { currentPassword: person.password, newPassword, revokeOtherSessions: true })
    expect(await list(browser)).toMatchObject([{ current: true }])

    const stored = () => db.query('SELECT FROM portal_browsers WHERE account_id = $1', [body.data._id])
    await browser.auth('request-password-reset', { email: person.email })
    const token = new URL((await mails.next(person.email)).link).searchParams.get('token')
    expect((await browser.auth('reset-password', { token, newPassword: person.password })).status).toBe(200)
    expect(await stored()).toEqual([])
    await knownTo(person)
    await replacePassword(db, body.data._id, await hashPassword(person.password, weakHashes))
    expect(await stored()).toEqual([])
    await knownTo(person)
    await takePassword(db, body.data._id, false)
    expect(await stored()).toEqual([])
  })

  it('needs no code if its owner says so, until it is forgotten; a new second factor forgets all', async () => {
    const { browser, person } = await register(service, mails, somebody())
    await knownTo(person)
    const enabled = await browser.auth('two-factor/enable', { password: person.password })
    const totp = otpauth.URI.parse(enabled.body.totpURI) as otpauth.TOTP
    expect((await browser.auth('two-factor/verify-totp', { code: totp.generate() })).status).toBe(200)
    expect(await list(browser)).toMatchObject([{ current: true, skipsCode: false }])

    const trusted = new Browser(service)
    expect((await trusted.auth('sign-in/email', person)).body.twoFactorRedirect).toBe(true)
    const code = totp.generate({ timestamp: wallTime(30_000).getTime() })
    expect((await trusted.auth('two-factor/verify-totp', { code, trustDevice: true })).status).toBe(200)
    const again = () => trusted.auth('sign-in/email', person)
    expect((await again()).body.twoFactorRedirect).toBeUndefined()
    expect((await again()).body.twoFactorRedirect).toBeUndefined()
    const [{ id, skipsCode } = { id: '', skipsCode: false }] = await list(trusted)
    expect(skipsCode).toBe(true)
    await service.call('DELETE', `/account/browsers/${id}`, undefined, await browser.bearer())
    expect((await again()).body.twoFactorRedirect).toBe(true)
    const [backup] = enabled.body.backupCodes
    expect((await trusted.auth('two-factor/verify-backup-code', { code: backup })).status).toBe(200)
    expect((await again()).body.twoFactorRedirect).toBe(true)

    expect((await browser.auth('two-factor/disable', { password: person.password })).status).toBe(200)
    expect(await list(browser)).toMatchObject([{ current: true, skipsCode: false }])
  })
})
