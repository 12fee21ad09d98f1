import { describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { wallTime } from '../../../test/wall-time.js'
import { personRunning } from '../../src/base/admin.js'
import { type Outcome, runAdmin, runProgram } from '../command-line.js'
import { Authenticator } from '../portal/authenticator.js'
import { Browser, type Person, register, somebody } from '../portal/browser.js'
import { usePortal } from '../portal/people.js'
import { type Answer, dataSettings, someHash } from '../service.js'
import { dataOf } from '../stamps/shapes.js'

// An operator's commands on the accounts of a running service.

const { service, mails } = usePortal()

/** Runs a command that must succeed, and returns what it prints. */
async function admin(...args: string[]) {
  return printed(await runAdmin([...args, '--json'], settings()))
}

function settings() {
  return { ...dataSettings(service), PUBLIC_URL: service.url, SMTP_URL: mails.url }
}

function printed({ code, out, err }: Outcome) {
  expect([code, err]).toEqual([0, ''])
  return JSON.parse(out)
}

const authenticate = (clientId: string, secretKey: string) =>
  service.call('POST', '/authenticate', undefined, { 'client-id': clientId, 'secret-key': secretKey })
const refusal = ({ status, headers }: Answer) => [status, headers.get('error-code')]
const signIn = (person: Pick<Person, 'email' | 'password'>) => new Browser(service).auth('sign-in/email', person)

/** Waits until a token is refused; within 5 seconds, as token.test.ts shows with a clock of its own. */
async function refused(ask: () => Promise<Answer>): Promise<void> {
  const answer = await eventually('the token is refused', async () => {
    const got = await ask()
    return got.status === 401 && got
  })
  expect(refusal(answer)).toEqual([401, 'token_invalid'])
}

/** Chooses a new password by a link. */
async function choose(link: string, newPassword: string): Promise<Answer> {
  const token = new URL(link).searchParams.get('token')
  return new Browser(service).auth('reset-password', { token, newPassword })
}

describe('an operator', () => {
  it('disables an account until it is enabled again: no login, no token; public pages stay', async () => {
    const { browser, person } = await register(service, mails)
    const made = await admin('client', 'create', person.email, '--name', 'Invoices')
    const login = await authenticate(made.clientId, made.secretKey)
    const bearer = { authorization: `Bearer ${dataOf(login).token}` }
    const { code } = dataOf(await service.call('POST', '/hash', { hash: someHash() }, bearer))
    const events = await fetch(`${service.url}/events`, { headers: bearer })
    const look = () => service.call('GET', `/hash?id=${code}`, undefined, bearer)
    expect((await look()).status).toBe(200)

    // By a process of its own, as operators do.
    const disabled = printed(await runProgram('admin', ['account', 'disable', person.email, '--json'], settings()))
    expect(disabled).toMatchObject({ email: person.email, disabled: true })
    await refused(look)
    // Ends by itself.
    await events.text()
    expect(refusal(await browser.post('/portal/api/token'))).toEqual([401, 'session_missing'])
    // Its owner learns why; a stranger doesn't learn that there is an account.
    expect(refusal(await signIn(person))).toEqual([403, 'account_disabled'])
    const [guess, unknown] = [{ ...person, password: 'another password' }, somebody()]
    expect((await signIn(guess)).text).toBe((await signIn(unknown)).text)
    const wrong = await authenticate(made.clientId, 'wrong')
    expect(refusal(await authenticate(made.clientId, made.secretKey))).toEqual(refusal(wrong))
    expect((await service.call('GET', `/s/${code}`, undefined, { accept: 'text/html' })).status).toBe(200)

    await admin('account', 'enable', person.email)
    expect((await look()).status).toBe(200)
    expect((await authenticate(made.clientId, made.secretKey)).status).toBe(200)
    expect((await signIn(person)).status).toBe(200)
    const clients = await admin('client', 'list', person.email)
    expect(clients.map(({ name }: { name: string }) => name)).toEqual(['First client', 'Invoices'])
    expect(clients[1]).toMatchObject({ clientId: made.clientId, lastUsedAt: expect.any(String), revokedAt: null })
  })

  it('makes an account an operator, and takes that back; both are noted with who did it', async () => {
    const { browser, person } = await register(service, mails)
    const isOperator = async () => (await browser.post('/portal/api/token')).body.data.isOperator
    const emails = async () => (await admin('operator', 'list')).map(({ email }: { email: string }) => email)
    expect(await admin('operator', 'add', person.email)).toMatchObject({ email: person.email, operator: true })
    expect([await isOperator(), await emails()]).toEqual([true, expect.arrayContaining([person.email])])
    await admin('operator', 'remove', person.email)
    expect([await isOperator(), await emails()]).toEqual([false, expect.not.arrayContaining([person.email])])
    const rows = await service.database.db.query<{ kind: string }>(
      `SELECT i.kind FROM interventions i JOIN accounts a ON a.id = i.account_id
        WHERE a.email = $1 AND i.person = $2 ORDER BY i.id`,
      [person.email, personRunning()],
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['operator_added', 'operator_removed'])
    const missing = await runAdmin(['operator', 'add', 'no-one@example.com'], settings())
    expect([missing.code, missing.err]).toEqual([1, 'Account no-one@example.com does not exist.\n'])
  })

  it('resets an account: its password and sessions end, and only a new link leads in', async () => {
    const { browser, person } = await register(service, mails)
    await browser.stepUp(person)
    const options = await browser.get('/portal/api/auth/passkey/generate-register-options')
    const response = new Authenticator().create(options.body, service.url)
    const added = await browser.auth('passkey/verify-registration', { response })
    expect(added.status, added.text).toBe(200)
    await service.database.db.execute('UPDATE accounts SET two_factor_enabled = true WHERE email = $1', [person.email])
    const bearer = await browser.bearer()

    expect(await admin('account', 'reset', person.email)).toMatchObject({ email: person.email, link: null })
    await refused(() => service.call('GET', '/account', undefined, bearer))
    expect(refusal(await signIn(person))).toEqual([401, 'login_failed'])
    const mail = await mails.next(person.email)
    expect(mail.subject).toBe('Choose a new password')
    expect((await choose(mail.link, 'a new password')).status).toBe(200)
    expect(refusal(await choose(mail.link, 'another password'))).toEqual([400, 'link_invalid'])
    // The second factor stays.
    expect((await signIn({ ...person, password: 'a new password' })).body).toMatchObject({ twoFactorRedirect: true })

    const { link } = await admin('account', 'reset', person.email, '--factors', '--print')
    expect(refusal(await signIn({ ...person, password: 'a new password' }))).toEqual([401, 'login_failed'])
    expect((await choose(link, 'the last password')).status).toBe(200)
    const again = new Browser(service)
    expect((await again.auth('sign-in/email', { ...person, password: 'the last password' })).status).toBe(200)
    const { body } = await service.call('GET', '/account', undefined, await again.bearer())
    expect(body.data).toMatchObject({ twoFactorEnabled: false, passkeys: 0, hasPassword: true })
  })

  it('deletes an account in 14 days, as its owner can, or at once', async () => {
    const { db } = service.database
    const { browser, person } = await register(service, mails)
    const bearer = await browser.bearer()
    /** Deletes the account, and expects the date to be so many days after the command. */
    const deleted = async (days: number, ...args: string[]) => {
      const shiftMs = days * 86_400_000
      const before = wallTime(shiftMs)
      const made = await admin('account', 'delete', ...args)
      const at = Date.parse(made.deletionAt)
      expect([before.getTime() <= at, at <= wallTime(shiftMs).getTime()]).toEqual([true, true])
      return made
    }
    const { userId, deletionAt } = await deleted(14, person.email)
    expect((await mails.next(person.email)).subject).toMatch(/^Your account will be deleted on /)
    const account = await service.call('GET', '/account', undefined, bearer)
    expect(account.body.data.deletionAt).toBe(deletionAt)

    await deleted(0, userId, '--now')
    await refused(() => service.call('GET', '/account', undefined, bearer))
    expect(refusal(await signIn(person))).toEqual([401, 'login_failed'])
    // Ten minutes later, its last requests have ended.
    await db.execute("UPDATE accounts SET updated_at = now() - interval '11 minutes' WHERE id = $1", [userId])
    const found = () => db.query('SELECT FROM accounts WHERE id = $1', [userId])
    await eventually('the account is erased', async () => (await found()).length === 0)
  })
})
