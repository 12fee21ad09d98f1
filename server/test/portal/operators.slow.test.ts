import { expect, it } from 'vitest'
import { setOperator } from '../../src/accounts/operators/operators.js'
import type { Answer, TestAccount } from '../service.js'
import { someHash } from '../service.js'
import { dataOf } from '../stamps/shapes.js'
import { type Browser, type Person, register } from './browser.js'
import { usePortal } from './people.js'

// The operator's page of the portal: who sees it, what it shows, and disabling accounts.

const { service, mails } = usePortal()
const base = '/portal/api/operator'
const reads = ['state', 'settings', 'queue', 'lanes', 'storage', 'mails', 'accounts']
const refusal = ({ status, headers }: Answer) => [status, headers.get('error-code')]
const byTest = { person: 'tests' }

interface Member {
  browser: Browser
  person: Person
  id: string
  auth: { authorization: string }
  get(path: string): Promise<Answer>
  post(path: string, body: unknown): Promise<Answer>
}

async function member(): Promise<Member> {
  const { browser, person } = await register(service, mails)
  const login = (await browser.post('/portal/api/token')).body.data
  const auth = { authorization: `Bearer ${login.token}` }
  return {
    browser,
    person,
    id: login._id,
    auth,
    get: (path) => service.call('GET', `${base}/${path}`, undefined, auth),
    post: (path, body) => service.call('POST', `${base}/${path}`, body, auth),
  }
}

async function operator(): Promise<Member> {
  const found = await member()
  await setOperator(service.database.db, found.id, true, byTest)
  return found
}

const disable = (by: Member, id: string, reason = 'Sends spam') => by.post(`accounts/${id}/disable`, { reason })

it('exists for operators in the portal alone', async () => {
  const [someone, chief] = [await member(), await operator()]
  await chief.browser.stepUp(chief.person)
  const created = await service.call('POST', '/account/clients', { name: 'Program' }, chief.auth)
  const { clientId, secretKey } = dataOf(created, 201)
  const login = await service.call('POST', '/authenticate', undefined, {
    'client-id': clientId,
    'secret-key': secretKey,
  })
  const program = { authorization: `Bearer ${dataOf(login).token}` }
  for (const path of [...reads, `accounts/${someone.id}`]) {
    expect(refusal(await someone.get(path)), path).toEqual([404, 'not_found'])
    expect(refusal(await service.call('GET', `${base}/${path}`, undefined, program)), path).toEqual([404, 'not_found'])
    expect(refusal(await service.call('GET', `${base}/${path}`)), path).toEqual([400, 'token_missing'])
    expect((await chief.get(path)).status, path).toBe(200)
  }
  for (const change of ['disable', 'enable']) {
    const path = `accounts/${someone.id}/${change}`
    const reason = { reason: 'Sends spam' }
    expect(refusal(await someone.post(path, reason))).toEqual([404, 'not_found'])
    expect(refusal(await service.call('POST', `${base}/${path}`, reason, program))).toEqual([404, 'not_found'])
  }
  const told = async ({ browser }: Member) => (await browser.post('/portal/api/token')).body.data.isOperator
  expect([await told(someone), await told(chief)]).toEqual([false, true])

  await setOperator(service.database.db, chief.id, false, byTest)
  expect(refusal(await chief.get('state'))).toEqual([404, 'not_found'])
})

it('shows the state of the service', async () => {
  const chief = await operator()
  expect(dataOf(await chief.get('state'))).toEqual({ version: expect.any(String), problems: [], warnings: [] })
  expect(dataOf(await chief.get('queue'))).toMatchObject({ waiting: 0, oldestSeconds: 0, takes: true })
  const [lane] = (await chief.get('lanes')).body.data
  expect(lane).toMatchObject({ address: expect.stringMatching(/^0x/), holes: [], why: null })
  expect(dataOf(await chief.get('storage'))).toMatchObject({
    store: 'disk',
    disks: [{ holds: 'files', freeBytes: expect.any(Number), reserveBytes: expect.any(Number) }],
  })
  expect(dataOf(await chief.get('mails'))).toMatchObject({ delivery: 'server', failure: null })
})

it('shows where each setting comes from, and no secret', async () => {
  const chief = await operator()
  const answer = await chief.get('settings')
  const settings: { name: string }[] = answer.body.data
  const named = (name: string) => settings.find((one) => one.name === name)
  expect(named('GUESS_LIMIT')).toMatchObject({ source: 'environment', value: '1000', isSecret: false })
  expect(named('SESSION_MAX')).toMatchObject({ source: 'default', value: '90d' })
  expect(named('SMTP_URL')).toMatchObject({ source: 'environment', value: null, isSecret: true })
  expect(named('MASTER_KEY')).toMatchObject({ source: 'environment', value: null, isSecret: true })
  expect(answer.text).not.toContain(service.masterKey.toString('hex'))
})

