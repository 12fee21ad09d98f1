import { randomBytes } from 'node:crypto'
import { keccak256 } from '@tallystick/proof'
import { decodeRlp, encodeRlp, encodeRpcHeader, fromQuantity } from '@tallystick/proof/ethereum'
import { describe, expect, it } from 'vitest'
import { limitMs } from '../../../test/machine.js'
import { Chain } from '../../src/chain/chain.js'
import { HeaderChain } from '../../src/chain/header-chain.js'
import { hexOf } from '../../src/chain/hex.js'
import { signerOf, signTransaction } from '../../src/chain/sign.js'
import { laneReports, repairLanes } from '../../src/ledger/status/lane-report.js'
import { troubleIn, troubleText } from '../../src/ledger/troubles.js'
import { rpc, signer } from '../faults/programs.js'
import type { Answer, Question } from '../faults/proxy.js'
import { useTracked } from './tracked.js'

const tracked = useTracked()
const plus = (value: unknown, more: number) => `0x${(Number(value) + more).toString(16)}`
const forge = (lie: (question: Question, answer: Answer) => Answer | Promise<Answer>) => {
  tracked.proxy.forge = lie
}
type Json = Record<string, unknown>

// I5: nothing irreversible follows from what a node merely says.
describe('a node that reports too high a nonce', () => {
  it.each([
    ['for the newest block', (params: unknown[]) => params[1] === 'latest'],
    ['always', () => true],
  ])('%s, moves no batch, and keeps none from becoming final', async (_, isLie) => {
    const tracker = tracked.tracker()
    forge((question, answer) =>
      question.method === 'eth_getTransactionCount' && isLie(question.params)
        ? { ...answer, result: plus(answer.result, 1) }
        : answer,
    )
    const id = await tracked.batch()
    const before = await tracked.row(id)
    await tracked.steps(tracker, 5)
    expect(await tracked.row(id)).toEqual(before)
    expect(await tracked.troubles()).toEqual([expect.stringMatching(/nonce \d+/)])
    await tracked.untilFinal(tracker, id)
    expect(await tracked.row(id)).toEqual({ ...before, state: 2 })
    await tracked.audit()
  })
})

describe('a nonce that another transaction used', () => {
  it('is given up once a block shows that transaction, and not before', async () => {
    const tracker = tracked.tracker()
    const nonce = Number(
      await rpc<string>(tracked.anvil.url, 'eth_getTransactionCount', [hexOf(signer.address), 'latest']),
    )
    const fees = { maxFeePerGas: 5e10, maxPriorityFeePerGas: 1e9 }
    const call = { chainId: 31_337, nonce, gas: 21_000, to: signer.address, data: new Uint8Array() }
    const foreign = signTransaction({ ...call, ...fees }, signer)
    await rpc(tracked.anvil.url, 'eth_sendRawTransaction', [hexOf(foreign.raw)])
    await tracked.mine()
    const id = await tracked.batch()
    forge((question, answer) =>
      question.method === 'eth_getBlockByNumber' && question.params[1] === true
        ? { ...answer, result: { ...(answer.result as Json), transactions: [] } }
        : answer,
    )
    await tracked.steps(tracker, 4)
    expect(await tracked.row(id)).toMatchObject({ nonce, versions: 1 })
    expect((await tracked.troubles()).join()).toContain('do not give the transactionsRoot')
    tracked.proxy.heal()
    await tracked.untilFinal(tracker, id)
    expect(await tracked.row(id)).toMatchObject({ nonce: nonce + 1, versions: 2 })
    await tracked.audit()
  })
})

