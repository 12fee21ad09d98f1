import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Database } from '../../src/base/database/db.js'
import { type Acknowledged, ask, auditOf, expectAllKept, stampOnce } from './load.js'
import { Service } from './stack.js'
import { useSurroundings } from './surroundings.js'

// I6: an audit names every change made behind the service's back.
describe('an audit', () => {
  const around = useSurroundings([])
  let database: Database
  let stamps: Acknowledged[]

  beforeAll(async () => {
    const { databaseUrl, env } = await around.settings()
    database = new Database({ url: databaseUrl, connectionsMax: 1 })
    const service = await Service.prepare(env)
    await (await service.start()).login()
    try {
      stamps = []
      for (let at = 0; at < 3; at++) stamps.push((await stampOnce(service)) as Acknowledged)
      const together = await Promise.all(
        Array.from({ length: 30 }, (_, at) =>
          ask<Acknowledged>(service, '/hash', { hash: `b${at.toString(16).padStart(63, '0')}` }),
        ),
      )
      expect(together.map((one) => [one?.status, one?.message])).toEqual(
        together.map(() => [200, 'Stamp created successfully']),
      )
      stamps.push(...together.flatMap((one) => one?.data ?? []))
      const items = Array.from({ length: 300 }, (_, at) => ({
        hash: `a${at.toString(16).padStart(63, '0')}`,
        filename: `${at}`,
      }))
      expect((await ask(service, '/multi-stamp', items))?.status).toBe(200)
      await expectAllKept(service, { databaseUrl, rpcUrl: around.anvil.url }, stamps)
    } finally {
      await service.stop()
    }
  })

  afterAll(() => database?.close())

  // Rolled back after each case, so no damage carries over.
  beforeEach(() => database.execute('BEGIN'))
  afterEach(() => database.execute('ROLLBACK'))

  const problem = async () => {
    try {
      await auditOf(database, around.anvil.url)
    } catch (error) {
      return `${(error as Error).name}: ${(error as Error).message}`
    }
    return 'nothing'
  }

  it('finds nothing in what the service wrote', async () => {
    expect(await problem()).toBe('nothing')
  })

  /** The batch of the second stamp: neither the first nor the last. */
  const target = '(SELECT batch_id FROM stamps ORDER BY id OFFSET 1 LIMIT 1)'
  const second = '(SELECT id FROM stamps ORDER BY id OFFSET 1 LIMIT 1)'
  const large = '(SELECT id FROM batches ORDER BY size DESC LIMIT 1)'
  const flipped = (column: string, at = 0) => `set_byte(${column}, ${at}, get_byte(${column}, ${at}) # 1)`
  const cases: [string, string, RegExp][] = [
    [
      'a leaf',
      `UPDATE batches SET leaves = ${flipped('leaves', 40)} WHERE id = ${large}`,
      /leaves do not give its root/,
    ],
    ['a tile', `UPDATE batches SET tiles = ${flipped('tiles', 40)} WHERE id = ${large}`, /tiles do not give its root/],
    ['a root', `UPDATE batches SET root = ${flipped('root')} WHERE id = ${target}`, /leaves do not give its root/],
    ["a stamp's name", `UPDATE stamps SET name = name || '!' WHERE id = ${second}`, /entry of leaf 0 was changed/],
    [
      "a stamp's salt",
      `UPDATE stamps SET salt = ${flipped('salt')} WHERE id = ${second}`,
      /entry of leaf 0 was changed/,
    ],
    [
      "a stamp's hash",
      `UPDATE stamps SET hash = ${flipped('hash')} WHERE id = ${second}`,
      /entry of leaf 0 was changed/,
    ],
    ["a stamp's owner", `UPDATE stamps SET owner = 'Eve' WHERE id = ${second}`, /entry of leaf 0 was changed/],
    [
      "a stamp's metadata",
      `UPDATE stamps SET metadata = '[{"a":1}]' WHERE id = ${second}`,
      /entry of leaf 0 was changed/,
    ],
    ["a stamp's place", `UPDATE stamps SET leaf_index = 7 WHERE id = ${second}`, /an entry claims leaf 7 of 1/],
    ['a deleted stamp', `DELETE FROM stamps WHERE id = ${second}`, /1 of its 1 entries are missing/],
    [
      'a stamp added',
      `INSERT INTO stamps SELECT account_id, gen_random_uuid(), client_id, version, sha256('x'), 'FORGED', name, type,
        original_doc_hash, is_esign, is_private, metadata, owner, salt, batch_id, 1 FROM stamps WHERE id = ${second}`,
      /an entry claims leaf 1 of 1/,
    ],
    ['a counter', 'UPDATE stamp_counts SET stamps = stamps + 1', /its counter is 334 stamps, but 333 exist/],
    [
      'a transaction',
      `UPDATE transactions SET raw = ${flipped('raw', 60)} WHERE batch_id = ${target}`,
      /does not hash to its id/,
    ],
    ['a deleted transaction', `DELETE FROM transactions WHERE batch_id = ${target}`, /its transaction is missing/],
    ['a header', `UPDATE blocks SET header = ${flipped('header', 99)}`, /its header does not hash to its block/],
    [
      'the time of a block',
      `UPDATE blocks SET time = time - interval '1 day'`,
      /the time of its block is not that of the header/,
    ],
    ['a deleted block', 'DELETE FROM blocks', /its block header is missing/],
    [
      'a trie proof',
      `UPDATE batches SET trie_proof = ${flipped('trie_proof', 20)} WHERE id = ${target}`,
      /node 0 does not match its parent/,
    ],
    [
      'a block number',
      `UPDATE batches SET block_number = block_number + 1 WHERE id = ${target}`,
      /its header is of block/,
    ],
    ['a deleted batch', `DELETE FROM batches WHERE id = ${target}`, /with nonce 2, is missing/],
    ['the first batch deleted', 'DELETE FROM batches WHERE nonce = 1', /its batch [0-9a-f-]{36} is missing/],
    [
      'the last batch deleted',
      'DELETE FROM batches WHERE nonce = (SELECT max(nonce) FROM batches)',
      /the batch with nonce \d+, which it used, is missing/,
    ],
    ['another contract', `UPDATE network SET contract = ${flipped('contract')}`, /goes to 0x/],
    ['another chain', 'UPDATE network SET chain_id = 1', /the node is on chain 31337/],
  ]

  it.each(cases)('names %s', async (_name, statement, expected) => {
    expect(await database.execute(statement)).toBeGreaterThan(0)
    const found = await problem()
    expect(found).toMatch(/^AuditError: /)
    expect(found).toMatch(expected)
  })
})
