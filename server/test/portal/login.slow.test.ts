import { randomBytes } from 'node:crypto'
import * as otpauth from 'otpauth'
import { describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { wallTime } from '../../../test/wall-time.js'
import { createAccount, ensureFirstClient } from '../../src/accounts/account.js'
import { accountKeys } from '../../src/accounts/keys.js'
import type { Answer } from '../service.js'
import { Browser, register, somebody } from './browser.js'
import { usePortal } from './people.js'

const { service, mails } = usePortal()

const codeOf = (answer: Answer) => [answer.status, answer.headers.get('error-code')]

/** Waits until a token is refused. */
const ended = (auth: { authorization: string }) =>
  eventually('the token has ended', async () => (await service.call('GET', '/account', undefined, auth)).status === 401)

/** Expects an error in the service's own form. */
function expectRefusal(answer: Answer, status: number, code: string) {
  expect(codeOf(answer), answer.text).toEqual([status, code])
  expect(answer.body).toEqual({ status, message: expect.any(String) })
}

describe('registering', () => {
  it('leads by mail to a logged-in account with a client and a token for the API', async () => {
    const person = somebody()
    const browser = new Browser(service)
    const answer = await browser.auth('sign-up/email', { ...person, language: 'EN' })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ status: 200, message: 'Mail sent successfully' })
    expect(browser.cookies.size).toBe(0)
    expectRefusal(await browser.post('/portal/api/token'), 401, 'session_missing')

    const mail = await mails.next(person.email)
    expect(mail.from).toBe('notary@example.org')
    expect(mail.subject).toBe('Confirm your e-mail address')
    expect(new URL(mail.link).pathname).toBe('/portal/confirm')
    const confirmed = await browser.confirm(mail.link)
    expect(confirmed.body).toMatchObject({ status: 200, data: { isLoggedIn: true } })
    const [cookie] = confirmed.headers.getSetCookie()
    expect(cookie).toMatch(/^tallystick\.session_token=/)
    for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/portal/api']) expect(cookie).toContain(attribute)

    const token = await browser.post('/portal/api/token')
    expect(token.body).toMatchObject({
      status: 200,
      data: { refreshToken: '', name: person.name, email: person.email, loginType: 'portal', status: 1, isAccess: 1 },
    })
    const auth = await browser.bearer()
    const account = await service.call('GET', '/account', undefined, auth)
    expect(account.body.data).toMatchObject({
      _id: token.body.data._id,
      name: person.name,
      username: person.email.split('@')[0],
      email: person.email,
      emailVerified: true,
      language: 'EN',
      bio: '',
      walletAddress: token.body.data.walletAddress,
      twoFactorEnabled: false,
      passkeys: 0,
      hasPassword: true,
      deletionAt: null,
    })
    const clients = await service.call('GET', '/account/clients', undefined, auth)
    expect(clients.body.data).toMatchObject([{ name: 'First client', lastUsedAt: null, revokedAt: null }])
    const stamped = await service.call('POST', '/hash', { hash: 'ab'.repeat(32) }, auth)
    expect(stamped.status).toBe(200)
    const stamp = await service.call('GET', `/hash?id=${stamped.body.data.code}`, undefined, auth)
    expect(stamp.body.data).toMatchObject({ username: person.name, userVerify: 1 })
    const folders = await service.call('GET', '/api/folders?page=1&limit=10', undefined, auth)
    expect(folders.status).toBe(200)
  })

  it('is completed by the button only: opening the link changes nothing', async () => {
    const person = somebody()
    const registering = new Browser(service)
    await registering.auth('sign-up/email', person)
    const { link } = await mails.next(person.email)
    for (const scanner of [new Browser(service), registering]) {
      for (const method of ['GET', 'HEAD'] as const) {
        const opened = await scanner.open(link, method)
        expect([opened.status, opened.headers.getSetCookie()]).toEqual([200, []])
      }
      const token = new URL(link).searchParams.get('token')
      const old = await scanner.get(`/portal/api/auth/verify-email?token=${token}&callbackURL=/portal/`)
      expect(old.status).toBe(404)
    }
    expectRefusal(await registering.auth('sign-in/email', person), 403, 'email_unverified')
    expectRefusal(await registering.confirm(`${link}x`), 400, 'link_invalid')
    expect((await registering.confirm(link)).body.data).toEqual({ isLoggedIn: true })
  })

  it("never replaces the session of another account: the address is confirmed, and that account's stays", async () => {
    const { browser, person } = await register(service, mails)
    const other = somebody()
    await new Browser(service).auth('sign-up/email', other)
    const { link } = await mails.next(other.email)
    const answer = await browser.confirm(link)
    expect([answer.body.data, answer.headers.getSetCookie()]).toEqual([{ isLoggedIn: false }, []])
    expect((await browser.get('/portal/api/auth/get-session')).body.user.email).toBe(person.email)
    expect((await new Browser(service).auth('sign-in/email', other)).status).toBe(200)
    const sessions = await service.database.db.query(
      'SELECT FROM portal_sessions s JOIN accounts a ON a.id = s.user_id WHERE a.email = $1',
      [other.email],
    )
    expect(sessions).toHaveLength(1)
  })

  it('refuses an expired session and leaves it: what deletes it is sure of the time', async () => {
    const { browser, person } = await register(service, mails)
    const session = (values: string) =>
      service.database.db.execute(
        `UPDATE portal_sessions s SET ${values} FROM accounts a WHERE a.id = s.user_id AND a.email = $1`,
        [person.email],
      )
    const cookies = new Map(browser.cookies)
    const token = async () => (await browser.post('/portal/api/token')).status
    await session("expires_at = expires_at - interval '40 days'")
    expect(await token()).toBe(401)
    expect(await session("expires_at = expires_at + interval '40 days'")).toBe(1)
    for (const [name, value] of cookies) browser.cookies.set(name, value)
    expect(await token()).toBe(200)
    await browser.auth('sign-out')
    expect(await session('expires_at = expires_at')).toBe(0)
  })

  it('does not reveal who has an account; the owner is notified of the attempt', async () => {
    const { person } = await register(service, mails)
    const browser = new Browser(service)
    const taken = await browser.auth('sign-up/email', { ...person, password: 'another password' })
    const free = await browser.auth('sign-up/email', somebody())
    expect(taken.status).toBe(200)
    expect(taken.body).toEqual(free.body)
    const mail = await mails.next(person.email)
    expect(mail.subject).toBe('You already have an account')
    expect(new URL(mail.link).pathname).toBe('/portal/login')
    expectRefusal(await browser.auth('sign-in/email', { ...person, password: 'another password' }), 401, 'login_failed')
  })

  it('mails nothing that a stranger wrote', async () => {
    const words = 'Buy at evil.example'
    const person = { ...somebody(), name: words }
    const browser = new Browser(service)
    expectRefusal(await browser.auth('sign-up/email', { ...person, callbackURL: `/${words}` }), 400, 'invalid')
    expect((await browser.auth('sign-up/email', person)).status).toBe(200)
    expect((await browser.auth('sign-up/email', person)).status).toBe(200)
    const callbackURL = `/portal/${encodeURIComponent(words)}`
    await browser.auth('sign-in/email', { ...person, callbackURL })
    await browser.auth('request-password-reset', { email: person.email, redirectTo: callbackURL })
    for (let i = 0; i < 4; i++) {
      const mail = await mails.next(person.email)
      const text = decodeURIComponent(mail.raw.replaceAll('=\r\n', '').replace(/%(?![\da-f]{2})/gi, ''))
      // A token has random letters.
      expect(text.replace(/eyJ[\w.-]+/g, '')).not.toMatch(/evil/i)
    }
  })

  it('names the first client in the language of the person', async () => {
    const { browser } = await register(service, mails, somebody(), 'DE')
    const clients = await service.call('GET', '/account/clients', undefined, await browser.bearer())
    expect(clients.body.data).toMatchObject([{ name: 'Erster Zugang' }])
  })

  it('creates the first client once, even after an interruption or concurrently', async () => {
    const { db } = service.database
    const keys = accountKeys(service.masterKey)
    const { person, browser } = await register(service, mails)
    const { body } = await browser.post('/portal/api/token')
    const accountId: string = body.data._id
    // As if the process had died right after it committed the account's row.
    await db.execute('DELETE FROM clients WHERE account_id = $1', [accountId])
    await Promise.all([1, 2, 3, 4].map(() => ensureFirstClient(db, keys, 'live', accountId)))
    expect(await db.query('SELECT name FROM clients WHERE account_id = $1', [accountId])).toHaveLength(1)
    await db.execute('DELETE FROM clients WHERE account_id = $1', [accountId])
    expect((await new Browser(service).auth('sign-in/email', person)).status).toBe(200)
    expect(await db.query('SELECT name FROM clients WHERE account_id = $1', [accountId])).toHaveLength(1)
  })

  it.each([
    [{ password: 'too short' }, 'password_unfit'],
    [{ password: 'x'.repeat(129) }, 'password_unfit'],
    [{ email: 'nobody' }, 'invalid'],
    [{ name: ' ' }, 'invalid'],
    [{ name: 'a\u0007b' }, 'invalid'],
    [{ image: 'https://elsewhere.example/' }, 'invalid'],
    [{ emailVerified: true }, 'invalid'],
    [{ language: 'FR' }, 'invalid'],
  ])('refuses %j', async (change, code) => {
    expectRefusal(await new Browser(service).auth('sign-up/email', { ...somebody(), ...change }), 400, code)
  })

  it('sends German mails to German accounts', async () => {
    const { mail, browser } = await register(service, mails, undefined, 'DE')
    expect(mail.subject).toBe('Bestätigen Sie Ihre E-Mail-Adresse')
    expect(mail.raw).toContain('<html lang=3D"de">')
    const profile = await service.call('GET', '/profile', undefined, await browser.bearer())
    expect(profile.body.data.language).toBe('DE')
  })
})