describe('a hole in a lane', () => {
  it('left by a batch that got another nonce is filled by the transaction signed for it', async () => {
    const tracker = tracked.tracker()
    const id = await tracked.batch()
    const { nonce } = await tracked.row(id)
    await tracked.lane.moveBatch(tracked.database, { id, lane_id: tracked.lane.id, nonce })
    const next = await tracked.batch()
    await tracked.untilFinal(tracker, id, next)
    // Both of its transactions are in blocks, and it is final by that of its row.
    expect(await tracked.row(id)).toMatchObject({ nonce: nonce + 1, versions: 2 })
    await tracked.audit()
  })

  it('that nothing was signed for is filled after a while by an empty transaction to ourselves', async () => {
    await tracked.database.execute('UPDATE lanes SET next_nonce = next_nonce + 2')
    await tracked.openLane()
    const tracker = tracked.tracker()
    const id = await tracked.batch()
    const { nonce } = await tracked.row(id)
    await tracked.steps(tracker, 2)
    const chain = new Chain(tracked.anvil.url, limitMs(5_000))
    expect(await laneReports(tracked.database, chain)).toMatchObject([{ holes: [nonce - 2, nonce - 1] }])
    await tracked.untilFinal(tracked.tracker(), id)
    expect(await laneReports(tracked.database, chain)).toMatchObject([{ holes: [], submitted: 0, why: null }])
    await tracked.audit()
  })

  it('is filled at once by lane repair', async () => {
    await tracked.database.execute('UPDATE lanes SET next_nonce = next_nonce + 1')
    await tracked.openLane()
    const id = await tracked.batch()
    const config = { signerKey: signer.key, dataDir: '', maxFeePerGasCap: 5e11 }
    const { filled, reports } = await repairLanes(
      tracked.database,
      new Chain(tracked.anvil.url, limitMs(5_000)),
      config,
    )
    expect([filled, reports]).toMatchObject([1, [{ holes: [] }]])
    await tracked.untilFinal(tracked.tracker(), id)
    await tracked.audit()
  })

  it('left by a node that lost its pending transactions is filled', async () => {
    const tracker = tracked.tracker()
    const ids = [await tracked.batch(), await tracked.batch()]
    await tracked.steps(tracker, 1)
    await rpc(tracked.anvil.url, 'anvil_dropAllTransactions')
    await tracked.untilFinal(tracker, ...ids)
  })
})

describe('a node that calls transactions reverted', () => {
  it.each([
    ['in their own receipts', ['eth_getTransactionReceipt']],
    ['in all receipts', ['eth_getTransactionReceipt', 'eth_getBlockReceipts']],
  ])('%s, is not believed: the receipts of a block give its receiptsRoot', async (_, methods) => {
    const tracker = tracked.tracker()
    const id = await tracked.batch()
    const before = await tracked.row(id)
    const failed = (receipt: Json | null) => receipt && { ...receipt, status: '0x0' }
    forge(({ method }, answer) => {
      if (!methods.includes(method)) return answer
      const { result } = answer
      return { ...answer, result: Array.isArray(result) ? result.map(failed) : failed(result as Json | null) }
    })
    await tracked.steps(tracker, 3, 1)
    expect(await tracked.row(id)).toMatchObject({ nonce: before.nonce, versions: 1 })
    tracked.proxy.heal()
    await tracked.untilFinal(tracker, id)
    expect(await tracked.row(id)).toEqual({ ...before, state: 2 })
    await tracked.audit()
  })
})

describe('a node that names a head far ahead', () => {
  /** The latest block with another number, and the hash that this gives. */
  const ahead = (isHashed: boolean) => (question: Question, answer: Answer) => {
    if (question.method !== 'eth_getBlockByNumber' || question.params[0] !== 'latest') return answer
    const block = answer.result as Json
    const number = plus(block.number, 1000)
    if (!isHashed) return { ...answer, result: { ...block, number } }
    const members = decodeRlp(encodeRpcHeader(block)) as Uint8Array[]
    members[8] = fromQuantity(BigInt(number))
    return { ...answer, result: { ...block, number, hash: hexOf(keccak256(encodeRlp(members))) } }
  }

  it.each([
    ['with a header that does not hash to its hash', false],
    ['with a header of its own, and none below', true],
  ])('%s, makes nothing final early, and nothing late', async (_, isHashed) => {
    const tracker = tracked.tracker({ finality: 25 })
    await tracker.step()
    const id = await tracked.batch()
    await tracked.steps(tracker, 2, 1)
    forge(ahead(isHashed))
    await tracked.steps(tracker, 3, 6)
    expect(await tracked.row(id)).toMatchObject({ state: 1 })
    expect((await tracked.troubles()).length).toBe(1)
    await tracked.mine(6)
    await tracked.steps(tracker, 2)
    expect(await tracked.row(id)).toMatchObject({ state: 2 })
  })
})

