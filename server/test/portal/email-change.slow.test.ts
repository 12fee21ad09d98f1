import * as otpauth from 'otpauth'
import { describe, expect, it } from 'vitest'
import { createAccount } from '../../src/accounts/account.js'
import { eraseAccount } from '../../src/accounts/deletion.js'
import { deleteOldChanges } from '../../src/accounts/email/sql.js'
import { exportAccount } from '../../src/accounts/export.js'
import { accountKeys } from '../../src/accounts/keys.js'
import type { Answer } from '../service.js'
import { trusted } from '../trusted.js'
import { Authenticator } from './authenticator.js'
import { Browser, type Person, register, somebody } from './browser.js'
import { usePortal } from './people.js'

const { service, mails } = usePortal()

const codeOf = (answer: Answer) => [answer.status, answer.headers.get('error-code')]
const tokenOf = (link: string) => new URL(link).searchParams.get('token')
const call = async (browser: Browser, method: string, path: string, body?: unknown) =>
  service.call(method, path, body, await browser.bearer())
const accountIn = async (browser: Browser) => (await call(browser, 'GET', '/account')).body.data
const signIn = (person: Person) => new Browser(service).auth('sign-in/email', person)

/** A person who has just proved who they are. */
async function proven() {
  const one = await register(service, mails)
  await one.browser.stepUp(one.person)
  return one
}

const ask = (browser: Browser, email: string) => call(browser, 'POST', '/account/email', { email })

/** The buttons of the pages that the links open, in a browser without a login. */
const confirm = (link: string) => new Browser(service).post('/portal/api/email/confirm', { token: tokenOf(link) })
const undo = (link: string) => new Browser(service).post('/portal/api/email/undo', { token: tokenOf(link) })

/** Sets up an authenticator app. */
async function addApp(browser: Browser, { password }: Person): Promise<void> {
  const enabled = await browser.auth('two-factor/enable', { password })
  const totp = otpauth.URI.parse(enabled.body.totpURI) as otpauth.TOTP
  expect((await browser.auth('two-factor/verify-totp', { code: totp.generate() })).status).toBe(200)
}

/** Adds a passkey. */
async function addPasskey(browser: Browser): Promise<void> {
  const options = (await browser.get('/portal/api/auth/passkey/generate-register-options?name=Laptop')).body
  const response = new Authenticator().create(options, service.url)
  expect((await browser.auth('passkey/verify-registration', { response, name: 'Laptop' })).status).toBe(200)
}

/** Changes a person's address. Returns the new one, and the link that undoes it. */
async function changed(browser: Browser, person: Person, email = somebody().email) {
  expect(codeOf(await ask(browser, email))).toEqual([200, null])
  expect(codeOf(await confirm((await mails.next(email)).link))).toEqual([200, null])
  const { link, subject } = await mails.next(person.email)
  expect(subject).toBe('The e-mail address of your account was changed')
  return { email, link }
}

