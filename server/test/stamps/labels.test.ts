import { beforeAll, describe, expect, it } from 'vitest'
import { someHash, type TestAccount, useService } from '../service.js'
import { dataOf, expectError, stamp } from './shapes.js'

const service = useService()
let ada: TestAccount
let bea: TestAccount
beforeAll(async () => {
  ada = await service.account()
  bea = await service.account()
})

const get = (path: string, by = ada) => service.call('GET', path, undefined, by.auth)
const label = (body: unknown, by = ada) => service.call('POST', '/hash/labels', body, by.auth)
const changed = async (body: unknown, by = ada) => dataOf(await label(body, by)).changed as number
const tagsOf = async (by = ada) => dataOf(await get('/hash/tags', by))
const codesOf = async (query: string, by = ada): Promise<string[]> =>
  dataOf(await get(`/hash?page=1&limit=100&${query}`, by)).files.map(({ code }: { code: string }) => code)

describe('tags', () => {
  it('200: are added, removed, counted and filtered by, in one Unicode form', async () => {
    const cara = await service.account()
    const codes = [await stamp(service, cara), await stamp(service, cara)].map(({ code }) => code)
    expect(await changed({ select: { codes }, addTags: [' Prüfung '.normalize('NFD'), 'Case 7'] }, cara)).toBe(2)
    expect(await changed({ select: { codes }, addTags: ['Prüfung'] }, cara)).toBe(0)
    expect(await tagsOf(cara)).toEqual([
      { tag: 'Case 7', count: 2 },
      { tag: 'Prüfung', count: 2 },
    ])
    expect(await changed({ select: { codes: [codes[0]] }, removeTags: ['Case 7', 'unknown'] }, cara)).toBe(1)
    expect(await codesOf('tag=Case%207', cara)).toEqual([codes[1]])
    expect(dataOf(await get(`/hash?id=${codes[0]}`, cara)).tags).toEqual(['Prüfung'])
    expect(await changed({ select: { filter: { tag: 'Prüfung' } }, removeTags: ['Prüfung', 'Case 7'] }, cara)).toBe(2)
    expect(await tagsOf(cara)).toEqual([])
  })

  it('409: beyond 20 of a stamp; nothing was changed', async () => {
    const { code } = await stamp(service, ada)
    const many = Array.from({ length: 20 }, (_, at) => `t${at}`)
    await changed({ select: { codes: [code] }, addTags: many })
    const before = await tagsOf()
    const answer = await label({ select: { codes: [code] }, addTags: ['one more'] })
    expectError(answer, 409, 'too_many_tags_of_stamp', /^A stamp can have at most 20 tags/)
    expect(await tagsOf()).toEqual(before)
    expect(await changed({ select: { codes: [code] }, addTags: ['one more'], removeTags: ['t0'] })).toBe(1)
  })

  it('409: beyond 1,000 different ones of an account; nothing was changed', async () => {
    const cara = await service.account()
    const items = Array.from({ length: 51 }, () => ({ hash: someHash(), filename: 'x' }))
    dataOf(await service.call('POST', '/multi-stamp', items, cara.auth))
    const codes = await codesOf('', cara)
    for (let at = 0; at < 50; at++)
      await changed(
        { select: { codes: [codes[at]] }, addTags: Array.from({ length: 20 }, (_, tag) => `t${at}-${tag}`) },
        cara,
      )
    const answer = await label({ select: { codes: [codes[50]] }, addTags: ['one more'] }, cara)
    expectError(answer, 409, 'too_many_tags', /^An account can have at most 1,000 different tags/)
    expect(await tagsOf(cara)).toHaveLength(1000)
  })

  it('keeps a tag while stamps are tagged and untagged at once', async () => {
    const cara = await service.account()
    const codes = await Promise.all(Array.from({ length: 6 }, async () => (await stamp(service, cara)).code))
    await Promise.all(
      codes.flatMap((code) => [
        label({ select: { codes: [code] }, addTags: ['both'] }, cara),
        label({ select: { codes: [code] }, removeTags: ['both'] }, cara),
      ]),
    )
    const left = await codesOf('tag=both', cara)
    expect(await tagsOf(cara)).toEqual(left.length > 0 ? [{ tag: 'both', count: left.length }] : [])
  })
})

describe('a note', () => {
  it('200: is written, replaced and emptied; counts in the storage', async () => {
    const cara = await service.account()
    const { code } = await stamp(service, cara)
    const used = async () => dataOf(await get('/account/usage', cara)).storage.used
    const note = (text: string) => changed({ select: { codes: [code] }, note: text }, cara)
    expect([await note('über'), await note('über'), await note('two\nlines')]).toEqual([1, 0, 1])
    expect(dataOf(await get(`/hash?id=${code}`, cara)).note).toBe('two\nlines')
    expect(await used()).toBe(9)
    expect([await note(''), await note('')]).toEqual([1, 0])
    expect(await used()).toBe(0)
  })

  it('400: of several stamps', async () => {
    const codes = [await stamp(service, ada), await stamp(service, ada)].map(({ code }) => code)
    expectError(await label({ select: { codes }, note: 'x' }), 400, 'invalid', 'note: expected for a single stamp')
  })
})

