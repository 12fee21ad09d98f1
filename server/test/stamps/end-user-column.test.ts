import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { root } from '../../../test/sources.js'
import { sized } from '../../../test/tier.js'
import { newUuid } from '../../src/base/ids.js'
import { random16 } from '../../src/ledger/entry.js'
import { useDatabase } from '../postgres.js'

const test = useDatabase()
const stamps = sized({ short: 1000, long: 1_000_000 })
const migration = readFileSync(`${root}server/migrations/0045_end_users.sql`, 'utf8')
/** Its statements about stamps. */
const change = migration.match(/^(?:ALTER TABLE|CREATE INDEX \w+ ON) stamps .*;$/gm) ?? []

const columns = `account_id, id, client_id, version, hash, code, name, type, original_doc_hash, is_esign, is_private, metadata, owner, salt,
                 batch_id, leaf_index, search_key`

it(`the column of end users comes to ${stamps} stamps without a rewrite, and a process that doesn't know it goes on`, async () => {
  const { db } = test
  expect(change).toHaveLength(2)
  const [accountId, batchId] = [newUuid(random16()), newUuid(random16())]
  await db.execute(
    `INSERT INTO accounts (id, email, name, username, wallet_address) VALUES ($1, 'a@example.net', 'A', 'a', '0x' || repeat('0', 40))`,
    [accountId],
  )
  await db.execute("INSERT INTO lanes (address, next_nonce) VALUES (decode(repeat('ab', 20), 'hex'), 1)")
  await db.execute(
    `INSERT INTO batches (id, lane_id, nonce, purpose, root, size, leaves, tiles, transaction_hash)
     SELECT $1, id, 0, 'anchor', sha256('r'), 1, '\\x00', '\\x00', sha256('t') FROM lanes`,
    [batchId],
  )
  // As the process before names its columns. In pieces, because each statement has a limit.
  const add = async (first: number, end: number) => {
    for (let from = first; from <= end; from += 20_000) {
      await db.execute(
        `INSERT INTO stamps (${columns})
         SELECT $1, gen_random_uuid(), 'c', 1, sha256(i::text::bytea), upper(lpad(to_hex(i), 10, '0')), 'x', '0', '', false, false, '[]', 'A',
                '\\x00', $2, i, NULL
           FROM generate_series($3::int, $4::int) AS i`,
        [accountId, batchId, from, Math.min(from + 19_999, end)],
      )
    }
  }
  await db.execute('ALTER TABLE stamps DROP COLUMN end_user')
  await add(1, stamps)
  const place = async () =>
    (await db.query<{ place: number }>("SELECT pg_relation_filenode('stamps')::int AS place"))[0]?.place
  const before = await place()
  for (const statement of change) await db.execute(statement)
  expect(await place()).toBe(before)
  await add(stamps + 1, stamps + 1)
  const [row] = await db.query('SELECT count(*)::int AS stamps, count(end_user)::int AS for_users FROM stamps')
  expect(row).toEqual({ stamps: stamps + 1, for_users: 0 })
  const [index] = await db.query("SELECT pg_relation_size('stamps_end_user')::int AS bytes")
  expect(index).toEqual({ bytes: 8192 })
})
