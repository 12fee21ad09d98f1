import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { runs } from '../../../test/tier.js'
import { searchKey } from '../../src/base/database/search-key.js'
import { createdMs, newUuid } from '../../src/base/ids.js'
import { random16 } from '../../src/ledger/entry.js'
import { labelStamps } from '../../src/stamps/labels/label.js'
import { type ListRequest, listStamps } from '../../src/stamps/lookup/list.js'
import { insertion } from '../../src/stamps/recording/insertion.js'
import { newStamp } from '../../src/stamps/recording/stamp.js'
import { addToRun, createRun } from '../../src/stamps/runs/run.js'
import { useDatabase } from '../postgres.js'

const test = useDatabase()

/** A stamp as the model knows it. */
interface Known {
  id: string
  code: string
  name: string
  isPrivate: boolean
  isEsign: boolean
  state: number
  blockTime: number
  tags: string[]
  note: string
  runs: string[]
  endUser: string | null
}

const states = ['submitted', 'confirmed', 'final', 'failed']
const tags = ['red', 'blue', 'Straße']
const accountId = newUuid(random16())
const known: Known[] = []
const runIds: string[] = []

beforeAll(async () => {
  const { db } = test
  const room = { database: db, quotas: { checkStored: async () => undefined } as never }
  await db.execute(
    `INSERT INTO accounts (id, email, name, username, wallet_address) VALUES ($1, 'a@example.net', 'A', 'a', '0x' || repeat('0', 40))`,
    [accountId],
  )
  const [lane] = await db.query<{ id: number }>(
    "INSERT INTO lanes (address, next_nonce) VALUES (decode(repeat('ab', 20), 'hex'), 8) RETURNING id",
  )
  for (const at of [0, 1]) {
    const keep = () => undefined
    runIds.push((await createRun(room, accountId, { name: `run ${at}`, isPrivate: false }, keep)).row.id)
  }
  for (let at = 0; at < 8; at++) {
    const state = at % 4
    const batch = newUuid(random16())
    const isMined = state === 1 || state === 2
    // Blocks in another order than their batches.
    const blockTime = isMined ? Date.UTC(2026, 0, 1 + ((at * 5) % 8)) : Number.POSITIVE_INFINITY
    if (isMined)
      await db.execute(
        `INSERT INTO blocks (hash, number, time, header) VALUES (sha256($1::text::bytea), $2, $3, '\\x00')`,
        [String(at), -at - 1, new Date(blockTime)],
      )
    await db.execute(
      `INSERT INTO batches (id, lane_id, nonce, purpose, root, size, leaves, tiles, state, transaction_hash, block_number, block_hash)
       VALUES ($1, $2, $3, 'anchor', sha256($4::text::bytea), 6, '\\x00', '\\x00', $5, sha256($4::text::bytea), $6,
               CASE WHEN $6::bigint IS NULL THEN NULL ELSE sha256($4::text::bytea) END)`,
      [batch, lane?.id, at, String(at), state, isMined ? -at - 1 : null],
    )
    const stamps = Array.from({ length: 6 }, (_, index) => {
      const stamp = newStamp({
        accountId,
        clientId: 'c',
        owner: 'A',
        version: 1,
        hash: Buffer.concat([random16(), random16()]),
        filename: index === 5 ? undefined : `${['red', 'K', 'strasse '][index % 3]}${(at * 7 + index) % 11}.pdf`,
        isPrivate: index % 2 === 0,
        isEsign: index % 3 === 0,
        endUser: index % 4 === 1 ? 'Kim' : null,
        metadata: [],
        claim: undefined,
      })
      const own = {
        id: stamp.id,
        code: stamp.code,
        name: stamp.filename,
        isPrivate: index % 2 === 0,
        isEsign: index % 3 === 0,
        state,
        blockTime,
        tags: tags.filter((_, number) => (at + index + number) % 3 === 0),
        note: (at + index) % 4 === 0 ? 'a red note' : '',
        runs: runIds.filter((_, number) => (at + index + number) % 2 === 0),
        endUser: index % 4 === 1 ? 'Kim' : null,
      }
      known.push(own)
      return stamp
    })
    const { text, values } = insertion(stamps, 0, batch)
    await db.query(text, values)
  }
  await db.execute('INSERT INTO stamp_counts (account_id, lane_id, stamps, private) VALUES ($1, $2, 48, 24)', [
    accountId,
    lane?.id,
  ])
  for (const stamp of known) {
    await labelStamps(room, accountId, [stamp.id], { addTags: stamp.tags, note: stamp.note })
    for (const run of stamp.runs) await addToRun(room, accountId, run, { items: [{ id: stamp.id }] })
  }
})

