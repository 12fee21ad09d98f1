import { readFileSync } from 'node:fs'
import * as otpauth from 'otpauth'
import { describe, expect, it } from 'vitest'
import { wallTime } from '../../../test/wall-time.js'
import { replacePassword } from '../../src/accounts/portal-sql.js'
import { hashPassword } from '../../src/accounts/proving/passwords.js'
import { type Answer, type TestAccount, weakHashes } from '../service.js'
import { Browser, register } from './browser.js'
import { usePortal } from './people.js'

const { service, mails } = usePortal()

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const codeOf = (answer: Answer) => [answer.status, answer.headers.get('error-code')]
const password = 'difference engine no 2'

/** The requests of SECURITY.md, and what each takes. */
const table = [
  ...(read('SECURITY.md').match(/<!-- walked by[\s\S]*<!-- \/walked -->/)?.[0] ?? '').matchAll(/^\| (`.*) \|$/gm),
]
  .map((row) => (row[1] as string).split(' | '))
  .flatMap(([requests = '', , takes = '']) =>
    [...requests.matchAll(/`([A-Z]+) (\/[^`]*)`/g)].map(([, method = '', path = '']) => ({ method, path, takes })),
  )

/** An account whose password is {@link password}, with a token that wasn't given for its secret key. */
async function withOldToken(): Promise<TestAccount> {
  const account = await service.account()
  await replacePassword(service.database.db, account.userId, await hashPassword(password, weakHashes))
  const pair = { 'client-id': account.clientId, 'secret-key': account.secretKey }
  const login = await service.call('POST', '/authenticate', undefined, pair)
  const { refreshToken } = login.body.data
  const { token } = (await service.call('POST', '/authenticate/refresh', { refreshToken })).body.data
  return { ...account, token, auth: { authorization: `Bearer ${token}` } }
}

const stepUp = (auth: TestAccount['auth'], proof: object) => service.call('POST', '/account/step-up', proof, auth)

describe('what outlives a token', () => {
  it('is decided for every request that changes something', () => {
    const paths: Record<string, Record<string, unknown>> = JSON.parse(read('docs/openapi.json')).paths
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const changing = operations.filter((operation) => !/^(GET|HEAD|OPTIONS) /.test(operation))
    const decided = table
      .filter(({ path }) => !path.startsWith('/portal/'))
      .map(({ method, path }) => `${method} ${path}`)
    expect(decided.sort()).toEqual(changing.sort())
  })

  it('needs what the table says, so that a stolen token is not enough', async () => {
    const { auth, clientId } = await withOldToken()
    const fresh = await service.account()
    const hook = { redirectUrl: 'https://hooks.example/', action: ['hash.succeed'] }
    const made = await service.call('POST', '/v2/webhooks', hook, fresh.auth)
    expect(made.status, made.text).toBe(201)
    const refusals: Record<string, [number, string]> = {
      'step-up': [403, 'step_up_required'],
      'recent login': [403, 'session_old'],
      password: [403, 'forbidden'],
      // To everyone but operators in the portal; operators.slow.test.ts shows that these need a step-up.
      'operator, step-up': [404, 'not_found'],
      portal: [403, 'forbidden'],
    }
    const browser = new Browser(service)
    // Logging out last.
    const isLogout = ({ method, path }: (typeof table)[number]) => method === 'DELETE' && path === '/v2/authenticate'
    const others = table.filter(({ path }) => path !== '/authenticate' && path !== '/authenticate/refresh')
    const rows = [...others.filter((row) => !isLogout(row)), ...others.filter(isLogout)]
    for (const { method, path, takes } of rows) {
      const where = path
        .replace('{clientId}', clientId)
        .replace('{id}', made.body.data.id)
        .replace(/\{\w+\}/, '01938f3c-7a40-7c3e-9d5b-0c6f2f1b8a11')
      const body = takes === 'password' ? { password: 'wrong password' } : where.startsWith('/v2/webhooks') ? hook : {}
      if (path.startsWith('/portal/') && !takes.startsWith('operator')) {
        // A cookie, not a token, is what they take.
        expect(codeOf(await browser[method === 'GET' ? 'get' : 'post'](where)), path).toEqual([401, 'session_missing'])
        continue
      }
      const owner = method === 'PATCH' && path === '/v2/webhooks/{id}' ? await oldTokenOf(fresh) : auth
      const changed = { ...body, ...(owner !== auth && { redirectUrl: 'https://elsewhere.example/' }) }
      const answer = await service.call(method, where, method === 'GET' ? undefined : changed, owner)
      const refusal = refusals[takes]
      if (refusal) expect([...codeOf(answer), path]).toEqual([...refusal, path])
      else expect([403, 'step_up_required', 'session_old'], path).not.toContain(answer.headers.get('error-code'))
    }
  })

  it('is open for ten minutes after a step-up, to this token alone', async () => {
    const { auth, clientId, ...account } = await withOldToken()
    const other = await oldTokenOf({ auth, clientId, ...account })
    const create = (as = auth) => service.call('POST', '/account/clients', { name: 'Archive' }, as)
    const asked = wallTime(600_000)
    const { until } = (await stepUp(auth, { password })).body.data
    expect(Date.parse(until)).toBeGreaterThanOrEqual(asked.getTime())
    expect(Date.parse(until)).toBeLessThanOrEqual(wallTime(600_000).getTime())
    expect((await create()).status).toBe(201)
    expect((await service.call('POST', `/account/clients/${clientId}/rotate`, undefined, other)).status).toBe(403)
    expect(codeOf(await create(other))).toEqual([403, 'step_up_required'])
    await service.database.db.execute("UPDATE step_ups SET proved_at = proved_at - interval '10 minutes'")
    expect(codeOf(await create())).toEqual([403, 'step_up_required'])
    // A refused request leaves no answer behind.
    const keyed = { ...auth, 'idempotency-key': 'once' }
    expect(codeOf(await service.call('POST', '/account/clients', { name: 'B' }, keyed))).toEqual([
      403,
      'step_up_required',
    ])
    await stepUp(auth, { password })
    expect((await service.call('POST', '/account/clients', { name: 'B' }, keyed)).status).toBe(201)
  })

  it('needs the secret key of a program, given for the token in the last ten minutes', async () => {
    const { auth } = await service.account()
    const hook = { redirectUrl: 'https://hooks.example/', action: ['hash.succeed'] }
    expect((await service.call('POST', '/v2/webhooks', hook, auth)).status).toBe(201)
    expect(codeOf(await service.call('POST', '/account/clients', { name: 'x' }, auth))).toEqual([
      403,
      'step_up_required',
    ])
  })
})

describe('a step-up', () => {
  it('counts as given by logging in, but not by a link in a mail', async () => {
    const { browser, person } = await register(service, mails)
    const create = async (as: Browser) => service.call('POST', '/account/clients', { name: 'x' }, await as.bearer())
    expect(codeOf(await create(browser))).toEqual([403, 'step_up_required'])
    const elsewhere = new Browser(service)
    await elsewhere.auth('sign-in/email', person)
    expect((await create(elsewhere)).status).toBe(201)
    await browser.stepUp(person)
    expect((await create(browser)).status).toBe(201)
    // It is the session's, whichever of its tokens is used.
    expect((await create(browser)).status).toBe(201)
  })

  it('accepts a code of the authenticator app once, and none without an app', async () => {
    const { browser, person } = await register(service, mails)
    const auth = await browser.bearer()
    expect(codeOf(await stepUp(auth, { code: '123456' }))).toEqual([403, 'step_up_refused'])
    const enabled = await browser.auth('two-factor/enable', { password: person.password })
    const totp = otpauth.URI.parse(enabled.body.totpURI) as otpauth.TOTP
    // Not before the person has shown that the app works.
    const early = totp.generate({ timestamp: wallTime(-30_000).getTime() })
    expect(codeOf(await stepUp(auth, { code: early }))).toEqual([403, 'step_up_refused'])
    expect((await browser.auth('two-factor/verify-totp', { code: totp.generate() })).status).toBe(200)
    const mine = await browser.bearer()
    const code = totp.generate({ timestamp: wallTime(30_000).getTime() })
    expect(codeOf(await stepUp(mine, { code: `${code.slice(0, 3)} ${code.slice(3)}` }))).toEqual([200, null])
    expect(codeOf(await stepUp(mine, { code }))).toEqual([403, 'step_up_refused'])
  })

  it('closes after ten wrong passwords, which are counted wherever they are given', async () => {
    const { browser, person } = await register(service, mails)
    const auth = await browser.bearer()
    const wrong = { password: 'wrong password' }
    for (let i = 0; i < 5; i++) expect(codeOf(await stepUp(auth, wrong))).toEqual([403, 'password_wrong'])
    for (let i = 0; i < 5; i++) {
      expect(codeOf(await browser.auth('two-factor/enable', wrong))).toEqual([403, 'password_wrong'])
    }
    expect(codeOf(await stepUp(auth, person))).toEqual([400, 'invalid'])
    expect(codeOf(await stepUp(auth, { password: person.password }))).toEqual([429, 'rate_limited'])
    const change = { currentPassword: person.password, newPassword: 'analytical engine' }
    expect(codeOf(await browser.auth('change-password', change))).toEqual([429, 'rate_limited'])
  })

  it.each([[{}], [{ password: 'a', code: 'b' }], [{ password: 1 }]])('400: %j', async (proof) => {
    const { auth } = await service.account()
    expect(codeOf(await stepUp(auth, proof))).toEqual([400, 'invalid'])
  })
})

/** Another token of the account, one that wasn't given for its secret key. */
async function oldTokenOf({ clientId, secretKey }: TestAccount): Promise<TestAccount['auth']> {
  const pair = { 'client-id': clientId, 'secret-key': secretKey }
  const { refreshToken } = (await service.call('POST', '/authenticate', undefined, pair)).body.data
  const { token } = (await service.call('POST', '/authenticate/refresh', { refreshToken })).body.data
  return { authorization: `Bearer ${token}` }
}
