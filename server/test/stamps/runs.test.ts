import { beforeAll, describe, expect, it } from 'vitest'
import { someHash, type TestAccount, useService } from '../service.js'
import { dataOf, expectError, finalStamp, stamp } from './shapes.js'

const service = useService()
let ada: TestAccount
let bea: TestAccount
beforeAll(async () => {
  ada = await service.account()
  bea = await service.account()
})

const post = (path: string, body: unknown, by = ada, headers = {}) =>
  service.call('POST', path, body, { ...by.auth, ...headers })
const get = (path: string, by = ada) => service.call('GET', path, undefined, by.auth)
const newRun = async (by = ada, more = {}) =>
  dataOf(await post('/hash/runs', { isPrivate: false, ...more }, by)).id as string
const add = (run: string, body: unknown, by = ada) => post(`/hash/runs/${run}/stamps`, body, by)
const listed = async (query: string, by = ada): Promise<{ code: string; run: unknown; name: string }[]> =>
  dataOf(await get(`/hash?page=1&limit=100&${query}`, by)).files

describe('a run', () => {
  it('200: is created with its name, renamed, read, and listed newest first', async () => {
    const cara = await service.account()
    const created = dataOf(await post('/hash/runs', { name: 'Müller ./. Schmidt', isPrivate: true }, cara))
    expect(created).toStrictEqual({
      id: expect.any(String),
      name: 'Müller ./. Schmidt',
      isPrivate: true,
      createdAt: expect.any(String),
      stamped: 0,
      failed: 0,
      confirmed: 0,
    })
    const unnamed = await newRun(cara)
    const renamed = await service.call('PATCH', `/hash/runs/${unnamed}`, { name: 'Annexes' }, cara.auth)
    expect(dataOf(renamed)).toMatchObject({ id: unnamed, name: 'Annexes', isPrivate: false })
    const list = dataOf(await get('/hash/runs?limit=1', cara))
    expect(list).toMatchObject({ count: 2, runs: [{ id: unnamed, name: 'Annexes' }] })
    expect(dataOf(await get('/hash/runs?page=2&limit=1', cara)).runs).toEqual([created])
    expect(dataOf(await get(`/hash/runs/${created.id}`, cara))).toStrictEqual({ ...created, failures: [] })
  })

  it('200: holds stamps by code and by ID with their folders; repeating changes nothing', async () => {
    const run = await newRun(ada, { name: 'First' })
    const [one, two] = [await stamp(service, ada), await stamp(service, ada)]
    const items = [{ code: one.code.toLowerCase(), folder: 'Annexes/2026' }, { id: two.id }]
    expect(dataOf(await add(run, { items }))).toMatchObject({ stamped: 2, failed: 0 })
    expect(dataOf(await add(run, { items: [...items, ...items] }))).toMatchObject({ stamped: 2 })
    const files = await listed(`run=${run}`)
    expect(files.map(({ code }) => code)).toEqual([two.code, one.code])
    expect(files.map((file) => file.run)).toEqual([
      { id: run, name: 'First', folder: '' },
      { id: run, name: 'First', folder: 'Annexes/2026' },
    ])
    expect(dataOf(await get(`/hash?id=${one.code}`)).run).toEqual({ id: run, name: 'First', folder: 'Annexes/2026' })
  })

  it('counts its stamps in a block', async () => {
    const run = await newRun()
    const { code } = await stamp(service, ada)
    await add(run, { items: [{ code }] })
    await finalStamp(service, ada, code)
    expect(dataOf(await get(`/hash/runs/${run}`))).toMatchObject({ stamped: 1, confirmed: 1 })
  })

  it('replaces its failures, which count in the storage of the account', async () => {
    const cara = await service.account()
    const used = async () => dataOf(await get('/account/usage', cara)).storage.used
    const run = await newRun(cara)
    const failures = [
      { name: 'K10.pdf', folder: 'b', reason: 'unreadable' },
      { name: 'K2.pdf', folder: 'b', reason: 'stamp_quota' },
      { name: 'K3.pdf', reason: 'unreadable' },
    ]
    expect(dataOf(await add(run, { items: [], failures }, cara))).toMatchObject({ stamped: 0, failed: 3 })
    const kept = dataOf(await get(`/hash/runs/${run}`, cara)).failures
    expect(kept.map(({ name }: { name: string }) => name)).toEqual(['K3.pdf', 'K2.pdf', 'K10.pdf'])
    expect(await used()).toBeGreaterThan(0)
    expect(dataOf(await add(run, { items: [] }, cara))).toMatchObject({ failed: 3 })
    expect(dataOf(await add(run, { items: [], failures: [] }, cara))).toMatchObject({ failed: 0 })
    expect(await used()).toBe(0)
  })

  it('shows a stamp of two runs in the one that is listed, else in the newest', async () => {
    const [first, second] = [await newRun(ada, { name: '1' }), await newRun(ada, { name: '2' })]
    const { code } = await stamp(service, ada)
    for (const run of [first, second]) await add(run, { items: [{ code }] })
    expect((await listed(`run=${first}`))[0]?.run).toMatchObject({ name: '1' })
    expect((await listed(`run=${second}`))[0]?.run).toMatchObject({ name: '2' })
    expect(dataOf(await get(`/hash?id=${code}`)).run).toMatchObject({ name: '2' })
  })

  it('sorts by folder and name in natural order', async () => {
    const cara = await service.account()
    const run = await newRun(cara)
    const names = ['K10.pdf', 'K2.pdf', 'k1.pdf']
    const items = []
    for (const folder of ['B10', 'B2', ''])
      for (const filename of names) items.push({ code: (await stamp(service, cara, { filename })).code, folder })
    await add(run, { items }, cara)
    const inOrder = async (query: string) =>
      (await listed(`run=${run}&sort=name&${query}`, cara)).map((file) => [
        (file.run as { folder: string }).folder,
        file.name,
      ])
    const expected = ['', 'B2', 'B10'].flatMap((folder) =>
      ['k1.pdf', 'K2.pdf', 'K10.pdf'].map((name) => [folder, name]),
    )
    expect(await inOrder('order=asc')).toEqual(expected)
    expect(await inOrder('order=desc')).toEqual(expected.reverse())
  })

  it('an idempotency key creates one run', async () => {
    const cara = await service.account()
    const headers = { 'idempotency-key': 'k1' }
    const answers = [1, 2].map(() => post('/hash/runs', { isPrivate: false }, cara, headers))
    const ids = []
    for (const answer of answers) {
      const { status, body } = await answer
      if (status === 200) ids.push(body.data.id)
    }
    expect(new Set(ids).size).toBe(1)
    expect(dataOf(await get('/hash/runs', cara)).count).toBe(1)
  })
})

