import { beforeAll, describe, expect, it } from 'vitest'
import { tier } from '../../../test/tier.js'
import { seal } from '../../src/ledger/seal.js'
import { expectShortTurns } from '../turns.js'
import { newWebhook } from '../webhooks/rows.js'
import { useTracked } from './tracked.js'

const tracked = useTracked()

interface Batch {
  id: string
  nonce: number
  state: number
  /** PostgreSQL's number of the transaction that last changed it. */
  written_by: string
  events: number
}

/** Commits batches over one connection. @returns their IDs */
async function batches(count: number): Promise<string[]> {
  const session = await tracked.database.session()
  try {
    const ids = Array.from({ length: count }, () => crypto.randomUUID())
    for (const id of ids) {
      await tracked.lane.anchorPipelined(session, id, seal([crypto.getRandomValues(Buffer.alloc(32))]), () => [])
    }
    return ids
  } finally {
    session.release()
  }
}

function rows(ids: readonly string[]): Promise<Batch[]> {
  return tracked.database.query<Batch>(
    `SELECT id, nonce, state, xmin::text AS written_by,
            (SELECT count(*)::int FROM batch_events e WHERE e.batch_id = b.id AND e.kind = 'final') AS events
       FROM batches b WHERE id = ANY($1::uuid[]) ORDER BY nonce`,
    [ids],
  )
}

/** Expects that all are final, were made so in order by short transactions, and have one event each. */
async function expectFinal(ids: readonly string[]): Promise<void> {
  const found = await rows(ids)
  expect(found.map(({ state, events }) => ({ state, events }))).toEqual(ids.map(() => ({ state: 2, events: 1 })))
  const changes = new Map<string, number>()
  for (const { written_by } of found) changes.set(written_by, (changes.get(written_by) ?? 0) + 1)
  expect(Math.max(...changes.values())).toBeLessThanOrEqual(100)
}

/** Counts the requests for receipts while `work` runs. */
async function receiptsAsked(work: () => Promise<unknown>): Promise<{ single: number; whole: number }> {
  const count = (method: string) => tracked.proxy.asked.get(method) ?? 0
  const now = () => ({ single: count('eth_getTransactionReceipt'), whole: count('eth_getBlockReceipts') })
  const before = now()
  await work()
  const { single, whole } = now()
  return { single: single - before.single, whole: whole - before.whole }
}

beforeAll(() => newWebhook(tracked.database, Buffer.alloc(32, 1), 'https://receiver.example'))

describe('a block with hundreds of our transactions', () => {
  it('leaves no nonce submitted below a recorded one when a slice fails, and goes on there', async () => {
    const tracker = tracked.tracker({ isOwnNode: true })
    const ids = await batches(160)
    await tracker.step()
    await tracked.mine()
    const nonces = (await rows(ids)).map(({ nonce }) => nonce)
    const session = await tracked.database.session()
    await session.script(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$;
       CREATE TRIGGER refuse BEFORE UPDATE ON batches FOR EACH ROW WHEN (NEW.nonce = ${nonces[150]}) EXECUTE FUNCTION refuse()`,
    )
    await expect(tracker.step()).rejects.toThrow('refused')
    expect((await rows(ids)).map(({ state }) => state)).toEqual(ids.map((_, at) => (at < 100 ? 2 : 0)))
    await session.script('DROP FUNCTION refuse CASCADE')
    session.release()
    await tracked.steps(tracker, 1)
    await expectFinal(ids)
    await tracked.audit()
  })

  it('takes two requests for receipts and short turns, and is final in slices', async () => {
    const tracker = tracked.tracker({ isOwnNode: true })
    await expectShortTurns(async () => {
      const ids = await batches(500)
      await tracker.step()
      await tracked.mine()
      expect(await receiptsAsked(() => tracker.step())).toEqual({ single: 1, whole: 1 })
      await expectFinal(ids)
    })
    // It recovers the signer of every transaction.
    if (tier === 'long') await tracked.audit()
  })

  it('is confirmed, and made final in slices once it is deep enough', async () => {
    const tracker = tracked.tracker({ isOwnNode: true, finality: 3 })
    const ids = await batches(120)
    await tracked.steps(tracker, 2, 1)
    expect(new Set((await rows(ids)).map(({ state, events }) => `${state} ${events}`))).toEqual(new Set(['1 0']))
    await tracked.steps(tracker, 2, 1)
    await expectFinal(ids)
  })

  it.each([
    ['refuses', () => ({ error: { code: -32_601, message: 'the method does not exist' } })],
    [
      'says others than',
      (result: { blockHash: string }[]) => ({
        result: result.map((one) => ({ ...one, blockHash: `0x${'ab'.repeat(32)}` })),
      }),
    ],
  ])('is found by single receipts where the node %s those of the block', async (_, answer) => {
    tracked.proxy.forge = ({ method }, { result, ...rest }) => {
      if (method !== 'eth_getBlockReceipts') return { result, ...rest }
      return { ...rest, ...answer(result as { blockHash: string }[]) }
    }
    const tracker = tracked.tracker()
    const ids = await batches(20)
    await tracker.step()
    await tracked.mine()
    await tracker.step()
    await expectFinal(ids)
  })
})

describe('blocks with few of our transactions', () => {
  it('are not asked for the receipts of all others', async () => {
    const tracker = tracked.tracker({ isOwnNode: true })
    const ids = await batches(15)
    await tracker.step()
    await tracked.mine()
    expect(await receiptsAsked(() => tracker.step())).toEqual({ single: 15, whole: 0 })
    await expectFinal(ids)
  })
})
