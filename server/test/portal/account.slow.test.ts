import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { wallTime } from '../../../test/wall-time.js'
import { collect, unseen } from '../documented.js'
import { expectExamples } from '../examples.js'
import { type Answer, someHash } from '../service.js'
import { Browser, register } from './browser.js'
import { usePortal } from './people.js'

const { service, mails } = usePortal()

beforeAll(() => collect(service))

const codeOf = (answer: Answer) => [answer.status, answer.headers.get('error-code')]

type Auth = { authorization: string }
const ask = (method: string, path: string, auth: Auth, body?: unknown, headers: Record<string, string> = {}) =>
  service.call(method, path, body, { ...auth, ...headers })

/** Waits until a token is refused. */
const ended = (auth: Auth) =>
  eventually('the token has ended', async () => (await ask('GET', '/profile', auth)).status === 401)

/** Logs in with a client id and secret key. */
const login = (pair: { clientId: string; secretKey: string }) =>
  service.call('POST', '/authenticate', undefined, { 'client-id': pair.clientId, 'secret-key': pair.secretKey })

describe('API clients', () => {
  it('are created, shown again after the password, renamed, rotated and revoked', async () => {
    const { browser, person } = await register(service, mails)
    await browser.stepUp(person)
    const auth = await browser.bearer()
    expect((await ask('GET', '/account', auth)).body.data).toMatchObject({ email: person.email, deletionAt: null })
    const made = await ask('POST', '/account/clients', auth, { name: 'Archive' })
    const { clientId, secretKey } = made.body.data
    expect(made.status).toBe(201)
    const bearer = (await login({ clientId, secretKey })).body.data.token as string

    const listed = await ask('GET', '/account/clients', auth)
    expect(listed.body.data).toMatchObject([{ clientId, lastUsedAt: expect.any(String) }, { name: 'First client' }])
    expect(listed.text).not.toContain('sk_')

    const path = `/account/clients/${clientId}`
    const reveal = (password: string, as: Auth = auth) => ask('POST', `${path}/reveal`, as, { password })
    expect(codeOf(await reveal('wrong password'))).toEqual([403, 'password_wrong'])
    expect(codeOf(await reveal(person.password, { authorization: `Bearer ${bearer}` }))).toEqual([403, 'forbidden'])
    const revealed = await reveal(person.password)
    expect(revealed.body.data).toEqual({ clientId, secretKey })
    expect(revealed.headers.get('cache-control')).toBe('no-store')

    await ask('PATCH', path, auth, { name: 'Vault' })
    expect((await ask('GET', '/account/clients', auth)).body.data[0].name).toBe('Vault')

    const rotated = (await ask('POST', `${path}/rotate`, auth)).body.data
    expect((await login({ clientId, secretKey })).status).toBe(404)
    expect((await login(rotated)).status).toBe(200)
    await ended({ authorization: `Bearer ${bearer}` })

    await ask('DELETE', path, auth)
    expect((await login(rotated)).status).toBe(404)
    expect((await ask('GET', '/account/clients', auth)).body.data[0].revokedAt).toEqual(expect.any(String))
    for (const [method, end, body] of [
      ['PATCH', '', { name: 'x' }],
      ['POST', '/rotate', undefined],
      ['POST', '/reveal', { password: person.password }],
    ] as const) {
      expect(codeOf(await ask(method, path + end, auth, body))).toEqual([404, 'client_not_found'])
    }
  })

  it('of others are not found', async () => {
    const [ada, eve] = await Promise.all([register(service, mails), register(service, mails)])
    await eve.browser.stepUp(eve.person)
    const [clients, auth] = [
      await ask('GET', '/account/clients', await ada.browser.bearer()),
      await eve.browser.bearer(),
    ]
    for (const id of [clients.body.data[0].clientId, 'cl_none', 'a%00b']) {
      const path = `/account/clients/${id}`
      for (const [method, end, body] of [
        ['PATCH', '', { name: 'x' }],
        ['DELETE', '', undefined],
        ['POST', '/rotate', undefined],
        ['POST', '/reveal', { password: eve.person.password }],
      ] as const) {
        expect(codeOf(await ask(method, path + end, auth, body))).toEqual([404, 'client_not_found'])
      }
    }
  })

  it('are created once per Idempotency-Key, which gives the first answer again, stored encrypted', async () => {
    const { browser, person } = await register(service, mails)
    await browser.stepUp(person)
    const auth = await browser.bearer()
    const key = { 'idempotency-key': 'once' }
    const create = () => ask('POST', '/account/clients', auth, { name: 'A' }, key)
    const answers = await Promise.all([create(), create(), create()])
    // Those that come while the first one runs are asked to try again.
    expect([201, 409]).toEqual(expect.arrayContaining(answers.map(({ status }) => status)))
    const first = answers.find(({ status }) => status === 201) as Answer
    const path = `/account/clients/${first.body.data.clientId}`
    expect((await login(first.body.data)).status).toBe(200)
    expect((await ask('GET', '/account/clients', auth)).body.data).toHaveLength(2)
    // Repeats the first answer even after the client was renamed, rotated and deleted.
    expect((await ask('PATCH', path, auth, { name: 'Renamed' })).status).toBe(200)
    expect((await ask('POST', `${path}/rotate`, auth)).status).toBe(200)
    expect((await ask('DELETE', path, auth)).status).toBe(200)
    const again = await create()
    expect([again.status, again.text]).toEqual([201, first.text])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const kept = await service.database.db.query<{ body: string }>('SELECT body FROM idempotency_keys')
    expect(JSON.stringify(kept)).not.toContain(first.body.data.clientId)
    const other = await ask('POST', '/account/clients', auth, { name: 'B' }, key)
    expect(codeOf(other)).toEqual([422, 'idempotency_mismatch'])
  })

  it('are limited to fifty', async () => {
    const { browser, person } = await register(service, mails)
    await browser.stepUp(person)
    const auth = await browser.bearer()
    const answers = await Promise.all(
      Array.from({ length: 55 }, () => ask('POST', '/account/clients', auth, { name: 'One of many' })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(49)
    const refused = answers.find(({ status }) => status !== 201)
    expect(codeOf(refused as Answer)).toEqual([409, 'too_many_clients'])
  })
})

describe('sessions', () => {
  it('are listed, and one ended elsewhere loses its tokens', async () => {
    const { browser: here, person } = await register(service, mails)
    const there = new Browser(service)
    there.headers = { 'user-agent': 'Lynx' }
    expect((await there.auth('sign-in/email', person)).status).toBe(200)
    const [mine, theirs] = [await here.bearer(), await there.bearer()]
    expect((await ask('POST', '/hash', theirs, { hash: someHash() })).status).toBe(200)

    const listed = (await ask('GET', '/account/sessions', mine)).body.data
    expect(listed).toMatchObject([
      { current: false, userAgent: 'Lynx', address: '127.0.0.1' },
      { current: true, address: '127.0.0.1' },
    ])
    const path = `/account/sessions/${listed[0].id}`
    await ask('DELETE', path, mine)
    await ended(theirs)
    expect(codeOf(await there.post('/portal/api/token'))).toEqual([401, 'session_missing'])
    expect((await ask('GET', '/profile', mine)).status).toBe(200)
    expect(codeOf(await ask('DELETE', path, mine))).toEqual([404, 'session_not_found'])
  })

  it('of others cannot be ended', async () => {
    const [ada, eve] = await Promise.all([register(service, mails), register(service, mails)])
    const [mine, theirs] = [await ada.browser.bearer(), await eve.browser.bearer()]
    const [session] = (await ask('GET', '/account/sessions', mine)).body.data
    expect(codeOf(await ask('DELETE', `/account/sessions/${session.id}`, theirs))).toEqual([404, 'session_not_found'])
    expect((await ask('GET', '/account/sessions', mine)).body.data).toHaveLength(1)
  })

  it('can all be ended except the current one, which ends by logging out', async () => {
    const { browser: here, person } = await register(service, mails)
    const there = new Browser(service)
    await there.auth('sign-in/email', person)
    const mine = await here.bearer()
    await ask('DELETE', '/account/sessions', mine)
    expect((await ask('GET', '/account/sessions', mine)).body.data).toMatchObject([{ current: true }])
    expect((await here.auth('sign-out')).status).toBe(200)
    expect(here.cookies.has('tallystick.session_token')).toBe(false)
    await ended(mine)
  })

  it('are managed in the portal only', async () => {
    const { auth } = await service.account()
    for (const [method, path] of [
      ['GET', '/account/sessions'],
      ['DELETE', '/account/sessions'],
      ['DELETE', '/account/sessions/x'],
      ['GET', '/account/browsers'],
      ['DELETE', '/account/browsers'],
      ['DELETE', '/account/browsers/x'],
      ['POST', '/account/restore'],
    ] as const) {
      expect(codeOf(await ask(method, path, auth))).toEqual([403, 'forbidden'])
    }
  })
})

describe('deleting the account', () => {
  it('waits 14 days, is announced by mail, and can be cancelled', async () => {
    const { browser, person } = await register(service, mails, undefined, 'DE')
    const auth = await browser.bearer()
    const remove = (password: string) => ask('DELETE', '/account', auth, { password })
    expect(codeOf(await remove('wrong password'))).toEqual([403, 'password_wrong'])
    const asked = wallTime(14 * 86_400_000)
    const { deletionAt } = (await remove(person.password)).body.data
    expect(Date.parse(deletionAt)).toBeGreaterThanOrEqual(asked.getTime())
    expect(Date.parse(deletionAt)).toBeLessThanOrEqual(wallTime(14 * 86_400_000).getTime())
    const mail = await mails.next(person.email)
    expect(mail.subject).toMatch(/^Ihr Konto wird am \d+\. .* gelöscht$/)
    expect(new URL(mail.link).pathname).toBe('/portal/account')
    // A second request changes nothing.
    expect((await remove(person.password)).body.data.deletionAt).toBe(deletionAt)

    const read = async () => (await ask('GET', '/account', auth)).body.data
    expect((await read()).deletionAt).toBe(deletionAt)
    expect((await ask('POST', '/hash', auth, { hash: someHash() })).status).toBe(200)
    await ask('POST', '/account/restore', auth)
    expect((await read()).deletionAt).toBeNull()
  })
})

it('every operation on the account answers as described, and its example is a real answer', async () => {
  const { browser, person } = await register(service, mails)
  await browser.stepUp(person)
  const auth = await browser.bearer()
  await ask('GET', '/account/usage', auth)
  await ask('POST', '/account/email', auth, { email: 'ada@analytical.example' })
  await ask('DELETE', '/account/email', auth)
  await ask('POST', '/account/export', auth)
  const [known] = (await ask('GET', '/account/browsers', auth)).body.data
  await ask('DELETE', `/account/browsers/${known.id}`, auth)
  await ask('DELETE', '/account/browsers', auth)
  const start = async () => (await service.call('POST', '/account/devices', { name: 'workbench' })).body.data
  const [{ deviceCode, userCode }, unwanted] = [await start(), await start()]
  await ask('GET', `/account/devices/${userCode}`, auth)
  await ask('POST', `/account/devices/${userCode}/approve`, auth)
  await ask('POST', `/account/devices/${unwanted.userCode}/deny`, auth)
  const connected = await service.call('POST', '/account/devices/token', { deviceCode })
  const { token } = (await login(connected.body.data)).body.data
  const refused = { hash: 'no hash' }
  await ask('POST', '/hash', { authorization: `Bearer ${token}` }, refused, { 'request-id': 'order-4711' })
  const { clientId } = connected.body.data
  const logged = 'SELECT FROM request_log WHERE client_id = $1'
  await eventually(
    'the request is logged',
    async () => (await service.database.db.query(logged, [clientId])).length > 0,
  )
  await ask('GET', `/account/clients/${clientId}/requests?status=4xx`, auth)
  expect(unseen(['Account'])).toEqual([])
  expectExamples(({ operation }) => operation.tags[0] === 'Account')
})