describe('a change of address', () => {
  it('takes a step-up, and changes nothing until the link in the new mailbox is confirmed', async () => {
    const { browser, person } = await proven()
    const { email } = somebody()
    const forget = 'DELETE FROM step_ups WHERE account_id = (SELECT id FROM accounts WHERE email = $1)'
    await service.database.db.execute(forget, [person.email])
    expect(codeOf(await ask(browser, email))).toEqual([403, 'step_up_required'])
    await browser.stepUp(person)
    for (const given of [person.email, 'ada at example', `${'x'.repeat(250)}@example.com`])
      expect(codeOf(await ask(browser, given)), given).toEqual([400, 'invalid'])

    expect((await ask(browser, ` ${email.toUpperCase()}`)).body).toEqual({ status: 200, message: expect.any(String) })
    const mail = await mails.next(email)
    expect(mail.subject).toBe('Confirm your new e-mail address')
    expect(mail.raw).not.toContain(person.name)
    expect(await accountIn(browser)).toMatchObject({ email: person.email, newEmail: email })
    expect(codeOf(await confirm(`${mail.link}x`))).toEqual([400, 'link_invalid'])
    expect(codeOf(await undo(mail.link))).toEqual([400, 'link_invalid'])
    expect(codeOf(await signIn({ ...person, email }))).toEqual([401, 'login_failed'])

    const foreign = new Browser(service)
    foreign.headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
    expect(codeOf(await foreign.post('/portal/api/email/confirm', { token: tokenOf(mail.link) }))).toEqual([
      403,
      'forbidden',
    ])
    expect((await confirm(mail.link)).body.data).toEqual({ email })
    // The session stays, and so does the password.
    expect(await accountIn(browser)).toMatchObject({ email, newEmail: null, emailVerified: true })
    expect(codeOf(await signIn(person))).toEqual([401, 'login_failed'])
    expect((await signIn({ ...person, email })).status).toBe(200)
    expect(codeOf(await confirm(mail.link))).toEqual([400, 'link_invalid'])
    expect((await mails.next(person.email)).text).toContain('another e-mail address')
  })

  it('is cancelled by its owner, a further request, a new password, an hour', async () => {
    const { browser, person } = await proven()
    const linkTo = async (email: string) => {
      expect(codeOf(await ask(browser, email))).toEqual([200, null])
      return (await mails.next(email)).link
    }
    const refused = async (link: string) => {
      expect(codeOf(await confirm(link))).toEqual([400, 'link_invalid'])
      expect(await accountIn(browser)).toMatchObject({ email: person.email, newEmail: null })
    }
    const cancelled = await linkTo(somebody().email)
    expect((await call(browser, 'DELETE', '/account/email')).status).toBe(200)
    await refused(cancelled)

    const replaced = await linkTo(somebody().email)
    const late = await linkTo(somebody().email)
    expect(codeOf(await confirm(replaced))).toEqual([400, 'link_invalid'])
    await service.database.db.execute(
      "UPDATE email_changes SET requested_at = requested_at - interval '1 hour' WHERE old_email = $1",
      [person.email],
    )
    await refused(late)

    const stolen = await linkTo(somebody().email)
    const change = { currentPassword: person.password, newPassword: 'analytical engine', revokeOtherSessions: false }
    expect((await browser.auth('change-password', change)).status).toBe(200)
    await refused(stolen)
  })

  it('ends the links in the old mailbox: a waiting one for a new password opens nothing', async () => {
    const { browser, person } = await proven()
    await new Browser(service).auth('request-password-reset', { email: person.email })
    const { link } = await mails.next(person.email)
    await changed(browser, person)
    const reset = await new Browser(service).auth('reset-password', {
      token: tokenOf(link),
      newPassword: 'analytical engine',
    })
    expect(codeOf(reset)).toEqual([400, 'link_invalid'])
  })

  it('answers alike for an address that has an account, whose owner gets a mail', async () => {
    const { browser } = await proven()
    const other = await register(service, mails)
    const free = somebody().email
    const answers = [await ask(browser, free), await ask(browser, other.person.email)]
    expect(answers[1]?.body).toEqual(answers[0]?.body)
    expect(await accountIn(browser)).toMatchObject({ newEmail: other.person.email })
    const mail = await mails.next(other.person.email)
    expect([mail.subject, new URL(mail.link).pathname]).toEqual([
      'Your address already has an account',
      '/portal/login',
    ])
  })

  it('lets one of two accounts have an address that both confirm', async () => {
    const people = [await proven(), await proven()]
    const { email } = somebody()
    for (const { browser } of people) expect(codeOf(await ask(browser, email))).toEqual([200, null])
    const links = [(await mails.next(email)).link, (await mails.next(email)).link]
    const answers = (await Promise.all(links.map(confirm))).map(codeOf)
    expect(answers).toContainEqual([200, null])
    expect(answers).toContainEqual([409, 'email_taken'])
    const now = await Promise.all(people.map(async ({ browser }) => (await accountIn(browser)).email))
    expect(now.filter((one) => one === email)).toHaveLength(1)
  })

  it('is limited per account, and per address that gets mails', async () => {
    const { browser } = await proven()
    for (let n = 0; n < 5; n++) expect(codeOf(await ask(browser, somebody().email))).toEqual([200, null])
    const late = await ask(browser, somebody().email)
    expect(codeOf(late)).toEqual([429, 'rate_limited'])
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('is in the export while it waits and while it can be undone, and gone with the account', async () => {
    const { browser, person } = await proven()
    const { email } = await changed(browser, person)
    const { _id: id } = await accountIn(browser)
    const { emailChanges } = await exportAccount(service.database.db, id)
    expect(emailChanges).toEqual([
      { oldEmail: person.email, newEmail: email, requestedAt: expect.any(Date), changedAt: expect.any(Date) },
    ])
    await eraseAccount(service.database.db, id)
    const left = 'SELECT FROM email_changes WHERE account_id = $1'
    expect(await service.database.db.query(left, [id])).toEqual([])
  })
})

describe('undoing a change of address', () => {
  it('shuts out an intruder: password, sessions, later second factors; the owner chooses a new password', async () => {
    const { browser, person } = await proven()
    const { email } = somebody()
    await addPasskey(browser)
    expect(codeOf(await ask(browser, email))).toEqual([200, null])
    await addApp(browser, person)
    // Turning a second factor on ends what waits; asked again, it has one.
    await browser.stepUp(person)
    expect(codeOf(await ask(browser, email))).toEqual([200, null])
    await mails.next(email)
    expect(codeOf(await confirm((await mails.next(email)).link))).toEqual([200, null])
    const { link } = await mails.next(person.email)
    await browser.auth('two-factor/disable', { password: person.password })
    await addApp(browser, person)
    await browser.stepUp(person)
    await addPasskey(browser)
    const before = await accountIn(browser)
    expect(before).toMatchObject({ twoFactorEnabled: true, passkeys: 2 })

    expect((await undo(link)).body.data).toEqual({ email: person.email })
    expect((await mails.next(email)).subject).toBe('The change of your e-mail address was undone')
    expect(codeOf(await browser.post('/portal/api/token'))).toEqual([401, 'session_missing'])
    for (const one of [person, { ...person, email }]) expect(codeOf(await signIn(one))).toEqual([401, 'login_failed'])
    expect(codeOf(await undo(link))).toEqual([400, 'link_invalid'])

    await new Browser(service).auth('request-password-reset', { email: person.email })
    const token = tokenOf((await mails.next(person.email)).link)
    const newPassword = 'analytical engine'
    expect((await new Browser(service).auth('reset-password', { token, newPassword })).status).toBe(200)
    const again = new Browser(service)
    expect((await again.auth('sign-in/email', { ...person, password: newPassword })).status).toBe(200)
    // The passkey from before the request stays.
    expect(await accountIn(again)).toMatchObject({ email: person.email, twoFactorEnabled: false, passkeys: 1 })
  })

  it('works for the first address even after further changes', async () => {
    const { browser, person } = await proven()
    const first = await changed(browser, person)
    const second = await changed(browser, { ...person, email: first.email })
    const back = await changed(browser, { ...person, email: second.email }, person.email)
    expect((await undo(first.link)).body.data).toEqual({ email: person.email })
    for (const { link } of [second, back]) expect(codeOf(await undo(link))).toEqual([400, 'link_invalid'])
  })

  it('is possible for days, in which no other account gets the address; afterwards it is free', async () => {
    const { browser, person } = await proven()
    const { link } = await changed(browser, person)
    const registering = await new Browser(service).auth('sign-up/email', { ...person, name: 'Someone else' })
    const usual = await new Browser(service).auth('sign-up/email', somebody())
    expect([registering.status, registering.body]).toEqual([usual.status, usual.body])
    expect((await mails.next(person.email)).subject).toMatch(/^Your address is reserved until \d+ \w+ \d+$/)
    const other = await proven()
    expect(codeOf(await ask(other.browser, person.email))).toEqual([200, null])
    expect((await mails.next(person.email)).subject).toContain('reserved')
    const create = () =>
      createAccount(service.database.db, accountKeys(service.masterKey), 'local', { email: person.email, name: 'Ada' })
    await expect(create()).rejects.toThrow('already exists')

    const age = async (interval: string) => {
      const sql = `UPDATE email_changes SET changed_at = changed_at - interval '${interval}' WHERE old_email = $1`
      expect(await service.database.db.execute(sql, [person.email])).toBe(1)
      await deleteOldChanges(service.database.db, trusted())
    }
    await age('6 days 23 hours')
    await expect(create()).rejects.toThrow('already exists')
    await age('1 hour')
    expect(codeOf(await undo(link))).toEqual([400, 'link_invalid'])
    expect((await create()).userId).toBeTruthy()
  })

  it('leaves a closed account as it is', async () => {
    const { browser, person } = await proven()
    const { email, link } = await changed(browser, person)
    const close = (status: number) =>
      service.database.db.execute('UPDATE accounts SET status = $2 WHERE email = $1', [email, status])
    await close(0)
    expect(codeOf(await undo(link))).toEqual([400, 'link_invalid'])
    await close(1)
    expect((await undo(link)).status).toBe(200)
  })
})
