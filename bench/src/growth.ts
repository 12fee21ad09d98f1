import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { ask } from './ask.js'
import { type Service, startService } from './processes.js'
import { decimals, table } from './table.js'

/** How far the table of stamps grows. */
export interface GrowthOptions {
  stamps: number
}

const few = 10_000
const requests = 200
const perBatch = 100
const batchesAtOnce = 1000
/** One stamp in this many has a rare name. */
const rareEvery = 1000

/** Makes IDs of the past year in the order of `i`, as UUIDv7 are. */
const idFunction = `
CREATE FUNCTION bench_id(i bigint, kind text) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
SELECT (lpad(to_hex((extract(epoch FROM timestamptz '2025-01-01') * 1000)::bigint + i), 12, '0') || '7' ||
        substr(md5(kind || i), 1, 3) || '8' || substr(md5(kind || '-' || i), 1, 15))::uuid $$`

/** Final batches like the only one there is, $1 to $2, with their transactions. */
const batches = `
WITH made AS (
  INSERT INTO batches (id, lane_id, nonce, purpose, root, size, leaves, tiles, state, transaction_hash, block_number, block_hash,
                       transaction_index, trie_proof)
  SELECT bench_id(i, 'batch'), b.lane_id, -i, 'anchor', sha256(('r' || i)::bytea), ${perBatch},
         decode(repeat('00', ${32 * perBatch}), 'hex'), b.tiles, b.state, sha256(('t' || i)::bytea), b.block_number, b.block_hash,
         b.transaction_index, b.trie_proof
    FROM (SELECT * FROM batches WHERE nonce > 0 ORDER BY id LIMIT 1) AS b, generate_series($1::bigint, $2::bigint) AS i
  RETURNING id, nonce, transaction_hash)
INSERT INTO transactions (hash, batch_id, nonce, raw, max_fee_per_gas, max_priority_fee_per_gas)
SELECT transaction_hash, id, nonce, '\\x00', 1, 1 FROM made`

// Half of the names are generated, as without a filename. Their key is that of base/database/search-key.ts in the service. A code is its number
// times an odd one, so that no two are equal and neighbours are far apart.
const stamps = `
WITH named AS (
  SELECT i, CASE WHEN i % 2 = 0 THEN NULL
                 WHEN i % ${rareEvery} = 1 THEN 'Charter ' || i || ' of the harbour.pdf'
                 ELSE 'Invoice ' || i || ' ' || substr(md5('n' || i), 1, 6) || '.pdf' END AS name,
         upper(translate(lpad(to_hex((i * 402653211941) & 1099511627775), 10, '0'), '01', 'xy')) AS code
    FROM generate_series(($1::bigint - 1) * ${perBatch}, $2::bigint * ${perBatch} - 1) AS i)
INSERT INTO stamps (account_id, id, client_id, version, hash, code, name, search_key, type, original_doc_hash, is_esign, is_private,
                    metadata, owner, salt, batch_id, leaf_index)
SELECT s.account_id, bench_id(n.i, 'stamp'), s.client_id, s.version, sha256(('h' || n.i)::bytea), n.code,
       coalesce(n.name, 'stamp-' || n.code), replace(replace(lower(n.name), ' ', 'DW'), '.', 'FS'), s.type, '', false, n.i % 50 = 3, s.metadata,
       s.owner, s.salt, bench_id(n.i / ${perBatch} + 1, 'batch'), n.i % ${perBatch}
  FROM (SELECT * FROM stamps ORDER BY id DESC LIMIT 1) AS s, named n`

const secondaryIndexes = `
SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE tablename = 'stamps' AND indexname <> 'stamps_pkey'`

const counts = `
UPDATE stamp_counts k SET stamps = c.stamps, private = c.private
  FROM (SELECT account_id, count(*) AS stamps, count(*) FILTER (WHERE is_private) AS private FROM stamps GROUP BY 1) AS c
 WHERE k.account_id = c.account_id`

/** Bytes on disk, with indexes, for each stamp. */
const sizes = `
SELECT pg_table_size('stamps') / count(*)::float8 AS row, pg_indexes_size('stamps') / count(*)::float8 AS indexes,
       (pg_total_relation_size('batches') + pg_total_relation_size('transactions')) / count(*)::float8 AS batch
  FROM stamps`