it('lists accounts by search, state and order', async () => {
  const [chief, first, second] = [await operator(), await member(), await member()]
  const ids = async (query: string) =>
    (await chief.get(`accounts?limit=100&${query}`)).body.data.data.map(({ id }: { id: string }) => id)
  expect((await ids('')).slice(0, 3)).toEqual([second.id, first.id, chief.id])
  expect(await ids(`search=${first.person.email.slice(0, 10).toUpperCase()}`)).toEqual([first.id])
  expect(await ids(`search=${second.id}`)).toEqual([second.id])
  expect(await ids('search=nothing-like-it')).toEqual([])
  expect(await ids('state=operator')).toContain(chief.id)
  expect(await ids('state=operator')).not.toContain(first.id)
  const ascending = await ids('sort=email&order=asc')
  expect(await ids('sort=email&order=desc')).toEqual(ascending.toReversed())
  expect((await ids('sort=storage')).length).toBe(ascending.length)
  const paged = await chief.get('accounts?limit=1')
  const next = await chief.get(`accounts?limit=1&cursor=${paged.headers.get('next-cursor')}`)
  expect(next.body.data.data[0].id).toBe(first.id)
})

it('disables an account and enables it again, with a reason that stays', async () => {
  const [chief, someone] = [await operator(), await member()]
  expect(refusal(await disable(chief, someone.id))).toEqual([403, 'step_up_required'])
  await chief.browser.stepUp(chief.person)
  expect((await disable(chief, someone.id, 'Sends spam')).status).toBe(200)
  // A second time changes nothing, and leaves no second note.
  expect((await disable(chief, someone.id, 'Sends spam')).status).toBe(200)
  expect(refusal(await someone.browser.post('/portal/api/token'))).toEqual([401, 'session_missing'])
  const looked = dataOf(await chief.get(`accounts/${someone.id}`))
  expect(looked).toMatchObject({ state: 'disabled', usage: { stampsToday: { used: 0 } } })
  expect(looked.interventions).toMatchObject([
    { kind: 'disabled', reason: 'Sends spam', operator: chief.person.email, person: null },
  ])

  expect((await chief.post(`accounts/${someone.id}/enable`, { reason: 'Was a mistake' })).status).toBe(200)
  const again = dataOf(await chief.get(`accounts/${someone.id}`))
  expect(again).toMatchObject({ state: 'open' })
  expect(again.interventions.map(({ kind }: { kind: string }) => kind)).toEqual(['enabled', 'disabled'])
  expect((await someone.browser.auth('sign-in/email', someone.person)).status).toBe(200)
})

it('refuses to disable what cannot be', async () => {
  const [chief, gone] = [await operator(), await member()]
  await chief.browser.stepUp(chief.person)
  expect(refusal(await disable(chief, chief.id))).toEqual([409, 'own_account'])
  expect(refusal(await disable(chief, 'nobody'))).toEqual([404, 'not_found'])
  expect(refusal(await disable(chief, gone.id, ''))).toEqual([400, 'invalid'])
  expect(refusal(await chief.get('accounts/019a0000-0000-7000-8000-000000000000'))).toEqual([404, 'not_found'])
  await service.database.db.execute('UPDATE accounts SET erasing = true, is_access = 0 WHERE id = $1', [gone.id])
  expect(refusal(await disable(chief, gone.id))).toEqual([409, 'account_erasing'])
})

it('keeps each stamp that was answered while its account was disabled', async () => {
  const [chief, account] = [await operator(), await service.account()]
  await chief.browser.stepUp(chief.person)
  const hashes = Array.from({ length: 60 }, () => someHash())
  let disabling: Promise<Answer> | undefined
  const answers = await Promise.all(
    hashes.map(async (hash, at) => {
      if (at === 30) disabling = disable(chief, account.userId)
      return service.call('POST', '/hash', { hash }, account.auth)
    }),
  )
  expect((await disabling)?.status).toBe(200)
  const kept = answers.filter(({ status }) => status < 300).map((answer) => dataOf(answer).code)
  const refused = answers.filter(({ status }) => status >= 300)
  expect(refused.every(({ status }) => status === 401)).toBe(true)
  const found = await codesOf(account)
  expect(found.sort()).toEqual(kept.sort())
})

async function codesOf({ userId }: TestAccount): Promise<string[]> {
  const rows = await service.database.db.query<{ code: string }>('SELECT code FROM stamps WHERE account_id = $1', [
    userId,
  ])
  return rows.map(({ code }) => code)
}