describe('logging in', () => {
  it('accepts a verified address in any case with the right password', async () => {
    const person = somebody()
    const browser = new Browser(service)
    await browser.auth('sign-up/email', person)
    const first = await mails.next(person.email)
    expectRefusal(await browser.auth('sign-in/email', person), 403, 'email_unverified')
    const second = await mails.next(person.email)
    await browser.confirm(first.link)
    // The other link is spent and logs no one in.
    const spent = await new Browser(service).confirm(second.link)
    expect([spent.status, spent.body.data, spent.headers.getSetCookie()]).toEqual([200, { isLoggedIn: false }, []])
    const other = new Browser(service)
    expectRefusal(await other.auth('sign-in/email', { ...person, password: 'wrong password' }), 401, 'login_failed')
    expectRefusal(await other.auth('sign-in/email', { ...somebody(), email: 'no@example.com' }), 401, 'login_failed')
    expect((await other.auth('sign-in/email', { ...person, email: person.email.toUpperCase() })).status).toBe(200)
    const session = await other.get('/portal/api/auth/get-session')
    expect(session.body.user).toMatchObject({ email: person.email, emailVerified: true, language: 'EN' })
  })

  it('is refused to other origins, even with cookies', async () => {
    const { browser, person } = await register(service, mails)
    browser.headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expectRefusal(await browser.post('/portal/api/token'), 403, 'forbidden')
    expectRefusal(await browser.auth('sign-out'), 403, 'forbidden')
    expectRefusal(await browser.auth('sign-in/email', person), 403, 'forbidden')
    const other = somebody()
    await new Browser(service).auth('sign-up/email', other)
    expectRefusal(await browser.confirm((await mails.next(other.email)).link), 403, 'forbidden')
  })

  it('is in a cookie that no script can read, and in no answer', async () => {
    const { person } = await register(service, mails)
    const browser = new Browser(service)
    const loggedIn = await browser.auth('sign-in/email', person)
    const [cookie = ''] = loggedIn.headers.getSetCookie()
    expect(cookie).toMatch(/; Path=\/portal\/api; HttpOnly; SameSite=Lax$/)
    const token = /^[^=]+=([^.;%]{32})/.exec(cookie)?.[1] ?? 'none'
    expect(loggedIn.body.user.email).toBe(person.email)
    const asked = await browser.get('/portal/api/auth/get-session')
    expect(asked.body.session.userId).toBe(loggedIn.body.user.id)
    for (const { text } of [loggedIn, asked]) expect(text).not.toContain(token)
  })

  it('exposes no other routes below its path', async () => {
    const { browser } = await register(service, mails)
    for (const path of ['update-user', 'delete-user', 'change-email', 'revoke-session', 'two-factor/send-otp']) {
      expectRefusal(await browser.auth(path), 404, 'not_found')
    }
    expectRefusal(await browser.get('/portal/api/auth/list-sessions'), 404, 'not_found')
    expectRefusal(await browser.get('/portal/api/mailbox'), 404, 'not_found')
  })

  it('issues tokens that end with the account, and refuses those signed by others', async () => {
    const { browser } = await register(service, mails)
    const auth = await browser.bearer()
    const { body } = await service.call('GET', '/account', undefined, auth)
    await service.database.db.execute('UPDATE accounts SET is_access = 0 WHERE id = $1', [body.data._id])
    await ended(auth)
  })
})

