import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/tier.js'
import {
  booleanArray,
  byteaArray,
  integerArray,
  smallintArray,
  textArray,
  timestampArray,
  uuidArray,
} from '../../src/base/database/arrays.js'
import { useDatabase } from '../postgres.js'

const database = useDatabase()

async function kept(type: string, array: Buffer) {
  const [row] = await database.db.query<{ kept: unknown[] }>(
    `SELECT coalesce(array_agg(to_json(v) ORDER BY place), '{}') AS kept FROM unnest($1::${type}[]) WITH ORDINALITY AS n(v, place)`,
    [array],
  )
  return row?.kept
}

test('any text arrives unchanged', async () => {
  // PostgreSQL cannot store U+0000; lone surrogates have no UTF-8.
  const text = fc.string({ unit: 'grapheme', maxLength: 20 }).map((value) => value.replaceAll('\0', ''))
  const awkward = fc.constantFrom(
    '',
    ' ',
    'NULL',
    'null',
    '{}',
    '"',
    '\\',
    '\\"',
    "'",
    ',',
    '{a,b}',
    '\n',
    '\u202e',
    '\\x00',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(text, awkward, fc.constant(null)), { maxLength: 20 }), async (values) => {
      expect(await kept('text', textArray(values))).toEqual(values)
    }),
    { numRuns: runs(200) },
  )
})

test('any bytes arrive unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 70 }), { maxLength: 10 }), async (values) => {
      const hex = values.map((bytes) => `\\x${Buffer.from(bytes).toString('hex')}`)
      expect(await kept('bytea', byteaArray(values))).toEqual(hex)
      expect(await kept('bytea', byteaArray(values.map((bytes) => Buffer.from(bytes))))).toEqual(hex)
    }),
    { numRuns: runs(100) },
  )
})

test('numbers, booleans and IDs arrive unchanged', async () => {
  const ids = [randomUUID(), randomUUID()]
  expect(await kept('uuid', uuidArray(ids))).toEqual(ids)
  expect(await kept('boolean', booleanArray([true, false]))).toEqual([true, false])
  expect(await kept('integer', integerArray([0, -1, 2147483647]))).toEqual([0, -1, 2147483647])
  expect(await kept('smallint', smallintArray([0, -1, 32767]))).toEqual([0, -1, 32767])
  expect(await kept('smallint', smallintArray([null, 7, null]))).toEqual([null, 7, null])
  expect(await kept('uuid', uuidArray([]))).toEqual([])
})

test('times arrive exact to the millisecond', async () => {
  const times = fc.array(fc.date({ min: new Date('1900-01-01'), max: new Date('2300-01-01'), noInvalidDate: true }))
  await fc.assert(
    fc.asyncProperty(times, async (values) => {
      const stored = (await kept('timestamptz', timestampArray(values))) as string[]
      expect(stored.map((text) => new Date(text))).toEqual(values)
    }),
    { numRuns: runs(50) },
  )
})

test('JSON arrives unchanged', async () => {
  const values = [[], [{ a: 'quote " and backslash \\ and\nline' }], ['{,}', null, 1.5]]
  const [row] = await database.db.query<{ kept: unknown[] }>(
    'SELECT json_agg(v::json ORDER BY place) AS kept FROM unnest($1::text[]) WITH ORDINALITY AS n(v, place)',
    [textArray(values.map((value) => JSON.stringify(value)))],
  )
  expect(row?.kept).toEqual(values)
})