/** Measures requests with few stamps and with many, all of one account, and what a stamp takes on disk. Returns Markdown. */
export async function benchGrowth({ stamps: many }: GrowthOptions): Promise<string> {
  const service = await startService()
  const client = await service.connect()
  try {
    await client.query(`SET statement_timeout = 0; SET maintenance_work_mem = '512MB'; ${idFunction}`)
    await stampOne(service)
    const times: Map<string, number>[] = []
    let filled = 0
    for (const size of [few, many]) {
      await fill(client, filled, size)
      filled = size
      times.push(await measureAll(service, client, size))
    }
    const [small, large] = times as [Map<string, number>, Map<string, number>]
    const rows = [...large].map(([name, ms]) => {
      const before = small.get(name) ?? Number.NaN
      return [name, decimals(before), decimals(ms), decimals(ms / before)]
    })
    const { row, indexes, batch } = (await client.query<Record<'row' | 'indexes' | 'batch', number>>(sizes)).rows[0]!
    return [
      table(['request', `p99 ms, ${few} stamps`, `p99 ms, ${many} stamps`, 'times'], rows),
      `Bytes a stamp, ${perBatch} in a batch: row ${row.toFixed(0)}, its indexes ${indexes.toFixed(0)}, its part of the batch ${batch.toFixed(0)}.`,
    ].join('\n\n')
  } finally {
    await client.end()
    await service.stop()
  }
}

async function stampOne(service: Service): Promise<{ code: string; hash: string; txid: string }> {
  const stamp = await ask<{ code: string; hash: string; txid: string }>(service, 'POST', '/hash', {
    hash: randomBytes(32).toString('hex'),
    filename: 'model.pdf',
  })
  for (;;) {
    const { state } = await ask<{ state: string }>(service, 'GET', `/hash?id=${stamp.code}`)
    if (state === 'final') return stamp
    await sleep(100)
  }
}

async function fill(client: pg.Client, from: number, to: number): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(secondaryIndexes)
  // Building them at the end takes a tenth of the time.
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`)
  for (let batch = from / perBatch + 1; batch <= to / perBatch; batch += batchesAtOnce) {
    const last = Math.min(batch + batchesAtOnce - 1, to / perBatch)
    await client.query(batches, [batch, last])
    await client.query(stamps, [batch, last])
    if ((batch + batchesAtOnce) % 10_000 < batchesAtOnce) process.stderr.write(`${last * perBatch} stamps\n`)
  }
  for (const { definition } of indexes) await client.query(definition)
  await client.query(counts)
  await client.query('VACUUM ANALYZE')
}

async function measureAll(service: Service, client: pg.Client, size: number): Promise<Map<string, number>> {
  const real = await stampOne(service)
  const { rows } = await client.query<{ code: string; hash: string; txid: string }>(
    `SELECT s.code, encode(s.hash, 'hex') AS hash, '0x' || encode(b.transaction_hash, 'hex') AS txid
       FROM stamps s JOIN batches b ON b.id = s.batch_id
      WHERE s.id = ANY (SELECT bench_id((random() * $1)::bigint, 'stamp') FROM generate_series(1, $2::int)) AND NOT s.is_private`,
    [size - 1, 2 * requests],
  )
  const some = (at: number) => rows[at % rows.length] as (typeof rows)[number]
  const rare = (at: number) => 1 + rareEvery * (at % (size / rareEvery))
  const end = await cursorNearTheEnd(service, size)
  const find = (text: string) => `/hash?page=1&limit=100&search=${encodeURIComponent(text)}`
  const asked: [string, (at: number) => string][] = [
    ['stamp by code', (at) => `/hash?id=${some(at).code}`],
    ['stamp by hash', (at) => `/hash?id=${some(at).hash}`],
    ['stamp by transaction ID', (at) => `/hash?id=${some(at).txid}`],
    ['list, first page', () => '/hash?page=1&limit=100'],
    ['list, a page near the end by cursor', () => `/hash?limit=100&cursor=${end}`],
    ['list, private stamps', () => '/hash?page=1&limit=100&isPrivate=true'],
    ['search, one long name', (at) => find(`Charter ${rare(at)} of the harbour.pdf`)],
    ['search, a rare word', () => find('harbour')],
    ['search, a frequent word', () => find('invoice')],
    ['search, three letters', (at) => find(some(at).hash.slice(0, 3))],
    ['search, beginning of a code', (at) => find(some(at).code.slice(0, 5))],
    ['proof', () => `/hash/${real.code}/proof`],
  ]
  const times = new Map<string, number>()
  for (const [name, path] of asked) times.set(name, await p99(service, path))
  return times
}

async function cursorNearTheEnd(service: Service, size: number): Promise<string> {
  const path = `/hash?limit=100&page=${Math.floor(size / 100) - 5}`
  const response = await fetch(`http://127.0.0.1:${service.port}${path}`, {
    headers: { authorization: `Bearer ${service.token}` },
  })
  await response.arrayBuffer()
  const cursor = response.headers.get('next-cursor')
  if (cursor === null) throw new Error(`${path} has no next page`)
  return encodeURIComponent(cursor)
}

async function p99({ port, token }: Service, path: (at: number) => string): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < requests; at++) {
    const from = performance.now()
    const response = await fetch(`http://127.0.0.1:${port}${path(at)}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${path(at)} answered ${response.status}`)
    times.push(performance.now() - from)
  }
  return times.sort((a, b) => a - b)[Math.ceil(requests * 0.99) - 1] ?? Number.NaN
}