describe('a forgotten password', () => {
  it('is replaced by a link that works once; all sessions end', async () => {
    const { browser, person } = await register(service, mails)
    const auth = await browser.bearer()
    const asking = new Browser(service)
    expect((await asking.auth('request-password-reset', { email: person.email })).body.status).toBe(true)
    expect((await asking.auth('request-password-reset', { email: 'no@example.com' })).body.status).toBe(true)
    const mail = await mails.next(person.email)
    const link = new URL(mail.link)
    expect(link.pathname).toBe('/portal/reset-password')
    const token = link.searchParams.get('token')
    expect(token).toEqual(expect.any(String))
    const [stored] = await service.database.db.query(`SELECT 1 FROM portal_verifications WHERE identifier LIKE $1`, [
      `%${token}%`,
    ])
    expect(stored).toBeUndefined()
    const newPassword = 'analytical engine'
    expectRefusal(await asking.auth('reset-password', { token, newPassword: 'short' }), 400, 'password_unfit')
    expect((await asking.auth('reset-password', { token, newPassword })).status).toBe(200)
    expectRefusal(await asking.auth('reset-password', { token, newPassword }), 400, 'link_invalid')
    await ended(auth)
    expectRefusal(await asking.auth('sign-in/email', person), 401, 'login_failed')
    expect((await asking.auth('sign-in/email', { ...person, password: newPassword })).status).toBe(200)
  })

  it('can be set by a person whose account the operator created, and verifies the address', async () => {
    const email = `${randomBytes(4).toString('hex')}@Example.com`
    const keys = accountKeys(service.masterKey)
    const made = await createAccount(service.database.db, keys, 'live', { email, name: 'Grace' })
    const browser = new Browser(service)
    await browser.auth('request-password-reset', { email })
    const { link } = await mails.next(email.toLowerCase())
    const person = { email, password: 'nanoseconds' }
    const token = new URL(link).searchParams.get('token')
    expect((await browser.auth('reset-password', { token, newPassword: person.password })).status).toBe(200)
    expect((await browser.auth('sign-in/email', person)).status).toBe(200)
    const account = await service.call('GET', '/account', undefined, await browser.bearer())
    expect(account.body.data).toMatchObject({ _id: made.userId, emailVerified: true })
    const clients = await service.call('GET', '/account/clients', undefined, await browser.bearer())
    expect(clients.body.data).toMatchObject([{ clientId: made.clientId }])
  })

  it('can be changed with the old one', async () => {
    const { browser, person } = await register(service, mails)
    const other = new Browser(service)
    await other.auth('sign-in/email', person)
    const change = (currentPassword: string) =>
      browser.auth('change-password', { currentPassword, newPassword: 'a better one', revokeOtherSessions: true })
    expectRefusal(await change('wrong password'), 403, 'password_wrong')
    expect((await change(person.password)).status).toBe(200)
    expectRefusal(await other.post('/portal/api/token'), 401, 'session_missing')
    expect((await browser.post('/portal/api/token')).status).toBe(200)
  })
})

