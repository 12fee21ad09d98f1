import { type Static, Type } from 'typebox'
import type { Queryable } from '../../base/database/db.js'
import { apiError, invalid } from '../../http/errors.js'
import { parseCode } from '../code.js'
import { filters, sorts } from '../schema.js'
import { matchingIds } from './list.js'

/** Codes that a request names at most. */
export const codesMax = 1000
/** Stamps that a filter selects at most. */
const selectedMax = 10_000

/** Stamps that a request is about. */
export const selection = Type.Object(
  {
    codes: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { minItems: 1, maxItems: codesMax })),
    filter: Type.Optional(
      Type.Object(
        { ...filters, ...sorts },
        { additionalProperties: false, description: 'All of your stamps that match, as in the list.' },
      ),
    ),
  },
  {
    title: 'StampSelection',
    additionalProperties: false,
    description: `Your own stamps: either up to ${codesMax.toLocaleString('en')} \`codes\`, or a \`filter\` that up to ${selectedMax.toLocaleString('en')} match.`,
  },
)

/** The type of {@link selection}. */
export type Selection = Static<typeof selection>

const idsOfCodes = `
SELECT s.id, s.code FROM unnest($2::text[]) AS a(code),
       LATERAL (SELECT id, code, account_id FROM stamps WHERE code = a.code LIMIT 1) AS s
 WHERE s.account_id = $1`

/**
 * Returns the IDs of an account's own stamps, each once, in the order of the codes or of the list.
 *
 * @throws {ApiError} 400; 404 when a code isn't one of the account's stamps; 422 when too many match
 */
export async function selectedIds(db: Queryable, accountId: string, { codes, filter }: Selection): Promise<string[]> {
  if ((codes === undefined) === (filter === undefined)) throw invalid('select', 'expected either codes or filter')
  if (codes !== undefined) return [...new Set(await idsOf(db, accountId, codes))]
  return matchingIds(db, { ...filter, accountId }, selectedMax)
}

/** Returns the ID of an account's own stamp for each code. @throws {ApiError} 404 when one isn't there */
export async function idsOf(db: Queryable, accountId: string, codes: readonly string[]): Promise<string[]> {
  const parsed = codes.map((code) => parseCode(code) ?? '')
  const rows = await db.query<{ id: string; code: string }>(idsOfCodes, [accountId, [...new Set(parsed)]])
  const found = new Map(rows.map(({ id, code }) => [code, id]))
  return parsed.map((code) => {
    const id = found.get(code)
    if (id === undefined) throw apiError('stamp_not_found')
    return id
  })
}
