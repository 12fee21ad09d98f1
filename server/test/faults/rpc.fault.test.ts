import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { limitMs } from '../../../test/machine.js'
import { seeded, sized } from '../../../test/tier.js'
import { Database } from '../../src/base/database/db.js'
import { type Acknowledged, allBatches, expectAllKept, Load } from './load.js'
import { rpc } from './programs.js'
import { type Answer, type Fault, type Question, RpcProxy } from './proxy.js'
import { Service } from './stack.js'
import { useSurroundings } from './surroundings.js'

const random = seeded('rpc')

// I5: a node that is down or fails causes delay, one that lies is not believed, and no stamp is refused for either.
describe('a node behind a bad connection', () => {
  const around = useSurroundings()
  let proxy: RpcProxy
  let service: Service
  let databaseUrl: string
  let database: Database
  const kept: Acknowledged[] = []

  beforeAll(async () => {
    const settings = await around.settings()
    databaseUrl = settings.databaseUrl
    database = new Database({ url: databaseUrl, connectionsMax: 1 })
    proxy = await new RpcProxy(around.anvil.url).listen()
    // The limit comes into play when the node hangs, and should not when it answers.
    const limit = { RPC_TIMEOUT_MS: String(limitMs(250)), ANCHOR_INTERVAL_MS: '100' }
    // A transaction that waits long isn't replaced for its age.
    const own = { ...limit, REPLACE_AFTER_SECONDS: '24h' }
    service = await Service.prepare({ ...settings.env, RPC_URL: proxy.url, ...own })
    await (await service.start()).login()
  })

  afterEach(() => proxy?.heal())

  afterAll(async () => {
    await service?.stop()
    await proxy?.close()
    await database?.close()
  })

  /** Stamps under the current fault, and waits until it has shown; no stamp is refused. */
  async function stampUntil(what: string, hasShown: () => boolean): Promise<void> {
    const load = new Load(service)
    await load.more(sized({ short: 8, long: 40 })).finally(async () => kept.push(...(await load.stop())))
    await eventually(what, hasShown)
    expect([...load.refused.keys()]).toEqual([])
  }

  const confirmedCount = async () => {
    const [row] = await database.query<{ count: number }>('SELECT count(*)::int AS count FROM batches WHERE state > 0')
    return row?.count ?? 0
  }

  const signedTwice = new Set<string>()
  /**
   * Expects that all stamps become final, and that nothing more was signed twice: no fee raised, no batch anchored again. What one test
   * found is no fault of the next.
   */
  async function expectOneTransactionEach(): Promise<void> {
    await allBatches(database, 'final')
    const rows = await database.query<{ id: string }>(
      'SELECT batch_id AS id FROM transactions GROUP BY batch_id HAVING count(*) > 1',
    )
    const more = rows.filter(({ id }) => !signedTwice.has(id))
    for (const { id } of more) signedTwice.add(id)
    expect(more).toEqual([])
  }

  // A call that fails ends the tracker's step, which doubles its pause after each: 13 s at most for eight, 51 s for ten.
  const calls = sized({ short: 4, long: 8 })

  const faults: Fault[] = ['drop-before', 'drop-after', 'hang', 'http-500', 'rpc-error']

  it.each(faults)('%s, every second call', async (fault) => {
    let failed = 0
    proxy.fault = () => {
      if (random() < 0.5) return 'none'
      failed++
      return fault
    }
    await stampUntil('calls have failed', () => failed >= calls)
    proxy.heal()
    await expectOneTransactionEach()
  })

  it(`away for ${calls} calls`, async () => {
    let failed = 0
    proxy.fault = () => {
      failed++
      return 'drop-before'
    }
    await stampUntil('it was called', () => failed >= calls)
    proxy.heal()
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

  /** Has the node answer with `forge`. Returns how often it has changed an answer. */
  function lie(forge: RpcProxy['forge']): () => number {
    let lied = 0
    proxy.forge = async (question, answer) => {
      const forged = await forge(question, answer)
      if (forged !== answer) lied++
      return forged
    }
    return () => lied
  }

  it.each(lies)('that reports %s', async (_name, forge) => {
    const before = await confirmedCount()
    const lied = lie(forge)
    await stampUntil('the node has lied', () => lied() >= sized({ short: 3, long: 10 }))
    expect(await confirmedCount()).toBe(before)
    proxy.heal()
    await expectOneTransactionEach()
  })

  it('that has no receipts for transactions in blocks', async () => {
    const lied = lie((question, answer) =>
      question.method === 'eth_getTransactionReceipt' && answer.result ? { ...answer, result: null } : answer,
    )
    await stampUntil('the node has lied', () => lied() > 0)
    // The blocks themselves show them.
    await expectOneTransactionEach()
  })

  it('that invents receipts for transactions in no block', async () => {
    const { url } = around.anvil
    onTestFinished(() => rpc(url, 'evm_setIntervalMining', [1]))
    await rpc(url, 'evm_setIntervalMining', [0])
    const block = await rpc<{ hash: string; number: string }>(url, 'eth_getBlockByNumber', ['latest', false])
    const before = await confirmedCount()
    const lied = lie((question, answer) => {
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
    })
    await stampUntil('the node has lied', () => lied() >= sized({ short: 3, long: 10 }))
    expect(await confirmedCount()).toBe(before)
    proxy.heal()
    await rpc(url, 'evm_setIntervalMining', [1])
    await expectOneTransactionEach()
  })

  it('that falls behind once, then again', async () => {
    const { url } = around.anvil
    await stampUntil('stamps are taken', () => true)
    await expectOneTransactionEach()
    const logged = service.process.listen()
    const latest = (question: Question) => question.method === 'eth_getBlockByNumber' && question.params[0] === 'latest'
    let asked = 0
    proxy.forge = async (question, answer) => {
      if (!latest(question) || asked++ % 2 === 1) return answer
      const now = Number(receipt(answer).number)
      return { ...answer, result: await rpc(url, 'eth_getBlockByNumber', [`0x${(now - 5).toString(16)}`, false]) }
    }
    await eventually('the node was asked several times', () => asked > 4)
    // Lasting now: a node that lacks blocks shows none in their place, so they are not lost.
    asked = 0
    proxy.forge = async (question, answer) => {
      if (!latest(question)) return answer
      asked++
      return { ...answer, result: await rpc(url, 'eth_getBlockByNumber', ['0x2', false]) }
    }
    await eventually('the node was asked several times', () => asked > 6)
    proxy.heal()
    // Later work of the same loop, so what it said before is there.
    await stampUntil('stamps are taken', () => true)
    await expectOneTransactionEach()
    expect(logged()).not.toContain('reorg: blocks')
  })

  it('leaves everything valid, and passes the audit', async () => {
    const report = await expectAllKept(service, { databaseUrl, rpcUrl: around.anvil.url }, kept)
    expect(report.entries).toBeGreaterThanOrEqual(kept.length)
  })
})