describe('a second factor', () => {
  async function withTotp() {
    const { browser, person } = await register(service, mails)
    expectRefusal(await browser.auth('two-factor/enable', { password: 'wrong password' }), 403, 'password_wrong')
    const enabled = await browser.auth('two-factor/enable', { password: person.password })
    const totp = otpauth.URI.parse(enabled.body.totpURI) as otpauth.TOTP
    const first = totp.generate()
    expectRefusal(await browser.auth('two-factor/verify-totp', { code: '12345x' }), 401, 'code_wrong')
    expect((await browser.auth('two-factor/verify-totp', { code: first })).status).toBe(200)
    // The next step's code is already valid, and stays so for half a minute at least.
    const next = () => totp.generate({ timestamp: wallTime(30_000).getTime() })
    return { browser, person, totp, first, next, backupCodes: enabled.body.backupCodes as string[] }
  }

  const begin = async (person: { email: string; password: string }) => {
    const browser = new Browser(service)
    const answer = await browser.auth('sign-in/email', person)
    expect(answer.body).toMatchObject({ twoFactorRedirect: true, twoFactorMethods: ['totp'] })
    expectRefusal(await browser.post('/portal/api/token'), 401, 'session_missing')
    return browser
  }

  it('is required after the password; no code works twice', async () => {
    const { person, first, next } = await withTotp()
    const browser = await begin(person)
    expectRefusal(await browser.auth('two-factor/verify-totp', { code: first }), 401, 'code_used')
    const code = next()
    expect((await browser.auth('two-factor/verify-totp', { code })).status).toBe(200)
    expect((await browser.post('/portal/api/token')).status).toBe(200)
    const again = await begin(person)
    expectRefusal(await again.auth('two-factor/verify-totp', { code }), 401, 'code_used')
    expectRefusal(await new Browser(service).auth('two-factor/verify-totp', { code }), 401, 'login_expired')
  })

  it('accepts a code in only one of many concurrent requests', async () => {
    const { person, next } = await withTotp()
    const browsers = await Promise.all(Array.from({ length: 5 }, () => begin(person)))
    const code = next()
    const answers = await Promise.all(browsers.map((browser) => browser.auth('two-factor/verify-totp', { code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401])
  })

  it('resists guessing: after five wrong codes the login starts over', async () => {
    const { person, totp, next } = await withTotp()
    const browser = await begin(person)
    const wrong = Array.from({ length: 9 }, (_, i) => `00000${i}`).filter(
      (code) => totp.validate({ token: code, window: 20 }) === null,
    )
    for (const code of wrong.slice(0, 5)) {
      expectRefusal(await browser.auth('two-factor/verify-totp', { code }), 401, 'code_wrong')
    }
    expectRefusal(await browser.auth('two-factor/verify-totp', { code: next() }), 401, 'login_expired')
  })

  it('has backup codes that work once each, and can be turned off', async () => {
    const { person, backupCodes } = await withTotp()
    expect(new Set(backupCodes).size).toBe(10)
    for (const one of backupCodes) expect(one).toMatch(/^[a-hjkmnp-z2-9]{5}-[a-hjkmnp-z2-9]{5}$/)
    const [code] = backupCodes
    const browser = await begin(person)
    expect((await browser.auth('two-factor/verify-backup-code', { code })).status).toBe(200)
    const again = await begin(person)
    expectRefusal(await again.auth('two-factor/verify-backup-code', { code }), 401, 'code_wrong')
    expect((await browser.auth('two-factor/disable', { password: person.password })).status).toBe(200)
    expect((await new Browser(service).auth('sign-in/email', person)).body.twoFactorRedirect).toBeUndefined()
  })
})

describe('mails', () => {
  it('wait for a server that refuses them, and reveal nothing in the meantime', async () => {
    mails.refuse(true)
    const person = somebody()
    await new Browser(service).auth('sign-up/email', person)
    const { db } = service.database
    const refused = () => db.query<{ row: string }>('SELECT m::text AS row FROM portal_mails m WHERE attempts > 0')
    const row = await eventually('the mail was refused once', async () => (await refused())[0]?.row)
    expect(row).not.toContain(Buffer.from(person.email).toString('hex'))
    const ready = () => service.call('GET', '/readyz')
    const isNoted = async () => (await ready()).body.message.includes('No mail has been accepted since ')
    await eventually(
      'the operator is told, and the service is ready',
      async () => (await isNoted()) && (await ready()).status === 200,
    )
    mails.refuse(false)
    await db.execute('UPDATE portal_mails SET next_at = now()')
    expect((await mails.next(person.email)).link).not.toBe('')
    const queued = () => db.query('SELECT 1 FROM portal_mails')
    await eventually('no mail waits', async () => (await queued()).length === 0)
    expect(await isNoted()).toBe(false)
  })
})