type Filter = Pick<ListRequest, 'status' | 'state' | 'isPrivate' | 'isEsign' | 'search' | 'from' | 'to' | 'userId'> & {
  tag?: string | undefined
  runAt?: number | undefined
}

const optional = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined, freq: 1 })
const moment = fc.nat(47)
const filter: fc.Arbitrary<Omit<Filter, 'from' | 'to'> & { from: number | undefined; to: number | undefined }> =
  fc.record({
    status: optional(fc.boolean()),
    state: optional(fc.subarray(states, { minLength: 1 }).map((some) => some.join(','))),
    isPrivate: optional(fc.boolean()),
    isEsign: optional(fc.boolean()),
    search: optional(fc.constantFrom('red', 'k', 'STRASSE', 'stamp-', 'note', 'absent')),
    from: optional(moment),
    to: optional(moment),
    tag: optional(fc.constantFrom(...tags, 'absent')),
    runAt: optional(fc.nat(1)),
    userId: optional(fc.constantFrom('Kim', 'absent', accountId)),
  })

const matches = (stamp: Known, { status, state, isPrivate, isEsign, search, from, to, tag, runAt, userId }: Filter) => {
  const isMined = stamp.state === 1 || stamp.state === 2
  const found = (text: string, anywhere: boolean) => {
    const [key, sought] = [searchKey(text), searchKey(search ?? '')]
    return anywhere ? key.includes(sought) : key.startsWith(sought)
  }
  const anywhere = (search ?? '').length > 2
  const isGenerated = stamp.name.startsWith('stamp-')
  const ms = createdMs(stamp.id)
  return [
    status === undefined || status === isMined,
    state === undefined || state.split(',').includes(states[stamp.state] ?? ''),
    isPrivate === undefined || isPrivate === stamp.isPrivate,
    isEsign === undefined || isEsign === stamp.isEsign,
    from === undefined || ms >= Date.parse(from),
    to === undefined || ms < Date.parse(to),
    tag === undefined || stamp.tags.includes(tag),
    runAt === undefined || stamp.runs.includes(runIds[runAt] ?? ''),
    userId === undefined || userId === accountId || userId === stamp.endUser,
    search === undefined ||
      (isGenerated ? found(stamp.name, false) : found(stamp.name, anywhere)) ||
      found(stamp.code, false) ||
      stamp.tags.some((one) => found(one, anywhere)) ||
      (stamp.note !== '' && found(stamp.note, anywhere)),
  ].every(Boolean)
}

const natural = new Intl.Collator('und', { numeric: true })
const orders = {
  received: () => 0,
  name: (a: Known, b: Known) => natural.compare(a.name, b.name),
  code: (a: Known, b: Known) => (a.code < b.code ? -1 : 1),
  blockTime: (a: Known, b: Known) => (a.blockTime === b.blockTime ? 0 : a.blockTime < b.blockTime ? -1 : 1),
}

describe('filters, search and order together', () => {
  const order = fc.record({
    sort: fc.constantFrom(...(['received', 'name', 'code', 'blockTime'] as const)),
    order: fc.constantFrom(...(['asc', 'desc'] as const)),
  })
  it('list, count and page as a plain model does, by number and by cursor', async () => {
    await fc.assert(
      fc.asyncProperty(filter, order, fc.integer({ min: 1, max: 30 }), async (given, { sort, order: way }, limit) => {
        const time = (at: number | undefined) =>
          at === undefined ? undefined : new Date(createdMs(known[at]?.id ?? '')).toISOString()
        const asked: Filter = { ...given, from: time(given.from), to: time(given.to) }
        const sign = way === 'asc' ? 1 : -1
        const byId = (a: Known, b: Known) => (a.id < b.id ? -1 : 1)
        const expected = known
          .filter((stamp) => matches(stamp, asked))
          .sort((a, b) => sign * (orders[sort](a, b) || byId(a, b)))
          .map(({ code }) => code)
        const { runAt, ...rest } = asked
        const request = {
          ...rest,
          run: runAt === undefined ? undefined : runIds[runAt],
          sort,
          order: way,
          accountId,
          limit,
        }
        const walked: string[] = []
        for (let after: string | null = null, page = 1; ; page++) {
          const byCursor = await listStamps(test.db, { ...request, page: 1, after })
          const byNumber = await listStamps(test.db, { ...request, page, after: null })
          expect(byNumber.rows.map(({ code }) => code)).toEqual(byCursor.rows.map(({ code }) => code))
          expect([byCursor.count, byNumber.count]).toEqual([expected.length, expected.length])
          walked.push(...byCursor.rows.map(({ code }) => code))
          after = byCursor.nextAfter
          if (after === null) break
        }
        expect(walked).toEqual(expected)
      }),
      { numRuns: runs(150) },
    )
  })
})