describe('a node that goes back', () => {
  it('counts as behind while it shows no other blocks, and as a reorganisation once it does', async () => {
    const tracker = tracked.tracker({ finality: 3 })
    await tracker.step()
    const id = await tracked.batch()
    await tracked.untilFinal(tracker, id)
    const [block] = await tracked.database.query<{ number: number }>('SELECT max(number) AS number FROM blocks')
    const old = await rpc<Json>(tracked.anvil.url, 'eth_getBlockByNumber', [plus(block?.number, -1), false])
    forge(({ method, params }, answer) =>
      method === 'eth_getBlockByNumber' && params[0] === 'latest' ? { ...answer, result: old } : answer,
    )
    await tracked.steps(tracker, 5)
    expect(await tracked.row(id)).toMatchObject({ state: 2 })
    expect(await tracked.troubles()).toEqual([expect.stringContaining('the node is behind')])
    // A tracker that has just started knows nothing of earlier headers.
    const another = tracked.tracker({ finality: 3 })
    await tracked.steps(another, 5)
    expect(await tracked.row(id)).toMatchObject({ state: 2 })
    // Nor does one that was idle, and has not kept the headers below the newest.
    tracked.proxy.heal()
    const idle = tracked.tracker({ finality: 3 })
    await tracked.steps(idle, 3, 9)
    forge(({ method, params }, answer) =>
      method === 'eth_getBlockByNumber' && params[0] === 'latest' ? { ...answer, result: old } : answer,
    )
    await tracked.steps(idle, 5)
    expect(await tracked.row(id)).toMatchObject({ state: 2 })
    tracked.proxy.heal()
    await tracked.steps(tracker, 1)
    expect(await tracked.troubles()).toEqual([])
    const head = Number(await rpc<string>(tracked.anvil.url, 'eth_blockNumber'))
    await rpc(tracked.anvil.url, 'anvil_rollback', [head - Number(block?.number) + 1])
    // The chain stands still until it gets a transaction: what it lost comes back by itself, and shows the other branch.
    await tracked.steps(another, 1)
    await tracked.mine()
    await tracked.steps(another, 2)
    expect(await tracked.row(id)).toMatchObject({ state: 0 })
    await tracked.untilFinal(another, id)
    await tracked.audit()
  })
})

describe('a node that calls a reverted transaction successful', () => {
  it.each([
    ['in its own receipt', false],
    ['in all receipts', true],
  ])('%s, is not believed', async (_, inAll) => {
    const address = hexOf(tracked.contract)
    const code = await rpc(tracked.anvil.url, 'eth_getCode', [address, 'latest'])
    await rpc(tracked.anvil.url, 'anvil_setCode', [address, '0xfe'])
    const tracker = tracked.tracker()
    const id = await tracked.batch()
    const successful = (receipt: Json) => ({ ...receipt, status: '0x1' })
    forge(({ method }, answer) => {
      if (method === 'eth_getTransactionReceipt' && answer.result)
        return { ...answer, result: successful(answer.result as Json) }
      if (method === 'eth_getBlockReceipts' && inAll)
        return { ...answer, result: (answer.result as Json[]).map(successful) }
      return answer
    })
    await tracked.steps(tracker, 4, 1)
    expect(await tracked.row(id)).toMatchObject({ state: 0 })
    await rpc(tracked.anvil.url, 'anvil_setCode', [address, code])
    tracked.proxy.heal()
    await tracked.untilFinal(tracker, id)
    expect((await tracked.row(id)).versions).toBeGreaterThan(1)
    await tracked.audit()
  })
})

describe('a batch recorded in a block that was given up', () => {
  it('by a process that hung meanwhile, is confirmed in the right one', async () => {
    const tracker = tracked.tracker({ finality: 4 })
    const id = await tracked.batch()
    await tracked.steps(tracker, 2, 1)
    expect(await tracked.row(id)).toMatchObject({ state: 1 })
    await tracked.database.execute(
      `WITH stray AS (INSERT INTO blocks (hash, number, time, header)
         SELECT sha256(hash), number, time, header FROM blocks WHERE hash = (SELECT block_hash FROM batches WHERE id = $1)
         RETURNING hash)
       UPDATE batches SET block_hash = stray.hash FROM stray WHERE id = $1`,
      [id],
    )
    await tracked.untilFinal(tracker, id, await tracked.batch())
    await tracked.audit()
  })
})

