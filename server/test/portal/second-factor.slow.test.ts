import * as otpauth from 'otpauth'
import { describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { wallTime } from '../../../test/wall-time.js'
import { type Answer, useOwnService } from '../service.js'
import { Authenticator } from './authenticator.js'
import { Browser, type Person, register } from './browser.js'
import { useMailServer } from './mail-server.js'

const mails = await useMailServer()
const service = useOwnService({ SMTP_URL: mails.url, GUESS_LIMIT: '0', SECOND_FACTOR: 'required' })

const codeOf = (answer: Answer) => [answer.status, answer.headers.get('error-code')]
const required = [403, 'second_factor_required']

/** Sets up an authenticator app. Returns codes of its next steps, each for one use. */
async function setUp(browser: Browser, { password }: Person) {
  const enabled = await browser.auth('two-factor/enable', { password })
  const totp = otpauth.URI.parse(enabled.body.totpURI) as otpauth.TOTP
  const on = await browser.auth('two-factor/verify-totp', { code: totp.generate() })
  expect(on.status, on.text).toBe(200)
  return { next: () => totp.generate({ timestamp: wallTime(30_000).getTime() }) }
}

async function login(person: Person): Promise<Browser> {
  const browser = new Browser(service)
  expect((await browser.auth('sign-in/email', person)).status).toBe(200)
  return browser
}

async function addPasskey(browser: Browser, authenticator: Authenticator): Promise<void> {
  const options = (await browser.get('/portal/api/auth/passkey/generate-register-options?name=Key')).body
  expect(options.authenticatorSelection.userVerification).toBe('required')
  const response = authenticator.create(options, service.url)
  expect((await browser.auth('passkey/verify-registration', { response, name: 'Key' })).status).toBe(200)
}

async function loginBy(authenticator: Authenticator): Promise<{ browser: Browser; answer: Answer }> {
  const browser = new Browser(service)
  const options = (await browser.get('/portal/api/auth/passkey/generate-authenticate-options')).body
  const response = authenticator.get(options, service.url)
  return { browser, answer: await browser.auth('passkey/verify-authentication', { response }) }
}

describe('a service that requires a second factor', () => {
  it('gives an account without one nothing but its set-up', async () => {
    const { browser, person } = await register(service, mails)
    expect((await browser.get('/portal/api/settings')).body.data.secondFactor).toBe('required')
    const { password } = person
    const changed = { currentPassword: password, newPassword: 'another passphrase' }
    for (const answer of [
      await browser.post('/portal/api/token'),
      await browser.post('/portal/api/step-up', { response: { id: 'x' } }),
      await browser.get('/portal/api/auth/passkey/generate-register-options?name=Key'),
      await browser.get('/portal/api/auth/passkey/list-user-passkeys'),
      await browser.auth('passkey/verify-registration', { response: {} }),
      await browser.auth('passkey/update-passkey', { id: 'x', name: 'y' }),
      await browser.auth('passkey/delete-passkey', { id: 'x' }),
      await browser.auth('change-password', changed),
      await browser.auth('two-factor/disable', { password }),
      await browser.auth('two-factor/generate-backup-codes', { password }),
      await browser.auth('two-factor/get-totp-uri', { password }),
    ]) {
      expect(codeOf(answer)).toEqual(required)
    }
    const line = await eventually('a line of the security log', () =>
      service
        .log()
        .split('\n')
        .find((one) => one.includes('"security":"second_factor_missing"')),
    )
    expect(JSON.parse(line)).toMatchObject({ level: 40, address: '127.0.0.1', account: expect.any(String) })
    expect(JSON.parse(line)).not.toHaveProperty('person')

    expect(codeOf(await browser.auth('two-factor/enable', { password: 'a wrong one' }))).toEqual([
      403,
      'password_wrong',
    ])
    await setUp(browser, person)
    expect((await browser.post('/portal/api/token')).status).toBe(200)
  })

  it('ends the logins from before the set-up, which a thief of the password could hold', async () => {
    const { browser, person } = await register(service, mails)
    const thief = await login(person)
    expect(codeOf(await thief.post('/portal/api/token'))).toEqual(required)
    await setUp(browser, person)
    expect(codeOf(await thief.post('/portal/api/token'))).toEqual([401, 'session_missing'])
    expect((await browser.post('/portal/api/token')).status).toBe(200)
    expect((await thief.auth('sign-in/email', person)).body).toMatchObject({ twoFactorRedirect: true })
    expect(codeOf(await thief.post('/portal/api/token'))).toEqual([401, 'session_missing'])
  })

  it('lets an app be replaced, and closes everything for people until it is; programs go on', async () => {
    const { browser, person } = await register(service, mails)
    await setUp(browser, person)
    await browser.stepUp(person)
    const made = await service.call('POST', '/account/clients', { name: 'Archive' }, await browser.bearer())
    const { clientId, secretKey } = made.body.data
    expect((await browser.auth('two-factor/disable', { password: person.password })).status).toBe(200)
    expect(codeOf(await browser.post('/portal/api/token'))).toEqual(required)
    const pair = { 'client-id': clientId, 'secret-key': secretKey }
    expect((await service.call('POST', '/authenticate', undefined, pair)).status).toBe(200)
    await setUp(browser, person)
    expect((await browser.post('/portal/api/token')).status).toBe(200)
  })

  it('takes a passkey that checks the person, beside the app and not in its place', async () => {
    const { browser, person } = await register(service, mails)
    await setUp(browser, person)
    await browser.stepUp(person)
    const authenticator = new Authenticator()
    await addPasskey(browser, authenticator)
    const { browser: other, answer } = await loginBy(authenticator)
    expect(answer.status).toBe(200)
    expect((await other.post('/portal/api/token')).status).toBe(200)

    authenticator.verifiesUser = false
    const { browser: refused, answer: unverified } = await loginBy(authenticator)
    expect(codeOf(unverified)).toEqual([403, 'passkey_unverified'])
    expect(codeOf(await refused.post('/portal/api/token'))).toEqual([401, 'session_missing'])

    authenticator.verifiesUser = true
    await browser.auth('two-factor/disable', { password: person.password })
    expect(codeOf(await (await loginBy(authenticator)).browser.post('/portal/api/token'))).toEqual(required)
  })

  it('closes the logins that were made before the operator required it', async () => {
    await service.restart({ SECOND_FACTOR: 'optional' })
    const { browser, person } = await register(service, mails)
    expect((await browser.post('/portal/api/token')).status).toBe(200)
    const authenticator = new Authenticator()
    authenticator.verifiesUser = false
    await browser.stepUp(person)
    const options = (await browser.get('/portal/api/auth/passkey/generate-register-options?name=Key')).body
    await browser.auth('passkey/verify-registration', { response: authenticator.create(options, service.url) })
    expect((await loginBy(authenticator)).answer.status).toBe(200)

    await service.restart({ SECOND_FACTOR: 'required' })
    expect(codeOf(await browser.post('/portal/api/token'))).toEqual(required)
    expect(codeOf((await loginBy(authenticator)).answer)).toEqual([403, 'passkey_unverified'])
    await setUp(browser, person)
    expect((await browser.post('/portal/api/token')).status).toBe(200)
  })
})
