import { domainToUnicode } from 'node:url'
import { hash } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { replacePassword } from '../../src/accounts/portal-sql.js'
import { hashPassword } from '../../src/accounts/proving/passwords.js'
import { type Answer, weakHashes } from '../service.js'
import { Browser, register, somebody } from './browser.js'
import { usePortal } from './people.js'

const { service, mails } = usePortal()

const codeOf = (answer: Answer) => [answer.status, answer.headers.get('error-code')]
const composed = 'Schlüsselbündel für Jürgen'.normalize('NFC')
const decomposed = composed.normalize('NFD')

/** Registers someone. Returns the account's ID and a function that logs in with a password, in a browser of its own. */
async function person(password?: string) {
  const { browser, person } = await register(service, mails, { ...somebody(), ...(password && { password }) })
  const { body } = await service.call('GET', '/account', undefined, await browser.bearer())
  const login = async (given: string) =>
    (await new Browser(service).auth('sign-in/email', { email: person.email, password: given })).status
  return { browser, email: person.email, accountId: body.data._id as string, login }
}

async function hashOf(accountId: string): Promise<string> {
  const sql = 'SELECT password FROM portal_credentials WHERE user_id = $1'
  const [row] = await service.database.db.query<{ password: string }>(sql, [accountId])
  return row?.password ?? ''
}

describe('a password', () => {
  it('is the same however its accents were typed', async () => {
    for (const chosen of [composed, decomposed]) {
      const { login, browser } = await person(chosen)
      expect(await login(composed)).toBe(200)
      expect(await login(decomposed)).toBe(200)
      expect(await login(`${composed}!`)).toBe(401)
      const stepUp = (password: string, auth: Record<string, string>) =>
        service.call('POST', '/account/step-up', { password }, auth)
      for (const given of [composed, decomposed]) {
        expect((await stepUp(given, await browser.bearer())).status).toBe(200)
      }
    }
  })

  it('whose hash was made before it was composed goes on working, and then works either way', async () => {
    const { accountId, login } = await person()
    await replacePassword(service.database.db, accountId, await hash(decomposed, weakHashes))
    const before = await hashOf(accountId)
    expect(await login(composed)).toBe(401)
    expect(await hashOf(accountId)).toBe(before)
    expect(await login(decomposed)).toBe(200)
    expect(await hashOf(accountId)).not.toBe(before)
    expect(await login(composed)).toBe(200)
    expect(await login(decomposed)).toBe(200)
  })

  it('keeps its hash when nothing about it is old', async () => {
    const { accountId, login } = await person()
    await replacePassword(service.database.db, accountId, await hashPassword(composed, weakHashes))
    const before = await hashOf(accountId)
    expect(await login(decomposed)).toBe(200)
    expect(await hashOf(accountId)).toBe(before)
  })

  it('must not be a common one, wherever a new one is chosen', async () => {
    const { browser, email } = await person()
    for (const password of ['1234567890', 'Password123', 'qwertyuiop', 'QWERTYUIOP']) {
      const answer = await new Browser(service).auth('sign-up/email', { ...somebody(), password })
      expect(codeOf(answer), password).toEqual([400, 'password_common'])
    }
    const change = { currentPassword: somebody().password, newPassword: 'iloveyou123' }
    expect(codeOf(await browser.auth('change-password', change))).toEqual([400, 'password_common'])
    await browser.auth('request-password-reset', { email })
    const token = new URL((await mails.next(email)).link).searchParams.get('token')
    const reset = (newPassword: string) => browser.auth('reset-password', { token, newPassword })
    expect(codeOf(await reset('1q2w3e4r5t'))).toEqual([400, 'password_common'])
    expect((await reset('not 1q2w3e4r5t')).status).toBe(200)
  })
})

describe('an address in an international domain', () => {
  it.each([
    ['Bücher.example', 'xn--bcher-kva.example'],
    ['президент.рф', 'xn--d1abbgf6aiiy.xn--p1ai'],
  ])('belongs to one account, however it is spelled: %s', async (domain, ascii) => {
    const local = somebody().email.split('@')[0]
    const given = { ...somebody(), email: `${local}@${domain}` }
    const browser = new Browser(service)
    expect((await browser.auth('sign-up/email', given)).status).toBe(200)
    // The mail server of the tests decodes the address that it is given.
    const to = `${local}@${domainToUnicode(ascii)}`
    const mail = await mails.next(to)
    expect((await browser.confirm(mail.link)).status).toBe(200)
    const account = await service.call('GET', '/account', undefined, await browser.bearer())
    expect(account.body.data.email).toBe(`${local}@${ascii}`)
    for (const email of [given.email, given.email.toUpperCase(), `${local}@${ascii}`]) {
      expect((await new Browser(service).auth('sign-in/email', { ...given, email })).status, email).toBe(200)
      await new Browser(service).auth('request-password-reset', { email })
      expect((await mails.next(to)).subject).toBe('Choose a new password')
    }
    expect((await browser.auth('sign-up/email', { ...given, email: given.email.toUpperCase() })).status).toBe(200)
    expect((await mails.next(to)).subject).toBe('You already have an account')
  })
})
