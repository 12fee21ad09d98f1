import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { sized } from '../../../test/tier.js'
import { Database } from '../../src/base/database/db.js'
import { type Acknowledged, allBatches, ask, expectAllKept, type StampDetails, stampOnce } from './load.js'
import { type Anvil, rpc } from './programs.js'
import { Service } from './stack.js'
import { useSurroundings } from './surroundings.js'

const confirmations = 12
const depths = sized({ short: [1, 10], long: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] })

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
  const inBlock = expect.stringMatching(/^(confirmed|final)$/)
  const isConfirmed = async (stamps: readonly Acknowledged[]) => {
    await allBatches(database, 'confirmed')
    for (const stamp of stamps) expect(await look(stamp)).toMatchObject({ txid: stamp.txid, state: inBlock })
  }

  let highest = 0
  /**
   * Expects that nothing became final in a block that is not deep enough. Called before the chain gets longer: what is final stays
   * so, and a block that was once deep enough was right, even when the chain gets shorter.
   */
  async function expectNothingEarly(): Promise<void> {
    const [newest] = await database.query<{ block: number | null }>(
      'SELECT max(block_number) AS block FROM batches WHERE state = 2',
    )
    highest = Math.max(highest, await head())
    expect(newest?.block ?? 0).toBeLessThanOrEqual(highest - confirmations + 1)
  }

  /** Makes stamps, each in its own transaction and block. */
  async function stamps(count: number): Promise<Acknowledged[]> {
    const made: Acknowledged[] = []
    for (let at = 0; at < count; at++) {
      const stamp = await stampOnce(service)
      if (!stamp) throw new Error('a stamp was refused')
      made.push(stamp)
      await isConfirmed([stamp])
      await expectNothingEarly()
    }
    acknowledged.push(...made)
    return made
  }

  it.each(depths)('of depth %i', async (depth) => {
    const made = await stamps(depth)
    await rpc(anvil.url, 'anvil_reorg', [depth, []])
    await rpc(anvil.url, 'anvil_mine', ['0x1'])
    await eventually('all are in blocks of the new chain', async () => {
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
    await isConfirmed(made)
    await expectNothingEarly()
  })

  it('that remove blocks permanently', async () => {
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
    await expectNothingEarly()
  })

  it('leave everything final at its depth, with every proof valid', async () => {
    await rpc(anvil.url, 'anvil_mine', [`0x${confirmations.toString(16)}`])
    const report = await expectAllKept(service, { databaseUrl, rpcUrl: anvil.url }, acknowledged)
    expect(report.batches).toBe(acknowledged.length)
  })
})
