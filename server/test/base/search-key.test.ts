import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../test/tier.js'
import { fillSearchKeys } from '../../src/base/database/fill-search-keys.js'
import { foldCase, searchKey, searchPattern } from '../../src/base/database/search-key.js'
import { useDatabase } from '../postgres.js'

const text = fc.string({ unit: 'binary', maxLength: 8 }).filter((some) => some.isWellFormed())

describe('the search key', () => {
  it('has only ASCII letters and digits, whatever the name', () => {
    fc.assert(
      fc.property(text, (name) => /^[A-Za-z0-9]*$/.test(searchKey(name))),
      { numRuns: runs(1000) },
    )
  })

  it('contains the key of a text exactly if the folded name contains the folded text', () => {
    const unit = fc.constantFrom('a', 'q', 'Z', '0', ' ', '%', '_', 'é', 'ν', 'ж', '契', '🧾', '(', '\\')
    const some = (maxLength: number) => fc.string({ unit, maxLength })
    fc.assert(
      fc.property(some(12), some(3), (name, part) => {
        expect(searchKey(name).includes(searchKey(part))).toBe(foldCase(name).includes(foldCase(part)))
      }),
      { numRuns: runs(5000) },
    )
  })

  it.each([
    ['ΝΟΜΟΣ', 'νομος'],
    ['İstanbul', 'istanbul'],
    ['Straße', 'STRASSE'],
    ['Cafe\u0301', 'CAFÉ'],
  ])('%s is %s', (name, other) => {
    expect(searchKey(name)).toBe(searchKey(other))
  })

  it('matches anywhere from three characters on, only at the beginning below that', () => {
    expect([searchPattern('ab'), searchPattern('abc'), searchPattern(''), searchPattern(undefined)]).toEqual([
      'ab%',
      '%abc%',
      null,
      null,
    ])
    expect(searchPattern('契約')).toMatch(/^[^%]+%$/)
  })
})

describe('rows from before the key', () => {
  const test = useDatabase()

  it('get theirs from the migration: chosen names, not generated ones', async () => {
    const { db } = test
    await db.execute(
      `INSERT INTO stamps (account_id, id, client_id, version, hash, code, name, type, original_doc_hash, is_esign, is_private,
                           metadata, owner, salt, batch_id, leaf_index)
       SELECT gen_random_uuid(), gen_random_uuid(), 'client', 1, sha256(n::text::bytea), 'C' || n,
              CASE WHEN n % 2 = 0 THEN 'stamp-C' || n ELSE 'Ärger ' || n END, '0', '', false, false, '[]', '', '', gen_random_uuid(), 0
         FROM generate_series(1, 5003) AS n`,
    )
    await db.transaction((tx) => fillSearchKeys(tx))
    const rows = await db.query<{ name: string; search_key: string | null }>('SELECT name, search_key FROM stamps')
    expect(rows).toHaveLength(5003)
    const wrong = rows.filter(
      ({ name, search_key }) => search_key !== (name.startsWith('stamp-') ? null : searchKey(name)),
    )
    expect(wrong).toEqual([])
  })
})
