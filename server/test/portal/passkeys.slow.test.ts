import { describe, expect, it } from 'vitest'
import type { Answer } from '../service.js'
import { Authenticator } from './authenticator.js'
import { Browser, register } from './browser.js'
import { usePortal } from './people.js'

const { service, mails } = usePortal()

const codeOf = (answer: Answer) => [answer.status, answer.headers.get('error-code')]
const api = '/portal/api/auth/passkey'

async function withPasskey() {
  const { browser, person } = await register(service, mails)
  await browser.stepUp(person)
  const authenticator = new Authenticator()
  const options = (await browser.get(`${api}/generate-register-options?name=Laptop`)).body
  expect(options.rp).toEqual({ name: 'Tallystick', id: 'localhost' })
  const response = authenticator.create(options, service.url)
  const made = await browser.auth('passkey/verify-registration', { response, name: 'Laptop' })
  expect(made.status, made.text).toBe(200)
  return { browser, person, authenticator, made, response }
}

async function login(authenticator: Authenticator, browser = new Browser(service)): Promise<Answer> {
  const options = (await browser.get(`${api}/generate-authenticate-options`)).body
  return browser.auth('passkey/verify-authentication', { response: authenticator.get(options, service.url) })
}

/** Lets every step-up expire. */
const forget = () => service.database.db.execute("UPDATE step_ups SET proved_at = proved_at - interval '10 minutes'")

async function stepUp(browser: Browser, authenticator: Authenticator): Promise<Answer> {
  const options = (await browser.get(`${api}/generate-authenticate-options`)).body
  return browser.post('/portal/api/step-up', { response: authenticator.get(options, service.url) })
}

describe('a passkey', () => {
  it('is created while logged in, and logs in without a password', async () => {
    const { browser, person, authenticator } = await withPasskey()
    const auth = await browser.bearer()
    expect((await service.call('GET', '/account', undefined, auth)).body.data.passkeys).toBe(1)
    expect((await browser.get(`${api}/list-user-passkeys`)).body).toMatchObject([{ name: 'Laptop' }])
    const elsewhere = new Browser(service)
    expect((await login(authenticator, elsewhere)).status).toBe(200)
    const token = await elsewhere.post('/portal/api/token')
    expect(token.body.data.email).toBe(person.email)
  })

  it('answers each challenge once', async () => {
    const { browser, response, authenticator } = await withPasskey()
    const again = await browser.auth('passkey/verify-registration', { response })
    expect(codeOf(again)).toEqual([400, 'passkey_refused'])
    const options = (await browser.get(`${api}/generate-authenticate-options`)).body
    const signed = authenticator.get(options, service.url)
    expect((await browser.auth('passkey/verify-authentication', { response: signed })).status).toBe(200)
    expect(codeOf(await browser.auth('passkey/verify-authentication', { response: signed }))).toEqual([
      400,
      'passkey_refused',
    ])
  })

  it('is refused for another origin, or when unknown', async () => {
    const { authenticator } = await withPasskey()
    const browser = new Browser(service)
    const options = (await browser.get(`${api}/generate-authenticate-options`)).body
    const response = authenticator.get(options, 'https://evil.example')
    expect(codeOf(await browser.auth('passkey/verify-authentication', { response }))).toEqual([400, 'passkey_refused'])
    expect((await login(new Authenticator())).headers.get('error-code')).toBe('passkey_refused')
  })

  it('cannot be created or deleted without a login, or without a step-up in the last ten minutes', async () => {
    expect(codeOf(await new Browser(service).get(`${api}/generate-register-options`))).toEqual([401, 'session_missing'])
    const { browser, made, authenticator } = await withPasskey()
    await forget()
    for (const answer of [
      await browser.get(`${api}/generate-register-options`),
      await browser.auth('passkey/verify-registration', { response: {} }),
      await browser.auth('passkey/delete-passkey', { id: made.body.id }),
    ]) {
      expect(codeOf(answer)).toEqual([403, 'step_up_required'])
    }
    // An old session will do, once it is stepped up.
    await service.database.db.execute("UPDATE portal_sessions SET created_at = created_at - interval '2 days'")
    expect((await stepUp(browser, authenticator)).status).toBe(200)
    expect((await browser.auth('passkey/delete-passkey', { id: made.body.id })).status).toBe(200)
  })

  it('steps up its own session only, and leaves no second session', async () => {
    const ada = await withPasskey()
    const eve = await withPasskey()
    await forget()
    expect(codeOf(await stepUp(eve.browser, ada.authenticator))).toEqual([400, 'passkey_refused'])
    expect(codeOf(await eve.browser.get(`${api}/generate-register-options`))).toEqual([403, 'step_up_required'])
    const answer = await stepUp(ada.browser, ada.authenticator)
    expect(answer.headers.getSetCookie()).toEqual([])
    expect((await ada.browser.get(`${api}/generate-register-options`)).status).toBe(200)
    for (const { browser } of [ada, eve]) {
      const sessions = await service.call('GET', '/account/sessions', undefined, await browser.bearer())
      expect(sessions.body.data).toHaveLength(1)
    }
    const foreign = new Browser(service)
    foreign.headers = { origin: 'https://evil.example' }
    expect(codeOf(await foreign.post('/portal/api/step-up', { response: { id: 'x' } }))).toEqual([403, 'forbidden'])
  })

  it('can be renamed and removed by its owner only', async () => {
    const { browser, made, authenticator } = await withPasskey()
    const { id } = made.body
    const eve = await register(service, mails)
    for (const path of ['passkey/update-passkey', 'passkey/delete-passkey']) {
      expect((await eve.browser.auth(path, { id, name: 'Mine' })).status).toBeGreaterThanOrEqual(400)
    }
    expect((await browser.auth('passkey/update-passkey', { id, name: 'Phone' })).status).toBe(200)
    expect((await browser.get(`${api}/list-user-passkeys`)).body).toMatchObject([{ name: 'Phone' }])
    expect((await browser.auth('passkey/delete-passkey', { id })).status).toBe(200)
    expect((await login(authenticator)).status).toBeGreaterThanOrEqual(400)
  })
})