describe('reverts on a branch that was given up', () => {
  const raws = async (id: string) => {
    const sent = 'SELECT raw FROM transactions WHERE batch_id = $1 ORDER BY nonce'
    return (await tracked.database.query<{ raw: Buffer }>(sent, [id])).map(({ raw }) => hexOf(raw))
  }

  it('do not count as failed attempts: three more are made', async () => {
    const contract = hexOf(tracked.contract)
    const code = await rpc<string>(tracked.anvil.url, 'eth_getCode', [contract, 'latest'])
    const reverting = () => rpc(tracked.anvil.url, 'anvil_setCode', [contract, '0xfe'])
    const tracker = tracked.tracker({ finality: 4 })
    await tracked.steps(tracker, 1)
    await reverting()
    const id = await tracked.batch()
    const height = async () => Number(await rpc<string>(tracked.anvil.url, 'eth_blockNumber'))
    const before = await height()
    while ((await tracked.row(id)).versions < 3) await tracked.steps(tracker, 1, 1)

    await rpc(tracked.anvil.url, 'anvil_rollback', [(await height()) - before])
    await rpc(tracked.anvil.url, 'anvil_setCode', [contract, code])
    const [first, second] = await raws(id)
    for (const raw of [first, second]) await rpc(tracked.anvil.url, 'eth_sendRawTransaction', [raw])
    await tracked.mine()
    await reverting()
    while ((await tracked.row(id)).state === 0) await tracked.steps(tracker, 1, 1)
    expect(await tracked.row(id)).toMatchObject({ state: 3, versions: 5 })
    await rpc(tracked.anvil.url, 'anvil_setCode', [contract, code])
    await tracked.audit()
  })
})

describe('headers that are read backwards', () => {
  it.each([
    ['withheld', () => null],
    ['forged', (block: Json) => ({ ...block, timestamp: '0x1' })],
  ])('link at the next try, when one of them was %s', async (_, change) => {
    await tracked.mine(12)
    const headers = new HeaderChain(new Chain(tracked.proxy.url, limitMs(5_000)))
    await headers.follow()
    const { head } = headers
    forge((question, answer) =>
      question.method === 'eth_getBlockByNumber' && Number(question.params[0]) === head - 5
        ? { ...answer, result: change(answer.result as Json) }
        : answer,
    )
    expect(await headers.cover(head - 8)).toBe(false)
    tracked.proxy.heal()
    expect(await headers.cover(head - 8)).toBe(true)
    expect(headers.lowest).toBe(head - 8)
  })
})

describe('a block whose header cannot be hashed', () => {
  /** From now on the node shows the block, by number or as the latest, without the member that its hash covers. */
  const hide = (number: number) =>
    forge((question, answer) => {
      const block = answer.result as Json | null
      if (question.method !== 'eth_getBlockByNumber' || Number(block?.number) !== number) return answer
      return { ...answer, result: { ...block, extraData: '0x00' } }
    })
  const unhashable = (number: number) =>
    expect.stringMatching(`^block ${number}: the header does not hash to the block's hash: the node left something out`)
  const latest = async () => Number(await rpc<string>(tracked.anvil.url, 'eth_blockNumber'))
  const readyWords = async () => {
    await tracked.database.execute("UPDATE chain_troubles SET since = since - interval '1 minute'")
    const trouble = await troubleIn(tracked.database)
    return trouble && troubleText(trouble)
  }
  const lanes = () => laneReports(tracked.database, new Chain(tracked.anvil.url, limitMs(5_000)))

  it('stops confirmation above it, which readiness and lane status say, until it is far below', async () => {
    const tracker = tracked.tracker()
    await tracker.step()
    const id = await tracked.batch()
    // The tracker waits for the batch, so it reads every header.
    await tracked.steps(tracker, 1)
    const hidden = (await latest()) + 1
    hide(hidden)
    await tracked.steps(tracker, 3, 4)
    expect(await tracked.row(id)).toMatchObject({ state: 0 })
    expect(await lanes()).toMatchObject([{ why: unhashable(hidden) }])
    expect(await readyWords()).toMatch(`: block ${hidden}: the header does not hash to the block's hash`)
    // 500 headers later the run starts again, as after a long absence. The batch in the hidden block itself can't be proven.
    const later = await tracked.batch()
    await tracked.mine(500)
    await tracked.steps(tracker, 4, 1)
    expect(await tracked.row(later)).toMatchObject({ state: 2 })
    expect(await tracked.row(id)).toMatchObject({ state: 0, versions: 1 })
    expect(await lanes()).toMatchObject([{ why: expect.stringContaining(`block ${hidden}: `) }])
    tracked.proxy.heal()
    await tracked.untilFinal(tracker, id)
    expect([await lanes(), await tracked.troubles()]).toMatchObject([[{ why: null }], []])
    await tracked.audit()
  })

  it('is reported by a process that has just started, which has no other header yet', async () => {
    await tracked.mine()
    const newest = await latest()
    hide(newest)
    const tracker = tracked.tracker()
    await expect(tracker.step()).rejects.toThrow(`block ${newest}: the header does not hash`)
    expect(await lanes()).toMatchObject([{ why: unhashable(newest) }])
    expect(await readyWords()).toMatch(`The chain is not followed since`)
    await tracked.mine()
    await tracked.steps(tracker, 1)
    expect(await tracked.troubles()).toEqual([])
  })
})

