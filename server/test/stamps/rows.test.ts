import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../test/tier.js'
import { newUuid } from '../../src/base/ids.js'
import { random16 } from '../../src/ledger/entry.js'
import { insertion, insertMany, valuesOfMany } from '../../src/stamps/recording/insertion.js'
import { newStamp, type StampRequest } from '../../src/stamps/recording/stamp.js'
import { useDatabase } from '../postgres.js'

const test = useDatabase()

const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0') && value.isWellFormed())
const request: fc.Arbitrary<StampRequest> = fc.record({
  accountId: fc.uuid(),
  clientId: text,
  version: fc.constantFrom(1, 2),
  hash: fc
    .constantFrom(32, 48, 64)
    .chain((length) => fc.uint8Array({ minLength: length, maxLength: length }))
    .map((bytes) => Buffer.from(bytes)),
  filename: fc.option(text, { nil: undefined }),
  type: fc.option(text, { nil: undefined }),
  originalDocHash: fc.option(text, { nil: undefined }),
  isEsign: fc.option(fc.boolean(), { nil: undefined }),
  isPrivate: fc.option(fc.boolean(), { nil: undefined }),
  publicDetails: fc.option(fc.boolean(), { nil: undefined }),
  metadata: fc.option(fc.array(fc.dictionary(text, text, { maxKeys: 2 }), { maxLength: 2 }), { nil: undefined }),
  owner: text,
  claim: fc.constant(undefined),
})

describe('the rows of stamps', () => {
  it('are the same whether a statement is for few or for many', async () => {
    const requests = fc.uniqueArray(request, {
      minLength: 1,
      maxLength: 18,
      selector: ({ hash }) => hash.toString('hex'),
    })
    await fc.assert(
      fc.asyncProperty(requests, fc.nat(50_000), async (asked, firstIndex) => {
        const stamps = asked.map((one) => newStamp(one))
        const batchId = newUuid(random16())
        const few = insertion(stamps, firstIndex, batchId)
        const many = { text: insertMany, values: valuesOfMany(stamps, firstIndex, batchId) }
        expect(few.text === many.text).toBe(stamps.length > 16)
        const rows: unknown[] = []
        for (const { text, values } of [few, many]) {
          const session = await test.db.session()
          await session.begin()
          await session.query(text, values)
          rows.push(
            await session.query('SELECT *, metadata::text FROM stamps WHERE batch_id = $1 ORDER BY leaf_index', [
              batchId,
            ]),
          )
          await session.rollback()
          session.release()
        }
        expect(rows[0]).toHaveLength(stamps.length)
        expect(rows[0]).toEqual(rows[1])
      }),
      { numRuns: runs(60) },
    )
  })
})
