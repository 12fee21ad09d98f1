import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { repository, startService } from './processes.js'
import { decimals, table } from './table.js'

/** Stamps that are in the table before the migrations. */
export interface MigrationsOptions {
  stamps: number
}

/** The first one that is measured. Those before it ran when no service had as many stamps. */
const first = '0045'
const folder = join(repository, 'server/migrations')

const account = `
INSERT INTO accounts (id, email, name, username, wallet_address)
VALUES (gen_random_uuid(), 'a@example.net', 'A', 'a', '0x' || repeat('0', 40))`
const lane = `INSERT INTO lanes (address, next_nonce) VALUES (decode(repeat('ab', 20), 'hex'), 1)`
const batch = `
INSERT INTO batches (id, lane_id, nonce, purpose, root, size, leaves, tiles, transaction_hash)
SELECT gen_random_uuid(), id, 0, 'anchor', sha256('r'), 1, '\\x00', '\\x00', sha256('t') FROM lanes`
/** As the schema before ${first} has them. */
const stamps = `
INSERT INTO stamps (account_id, id, client_id, version, hash, code, name, type, original_doc_hash, is_esign, is_private, metadata, owner,
                    salt, batch_id, leaf_index, search_key)
SELECT a.id, gen_random_uuid(), 'c', 1, sha256(i::text::bytea), upper(lpad(to_hex(i), 10, '0')), 'Invoice ' || i, '0', '', false, false,
       '[]', 'A', '\\x00', b.id, i, NULL
  FROM accounts a, batches b, generate_series(1, $1::int) AS i`

/** Places of all tables on the disk: a table that is rewritten gets another one. */
const places = `SELECT relname AS name, relfilenode::bigint AS place FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`

/** Measures each later migration over many stamps: its time, and the tables that it rewrites. Returns Markdown. */
export async function benchMigrations({ stamps: count }: MigrationsOptions): Promise<string> {
  const service = await startService()
  const own = await service.connect()
  try {
    await own.query('CREATE DATABASE grown')
    const client = await service.connect('grown')
    try {
      return await measured(client, count)
    } finally {
      await client.end()
    }
  } finally {
    await own.end()
    await service.stop()
  }
}

async function measured(client: pg.Client, count: number): Promise<string> {
  await client.query('SET statement_timeout = 0')
  const files = readdirSync(folder).filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name))
  const sorted = files.sort()
  for (const name of sorted.filter((file) => file < first)) await run(client, name)
  for (const statement of [account, lane, batch]) await client.query(statement)
  await client.query(stamps, [count])
  await client.query('VACUUM ANALYZE stamps')
  const rows: string[][] = []
  for (const name of sorted.filter((file) => file >= first)) {
    const before = await placesOf(client)
    const from = performance.now()
    await run(client, name)
    const seconds = (performance.now() - from) / 1000
    const after = await placesOf(client)
    const rewritten = [...before].filter(([relation, place]) => after.get(relation) !== place)
    rows.push([name, decimals(seconds), rewritten.map(([relation]) => relation).join(', ') || 'none'])
  }
  return table([`migration, ${count} stamps`, 's', 'tables rewritten'], rows)
}

/** Runs a migration as the service does: in one transaction. */
async function run(client: pg.Client, name: string): Promise<void> {
  await client.query('BEGIN')
  await client.query(readFileSync(join(folder, name), 'utf8'))
  await client.query('COMMIT')
}

async function placesOf(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; place: string }>(places)
  return new Map(rows.map(({ name, place }) => [name, place]))
}
