import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { beatingAll } from '../../src/ledger/tracking/offers.js'
import { useDatabase } from '../postgres.js'
import { TestLane } from '../witnesses/lane.js'

const test = useDatabase()
const policy = { maxFeePerGasCap: 1_000_000 }
const offer = (maxFeePerGas: number, maxPriorityFeePerGas: number) => ({ maxFeePerGas, maxPriorityFeePerGas })

/** A batch whose versions offered these fees, oldest first. */
async function batchOf(...offers: readonly { maxFeePerGas: number; maxPriorityFeePerGas: number }[]): Promise<string> {
  const [batch] = await (await TestLane.create(test.db)).add(1)
  for (const { maxFeePerGas, maxPriorityFeePerGas } of offers) {
    await test.db.execute(
      `INSERT INTO transactions (hash, batch_id, nonce, raw, max_fee_per_gas, max_priority_fee_per_gas)
       VALUES ($1, $2, 0, '', $3, $4)`,
      [randomBytes(32), batch!.id, maxFeePerGas, maxPriorityFeePerGas],
    )
  }
  return batch!.id
}

const raised = (batchId: string, fees: ReturnType<typeof offer>, nonce = 0) =>
  beatingAll(test.db, { batchId, nonce }, fees, policy)

it('a raised fee beats a dearer version that is no longer the newest, each part by what a node asks for', async () => {
  const batchId = await batchOf(offer(2000, 10), offer(60_000, 12))
  expect(await raised(batchId, offer(2251, 12))).toEqual(offer(67_501, 15))
})

it('stays as it is where it beats all versions, for another nonce, and where the cap leaves no room', async () => {
  const batchId = await batchOf(offer(2000, 10), offer(990_000, 10))
  const fees = offer(2251, 13)
  expect(await raised(await batchOf(offer(2000, 10)), fees)).toEqual(fees)
  expect(await raised(batchId, fees, 1)).toEqual(fees)
  expect(await raised(batchId, fees)).toEqual(fees)
})