describe('a block without a base fee', () => {
  it('makes no legacy transaction on a chain that has shown one', async () => {
    const tracker = tracked.tracker()
    await tracker.step()
    await tracked.mine()
    const newest = Number(await rpc<string>(tracked.anvil.url, 'eth_blockNumber'))
    // A header of the node's own making, which links and hashes.
    forge((question, answer) => {
      const { baseFeePerGas, ...block } = answer.result as Json
      if (question.method !== 'eth_getBlockByNumber' || Number(block.number) !== newest) return answer
      const members = decodeRlp(encodeRpcHeader({ ...block, baseFeePerGas })) as Uint8Array[]
      return { ...answer, result: { ...block, hash: hexOf(keccak256(encodeRlp(members.slice(0, 15)))) } }
    })
    await tracked.steps(tracker, 1)
    expect([tracker.lastSeen?.head, await tracked.troubles()]).toEqual([newest, []])
    const id = await tracked.batch()
    const [sent] = await tracked.database.query<{ raw: Buffer }>('SELECT raw FROM transactions WHERE batch_id = $1', [
      id,
    ])
    expect(sent?.raw[0]).toBe(2)
    tracked.proxy.heal()
    await tracked.untilFinal(tracker, id)
  })
})

describe('a batch that moves to another nonce', () => {
  it('is moved by only one of two processes, even if it gets the same nonce in its new lane', async () => {
    const id = await tracked.batch()
    const { nonce } = await tracked.row(id)
    const seen = { id, lane_id: tracked.lane.id, nonce }
    const other = signerOf(randomBytes(32))
    await tracked.database.execute('INSERT INTO lanes (address, next_nonce) VALUES ($1, $2)', [other.address, nonce])
    const keeper = await tracked.keeperOf(other)
    const nextNonce = async () => {
      const lanes = 'SELECT next_nonce FROM lanes WHERE id = $1'
      return (await tracked.database.query(lanes, [tracked.lane.id]))[0]
    }
    const before = await nextNonce()
    await keeper.lane?.moveBatch(tracked.database, seen)
    await tracked.lane.moveBatch(tracked.database, seen)
    // A nonce taken by the second would have no batch, and hold up its lane.
    expect(await tracked.row(id)).toMatchObject({ nonce, versions: 2 })
    expect(await nextNonce()).toEqual(before)
    await keeper.stop()
  })

  it('leaves no hole in its old lane, even if nothing waits there', async () => {
    const id = await tracked.batch()
    const other = signerOf(randomBytes(32))
    await rpc(tracked.anvil.url, 'anvil_setBalance', [hexOf(other.address), '0xde0b6b3a7640000'])
    const keeper = await tracked.keeperOf(other)
    const before = await tracked.row(id)
    await keeper.lane?.moveBatch(tracked.database, { id, lane_id: tracked.lane.id, nonce: before.nonce })
    const tracker = tracked.tracker()
    await tracked.untilFinal(tracker, id)
    await tracked.steps(tracker, 2, 1)
    const used = await rpc<string>(tracked.anvil.url, 'eth_getTransactionCount', [hexOf(signer.address), 'latest'])
    expect(Number(used)).toBe(before.nonce + 1)
    await tracked.audit()
    await keeper.stop()
  })
})
