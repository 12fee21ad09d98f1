import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { seeded, sized } from '../../../test/tier.js'
import { Database } from '../../src/base/db.js'
import type { EmbeddedPostgres } from '../../src/embedded/postgres.js'
import { type Acknowledged, auditAll, expectAllKept, Load } from './load.js'
import { type Anvil, rpc, startAnvil } from './programs.js'
import { type Answer, type Fault, type Question, RpcProxy } from './proxy.js'
import { deploy, externalSettings, newDatabase, newFolder, Service, startRealPostgres } from './stack.js'

const random = seeded('rpc')

// I5: a node that is down or fails causes delay, one that lies is not believed, and no stamp is refused for either.
describe('a node behind a bad line', () => {
  let folder: Awaited<ReturnType<typeof newFolder>>
  let postgres: EmbeddedPostgres
  let anvil: Anvil
  let proxy: RpcProxy
  let service: Service
  let databaseUrl: string
  let database: Database
  const kept: Acknowledged[] = []

  beforeAll(async () => {
    folder = await newFolder()
    postgres = await startRealPostgres(folder.path)
    databaseUrl = await newDatabase(postgres)
    database = new Database({ url: databaseUrl, connectionsMax: 1 })
    anvil = await startAnvil(['--block-time', '1'])
    proxy = await new RpcProxy(anvil.url).listen()
    const settings = externalSettings(databaseUrl, proxy.url, await deploy(anvil.url))
    service = await Service.prepare({ ...settings, RPC_TIMEOUT_MS: '500', ANCHOR_INTERVAL_MS: '100' })
    await (await service.start()).login()
  })

  afterEach(() => proxy?.heal())

  afterAll(async () => {
    await service?.stop()
    await proxy?.close()
    await database?.close()
    await anvil?.program.kill9()
    await postgres?.stop()
    await folder?.remove()
  })

  /** Stamps for a while under the current fault; returns what was acknowledged. */
  async function loadFor(ms: number): Promise<Acknowledged[]> {
    const load = new Load(service)
    await sleep(ms)
    const acknowledged = await load.stop()
    kept.push(...acknowledged)
    expect([...load.refused.keys()]).toEqual([])
    expect(acknowledged.length).toBeGreaterThan(0)
    return acknowledged
  }

  const confirmedCount = async () => {
    const [row] = await database.query<{ count: number }>('SELECT count(*)::int AS count FROM batches WHERE state > 0')
    return row?.count ?? 0
  }

  /** Expects that nothing was signed twice: no fee raised, no batch anchored again. */
  async function expectOneTransactionEach(): Promise<void> {
    const twice = await database.query('SELECT batch_id FROM transactions GROUP BY batch_id HAVING count(*) > 1')
    expect(twice).toEqual([])
  }

  const faults: Fault[] = ['drop-before', 'drop-after', 'hang', 'http-500', 'rpc-error']

  it.each(faults)('%s, every second call', async (fault) => {
    proxy.fault = () => (random() < 0.5 ? fault : 'none')
    const acknowledged = await loadFor(sized({ short: 1_000, long: 2_500 }))
    proxy.heal()
    await expectAllKept(service, { databaseUrl, rpcUrl: anvil.url }, acknowledged)
    await expectOneTransactionEach()
  })

  const awayMs = sized({ short: 3_000, long: 10_000 })
  it(`away for ${awayMs / 1000} s`, async () => {
    proxy.fault = () => 'drop-before'
    const acknowledged = await loadFor(awayMs)
    proxy.heal()
    await expectAllKept(service, { databaseUrl, rpcUrl: anvil.url }, acknowledged)
    await expectOneTransactionEach()
  })

  const receipt = (answer: Answer) => answer.result as Record<string, unknown>
  const elsewhere = `0x${'5'.repeat(64)}`
  const lies: [string, (question: Question, answer: Answer) => Answer | Promise<Answer>][] = [
    [
      'a receipt of a block that is not canonical',
      (question, answer) =>
        question.method === 'eth_getTransactionReceipt' && answer.result
          ? { ...answer, result: { ...receipt(answer), blockHash: elsewhere } }
          : answer,
    ],
    [
      "another transaction's receipt",
      (question, answer) =>
        question.method === 'eth_getTransactionReceipt' && answer.result
          ? { ...answer, result: { ...receipt(answer), transactionHash: elsewhere } }
          : answer,
    ],
    [
      'a place in the block that is not ours',
      (question, answer) =>
        question.method === 'eth_getTransactionReceipt' && answer.result
          ? { ...answer, result: { ...receipt(answer), transactionIndex: '0x63' } }
          : answer,
    ],
    [
      'a block that does not hash to its hash',
      (question, answer) =>
        question.method === 'eth_getBlockByNumber' && question.params[1] === true && answer.result
          ? { ...answer, result: { ...receipt(answer), timestamp: '0x1' } }
          : answer,
    ],
    [
      'a block with a transaction changed',
      (question, answer) => {
        if (question.method !== 'eth_getBlockByNumber' || question.params[1] !== true || !answer.result) return answer
        const transactions = (receipt(answer).transactions as Record<string, unknown>[]).map((one) => ({
          ...one,
          input: `${String(one.input).slice(0, -2)}00`,
        }))
        return { ...answer, result: { ...receipt(answer), transactions } }
      },
    ],
    [
      'a block with its transactions left out',
      (question, answer) =>
        question.method === 'eth_getBlockByNumber' && question.params[1] === true && answer.result
          ? { ...answer, result: { ...receipt(answer), transactions: [] } }
          : answer,
    ],
  ]

  it.each(lies)('that reports %s', async (_name, forge) => {
    const before = await confirmedCount()
    proxy.forge = forge
    const acknowledged = await loadFor(sized({ short: 1_000, long: 3_000 }))
    // Batches in flight when the lie began may have been confirmed correctly; no later one may.
    expect((await confirmedCount()) - before).toBeLessThanOrEqual(1)
    proxy.heal()
    await expectAllKept(service, { databaseUrl, rpcUrl: anvil.url }, acknowledged)
    await expectOneTransactionEach()
  })

  it('that has no receipts for what is in blocks', async () => {
    proxy.forge = (question, answer) =>
      question.method === 'eth_getTransactionReceipt' ? { ...answer, result: null } : answer
    const acknowledged = await loadFor(sized({ short: 1_000, long: 3_000 }))
    // The blocks themselves show them.
    await expectAllKept(service, { databaseUrl, rpcUrl: anvil.url }, acknowledged)
    await expectOneTransactionEach()
  })

  it('that invents receipts for what is in no block', async () => {
    onTestFinished(() => rpc(anvil.url, 'evm_setIntervalMining', [1]))
    await rpc(anvil.url, 'evm_setIntervalMining', [0])
    const block = await rpc<{ hash: string; number: string }>(anvil.url, 'eth_getBlockByNumber', ['latest', false])
    proxy.forge = async (question, answer) => {
      const [hash] = question.params
      if (question.method === 'eth_getTransactionCount') return { ...answer, result: '0xffff' }
      if (question.method !== 'eth_getTransactionReceipt' || answer.result) return answer
      const result = {
        transactionHash: hash,
        blockHash: block.hash,
        blockNumber: block.number,
        transactionIndex: '0x0',
        status: '0x1',
      }
      return { ...answer, result }
    }
    const before = await confirmedCount()
    const acknowledged = await loadFor(1_000)
    expect(await confirmedCount()).toBe(before)
    proxy.heal()
    await rpc(anvil.url, 'evm_setIntervalMining', [1])
    await expectAllKept(service, { databaseUrl, rpcUrl: anvil.url }, acknowledged)
    await expectOneTransactionEach()
  })

  it('that falls behind once, then again', async () => {
    const acknowledged = await loadFor(1_000)
    await expectAllKept(service, { databaseUrl, rpcUrl: anvil.url }, acknowledged)
    const logged = service.process.listen()
    let stale = 0
    proxy.forge = async (question, answer) => {
      if (question.method !== 'eth_getBlockByNumber' || question.params[0] !== 'latest' || stale++ % 2 === 1)
        return answer
      const now = Number(receipt(answer).number)
      return { ...answer, result: await rpc(anvil.url, 'eth_getBlockByNumber', [`0x${(now - 5).toString(16)}`, false]) }
    }
    await eventually('the node was asked several times', async () => stale > 4)
    expect(logged()).not.toContain('reorg: blocks')
    // Lasting now: a node that lacks blocks shows none in their place, so they are not lost.
    stale = 0
    proxy.forge = async (question, answer) => {
      if (question.method !== 'eth_getBlockByNumber' || question.params[0] !== 'latest') return answer
      stale++
      return { ...answer, result: await rpc(anvil.url, 'eth_getBlockByNumber', ['0x2', false]) }
    }
    await eventually('the node was asked several times', async () => stale > 6)
    expect(logged()).not.toContain('reorg: blocks')
    proxy.heal()
    await expectAllKept(service, { databaseUrl, rpcUrl: anvil.url }, kept)
    await expectOneTransactionEach()
  })

  it('leaves nothing that an audit would find', async () => {
    const report = await auditAll({ databaseUrl, rpcUrl: anvil.url })
    expect(report.entries).toBeGreaterThanOrEqual(kept.length)
  })
})
