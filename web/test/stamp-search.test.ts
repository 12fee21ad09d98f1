import { describe, expect, it } from 'vitest'
import { folderOf, inNaturalOrder } from '../src/features/stamps/new/run-items.js'
import { readTags } from '../src/features/stamps/read-tags.js'
import { filtersOf, orderOf, readStampSearch } from '../src/features/stamps/stamp-search.js'

describe('the address of the list', () => {
  it.each([
    [{}, {}],
    [
      { q: 118, tag: 2026, user: 17, from: '2026-11-25', to: '2026-11-26' },
      { q: '118', tag: '2026', user: '17', from: '2026-11-25', to: '2026-11-26' },
    ],
    [
      { state: 'final,lost,submitted', who: 'private', sort: 'name' },
      { state: 'submitted,final', who: 'private', sort: 'name' },
    ],
    [{ q: '', state: 'lost', who: 'me', from: 'today', to: '2026-13-01', sort: 'size', order: 'up', run: [] }, {}],
  ])('%j is read as %j', (search, read) => {
    expect(readStampSearch(search)).toEqual(read)
  })

  it('names days that the API takes as instants: from the first midnight to the one after the last', () => {
    const filters = filtersOf({ from: '2026-11-25', to: '2026-11-25', q: ' plan ', who: 'public', state: 'final' })
    expect(filters).toEqual({
      from: new Date(2026, 10, 25).toISOString(),
      to: new Date(2026, 10, 26).toISOString(),
      search: 'plan',
      isPrivate: false,
      state: 'final',
    })
    expect(filtersOf({ sort: 'name', open: '7G4K9XWQ20' })).toEqual({})
    expect(filtersOf({ user: 'customer-17' })).toEqual({ userId: 'customer-17' })
  })

  it('names no order for the list as it comes, and the first one of a column that has none', () => {
    expect(orderOf({})).toBe(undefined)
    expect(orderOf({ sort: 'received', order: 'desc' })).toBe(undefined)
    expect(orderOf({ order: 'asc' })).toEqual({ sort: 'received', order: 'asc' })
    expect(orderOf({ sort: 'name' })).toEqual({ sort: 'name', order: 'asc' })
    expect(orderOf({ sort: 'blockTime' })).toEqual({ sort: 'blockTime', order: 'desc' })
  })
})

describe('documents of a run', () => {
  it('are in natural order, by folder', () => {
    const paths = ['K10.pdf', 'B/K10.pdf', 'A10/x.pdf', 'A9/x.pdf', 'B/K2.pdf', 'K2.pdf']
    const items = paths.map((path) => ({ name: path.split('/').at(-1) ?? '', path: path.includes('/') ? path : null }))
    expect(items.sort(inNaturalOrder).map(({ name, path }) => path ?? name)).toEqual([
      'K2.pdf',
      'K10.pdf',
      'A9/x.pdf',
      'A10/x.pdf',
      'B/K2.pdf',
      'B/K10.pdf',
    ])
    expect(['a/b/c.txt', 'c.txt', null].map((path) => folderOf({ path }))).toEqual(['a/b', null, null])
  })
})

describe('tags', () => {
  it.each([
    ['', []],
    [' , ,', []],
    ['Matter 118, signed,Matter 118', ['Matter 118', 'signed']],
  ])('%j', (text, tags) => {
    expect(readTags(text)).toEqual(tags)
  })
})
