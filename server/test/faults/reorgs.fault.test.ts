import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { sized } from '../../../test/tier.js'
import { Database } from '../../src/base/db.js'
import { type Acknowledged, ask, expectAllKept, type StampDetails, stampOnce } from './load.js'
import { type Anvil, rpc } from './programs.js'
import { Service } from './stack.js'
import { useSurroundings } from './surroundings.js'

const confirmations = 12
const depths = sized({ short: [1, 2, 5, 10], long: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] })

// I5: a reorg reopens the batches it dropped, the same transactions come back, and nothing becomes final early.
describe('reorgs', () => {
  const around = useSurroundings([])
  let anvil: Anvil
  let service: Service
  let databaseUrl: string
  let database: Database
  const acknowledged: Acknowledged[] = []

  beforeAll(async () => {
    const settings = await around.settings()
    anvil = around.anvil
    databaseUrl = settings.databaseUrl
    database = new Database({ url: databaseUrl, connectionsMax: 1 })
    await rpc(anvil.url, 'anvil_mine', ['0x20'])
    service = await Service.prepare({
      ...settings.env,
      FINALITY: String(confirmations),
      TRACK_INTERVAL_MS: '50',
    })
    await (await service.start()).login()
  })

  afterAll(async () => {
    await service?.stop()
    await database?.close()
  })

  const head = async () => Number(await rpc<string>(anvil.url, 'eth_blockNumber'))
  const look = async (stamp: Acknowledged) => (await ask<StampDetails>(service, `/hash?id=${stamp.hash}`))?.data
  const isConfirmed = (stamps: readonly Acknowledged[]) =>
    eventually('all are in a block', async () => {
      const states = await Promise.all(stamps.map(async (one) => (await look(one))?.state))
      return states.every((state) => state === 'confirmed' || state === 'final')
    })

  /** Makes stamps, each in its own transaction and block. */
  async function stamps(count: number): Promise<Acknowledged[]> {
    const made: Acknowledged[] = []
    for (let at = 0; at < count; at++) {
      const stamp = await stampOnce(service)
      if (!stamp) throw new Error('a stamp was refused')
      made.push(stamp)
      await isConfirmed([stamp])
    }
    acknowledged.push(...made)
    return made
  }

  /** Checks until stopped that nothing becomes final in a block that is not deep enough. */
  function watchFinality() {
    let stopping = false
    let highest = 0
    const wrong: string[] = []
    const watching = (async () => {
      while (!stopping) {
        const rows = await database.query<{ block_number: number }>(
          'SELECT block_number FROM batches WHERE state = 2 ORDER BY block_number DESC LIMIT 1',
        )
        // A block that was once deep enough stays final, even when the chain gets shorter.
        highest = Math.max(highest, await head())
        const newest = rows[0]?.block_number
        if (newest !== undefined && newest > highest - confirmations + 1)
          wrong.push(`block ${newest} at head ${highest}`)
        await sleep(20)
      }
    })()
    return async () => {
      stopping = true
      await watching
      return wrong
    }
  }

  it.each(depths)('of depth %i', async (depth) => {
    const stop = watchFinality()
    const made = await stamps(depth)
    await rpc(anvil.url, 'anvil_reorg', [depth, []])
    await rpc(anvil.url, 'anvil_mine', ['0x1'])
    const lost = await eventually('all are in blocks of the new chain', async () => {
      const found = await Promise.all(
        made.map(async ({ txid }) => rpc<{ blockHash: string } | null>(anvil.url, 'eth_getTransactionReceipt', [txid])),
      )
      const rows = await database.query<{ block_hash: Buffer | null }>(
        'SELECT block_hash FROM batches WHERE transaction_hash = ANY($1::bytea[])',
        [made.map(({ txid }) => Buffer.from(txid.slice(2), 'hex'))],
      )
      const known = rows.map((row) => `0x${row.block_hash?.toString('hex')}`)
      return rows.length === depth && found.every((one) => one && known.includes(one.blockHash))
    })
    expect(lost).toBe(true)
    await isConfirmed(made)
    for (const stamp of made) expect((await look(stamp))?.txid).toBe(stamp.txid)
    expect(await stop()).toEqual([])
  })

  it('that take blocks away for good', async () => {
    const stop = watchFinality()
    const made = await stamps(4)
    await rpc(anvil.url, 'anvil_rollback', [4])
    await rpc(anvil.url, 'anvil_mine', ['0x1'])
    await eventually('the same transactions are in blocks again', async () => {
      const receipts = await Promise.all(
        made.map(({ txid }) => rpc<unknown>(anvil.url, 'eth_getTransactionReceipt', [txid])),
      )
      return receipts.every((receipt) => receipt !== null)
    })
    await isConfirmed(made)
    for (const stamp of made) expect((await look(stamp))?.txid).toBe(stamp.txid)
    expect(await stop()).toEqual([])
  })

  it('leave everything final at its depth, with every proof right', async () => {
    await rpc(anvil.url, 'anvil_mine', [`0x${confirmations.toString(16)}`])
    const report = await expectAllKept(service, { databaseUrl, rpcUrl: anvil.url }, acknowledged)
    expect(report.batches).toBe(acknowledged.length)
  })
})