describe('404', () => {
  it('a run, or a stamp, of another account; nothing is added', async () => {
    const run = await newRun()
    const [own, theirs] = [await stamp(service, ada), await stamp(service, bea)]
    expectError(await get(`/hash/runs/${run}`, bea), 404, 'run_not_found', 'Run does not exist')
    const rename = await service.call('PATCH', `/hash/runs/${run}`, { name: 'x' }, bea.auth)
    expectError(rename, 404, 'run_not_found', 'Run does not exist')
    expectError(await add(run, { items: [] }, bea), 404, 'run_not_found', 'Run does not exist')
    for (const item of [{ code: theirs.code }, { id: theirs.id }, { code: 'nonsense' }])
      expectError(await add(run, { items: [{ code: own.code }, item] }), 404, 'stamp_not_found', 'Stamp does not exist')
    expect(dataOf(await get(`/hash/runs/${run}`)).stamped).toBe(0)
    expect(await listed(`run=${run}`, bea)).toEqual([])
    for (const id of ['nonsense', '01938f3c-7a40-7c3e-9d5b-327fbcafc916'])
      expectError(await get(`/hash/runs/${id}`), 404, 'run_not_found', 'Run does not exist')
  })
})

describe('400', () => {
  it.each([
    [{ items: [{}] }, 'items.0: expected either code or id'],
    [{ items: [{ code: 'x', id: '01938f3c-7a40-7c3e-9d5b-327fbcafc916' }] }, 'items.0: expected either code or id'],
    [{ items: [], failures: [{ name: 'a\u0000', reason: 'x' }] }, /^failures\.0\.name: /],
    [{ items: Array.from({ length: 1001 }, () => ({ code: 'x' })) }, /^items: expected at most 1,000 items/],
  ])('%#', async (body, message) => {
    expectError(await add(await newRun(), body), 400, 'invalid', message)
  })
})

it('the other stamps of a multi-stamp are unaffected', async () => {
  const cara = await service.account()
  const items = Array.from({ length: 5 }, (_, at) => ({ hash: someHash(), filename: `item ${at}` }))
  const made: { id: string }[] = dataOf(await post('/multi-stamp', items, cara))
  const run = await newRun(cara)
  await add(run, { items: made.slice(0, 3).map(({ id }) => ({ id })) }, cara)
  expect((await listed(`run=${run}`, cara)).map(({ name }) => name)).toEqual(['item 0', 'item 1', 'item 2'])
  expect((await listed('', cara)).map((file) => (file.run as { id: string } | null)?.id)).toEqual([
    run,
    run,
    run,
    undefined,
    undefined,
  ])
})
