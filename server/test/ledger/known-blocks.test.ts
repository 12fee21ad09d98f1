import { expect, it } from 'vitest'
import type { ChainBlock } from '../../src/chain/chain.js'
import type { RecordedBlock } from '../../src/ledger/chain-past.js'
import { KnownBlocks } from '../../src/ledger/status/known-blocks.js'

/** A node that counts questions, and records of a service. */
function start(records: Record<number, RecordedBlock> = {}) {
  const state = { asked: 0, looked: 0, nowMs: 0 }
  const blocks = new KnownBlocks({
    recorded: async (number) => {
      state.looked++
      return records[number] ?? null
    },
    chain: {
      block: async (number) => {
        state.asked++
        return number === 404 ? null : ({ hash: `0x${number}`, timestamp: 1_700_000_000 } as ChainBlock)
      },
    },
    clock: { now: () => state.nowMs, elapsed: () => state.nowMs },
  })
  return { blocks, state }
}

it('answers 2,000 requests for a recorded block from the record, and once it is final from memory', async () => {
  const final: RecordedBlock = { hash: '0x07', timestamp: 1_700_000_000, isFinal: true }
  const { blocks, state } = start({ 7: final })
  for (let request = 0; request < 2000; request++) expect(await blocks.block(7, '192.0.2.1')).toEqual(final)
  expect(state).toMatchObject({ asked: 0, looked: 1 })
  state.nowMs += 86_400_000
  await blocks.block(7, '192.0.2.1')
  expect(state.looked).toBe(1)
})

it('asks the node once for all requests of ten seconds', async () => {
  const { blocks, state } = start()
  await Promise.all(Array.from({ length: 1000 }, () => blocks.block(7, '192.0.2.1')))
  for (let request = 0; request < 1000; request++) await blocks.block(7, '192.0.2.1')
  expect(state.asked).toBe(1)
  state.nowMs += 10_000
  await blocks.block(7, '192.0.2.1')
  expect(state.asked).toBe(2)
})

it('asks the node 60 times a minute for an address, and 600 times for all', async () => {
  const { blocks, state } = start()
  let number = 1000
  const ask = async (address: string) => {
    await blocks.block(number++, address).catch((error) => expect(error).toMatchObject({ code: 'rate_limited' }))
  }
  for (let request = 0; request < 2000; request++) await ask('192.0.2.1')
  expect(state.asked).toBe(60)
  for (let request = 0; request < 2000; request++) await ask(`192.0.2.${request % 200}`)
  expect(state.asked).toBe(600)
  state.nowMs += 60_000
  await ask('192.0.2.1')
  expect(state.asked).toBe(601)
})

it('looks again for a block that the chain did not have', async () => {
  const { blocks, state } = start()
  expect(await blocks.block(404, '192.0.2.1')).toBeNull()
  expect(await blocks.block(404, '192.0.2.1')).toBeNull()
  expect(state.asked).toBe(2)
})