it('a search finds tags and notes, in any case', async () => {
  const cara = await service.account()
  const [tagged, noted, named] = [
    await stamp(service, cara, { filename: 'a.pdf' }),
    await stamp(service, cara, { filename: 'b.pdf' }),
    await stamp(service, cara, { filename: 'Straßenbau.pdf' }),
  ]
  await stamp(service, cara, { filename: 'c.pdf' })
  await changed({ select: { codes: [tagged.code] }, addTags: ['STRASSE'] }, cara)
  await changed({ select: { codes: [noted.code] }, note: 'In der Straße gefunden' }, cara)
  expect(await codesOf('search=strasse', cara)).toEqual([named.code, noted.code, tagged.code])
  expect(await codesOf('search=strasse&tag=STRASSE', cara)).toEqual([tagged.code])
  expect(await codesOf('search=strasse')).toEqual([])
})

it('only the owner sees tags, note and run: not others, nor proof and page', async () => {
  const { code, txid } = await stamp(service, ada, { publicDetails: true })
  await changed({ select: { codes: [code] }, addTags: ['secret tag'], note: 'secret note' })
  for (const path of [`/hash?id=${code}`, `/hash?txid=${txid}&page=1&limit=10`]) {
    expect((await get(path)).text).toContain('secret tag')
    expect((await get(path, bea)).text).not.toMatch(/secret|"tags"|"note"|"run"/)
  }
  expect((await get(`/hash/${code}/proof`)).text).not.toContain('secret')
  expect((await service.call('GET', `/s/${code}`, undefined, { accept: 'application/json' })).text).not.toContain(
    'secret',
  )
})

describe('a selection', () => {
  it('404: with a code that is not one of the own stamps; nothing is labelled', async () => {
    const [own, theirs] = [await stamp(service, ada), await stamp(service, bea)]
    const answer = await label({ select: { codes: [own.code, theirs.code] }, addTags: ['x'] })
    expectError(answer, 404, 'stamp_not_found', 'Stamp does not exist')
    expect(await codesOf('tag=x')).toEqual([])
  })

  it('by a filter, only own stamps', async () => {
    const [cara, dora] = [await service.account(), await service.account()]
    await stamp(service, dora, { filename: 'same.pdf' })
    const { code } = await stamp(service, cara, { filename: 'same.pdf' })
    expect(await changed({ select: { filter: { search: 'same' } }, addTags: ['x'] }, cara)).toBe(1)
    expect(await codesOf('tag=x', cara)).toEqual([code])
    expect(await codesOf('tag=x', dora)).toEqual([])
  })

  it('422: beyond 10,000', async () => {
    const cara = await service.account()
    const items = Array.from({ length: 10_001 }, () => ({ hash: someHash(), filename: 'many' }))
    dataOf(await service.call('POST', '/multi-stamp', items, cara.auth))
    const answer = await label({ select: { filter: {} }, addTags: ['x'] }, cara)
    expectError(answer, 422, 'selection_too_large', /^This selects more than 10,000 stamps/)
    expect(await changed({ select: { filter: { search: 'none' } }, addTags: ['x'] }, cara)).toBe(0)
  })
})

describe('400', () => {
  it.each([
    [{ select: {} }, 'select: expected either codes or filter'],
    [{ select: { codes: ['x'], filter: {} } }, 'select: expected either codes or filter'],
    [{ select: { filter: { state: 'done' } } }, /^state: expected any of submitted/],
    [{ select: { filter: { status: 'x' } } }, /^select\.filter\.status: /],
    [{ select: { filter: {} }, addTags: ['a,b'] }, 'addTags: a tag has no commas and no control characters'],
    [{ select: { filter: {} }, addTags: [' '] }, 'addTags: expected tags of 1 to 64 characters'],
    [{ select: { filter: {} }, addTags: ['x'.repeat(65)] }, 'addTags: expected tags of 1 to 64 characters'],
    [
      { select: { filter: {} }, addTags: ['x'], removeTags: ['x '] },
      'removeTags: a tag cannot be added and removed at once',
    ],
    [{ select: { filter: {} }, note: 'x'.repeat(4001) }, /^note: expected at most 4000 characters/],
  ])('%#', async (body, message) => {
    expectError(await label(body), 400, 'invalid', message)
  })
})
