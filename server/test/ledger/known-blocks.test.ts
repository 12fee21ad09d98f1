import { expect, it } from 'vitest'
import { rpcBlock } from '../../../proof/test/rpc-block.js'
import type { ChainBlock } from '../../src/chain/chain.js'
import type { RecordedBlock } from '../../src/ledger/chain-past.js'
import { KnownBlocks } from '../../src/ledger/status/known-blocks.js'

/** A block as a node shows it, with the right hash. */
function shown(number: number): ChainBlock {
  const timestamp = 1_700_000_000
  const rpc = rpcBlock(number, timestamp)
  return { number, hash: rpc.hash, parentHash: rpc.parentHash, timestamp, baseFeePerGas: null, rpc }
}

/** A node that counts questions, and records of a service. */
function start(records: Record<number, RecordedBlock> = {}, show = shown) {
  const state = { asked: 0, looked: 0, nowMs: 0 }
  const blocks = new KnownBlocks({
    recorded: async (number) => {
      state.looked++
      return records[number] ?? null
    },
    chain: {
      block: async (number) => {
        state.asked++
        return number === 404 ? null : show(Number(number))
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

it('answers with the hash and time that the header has, and with none that only the node states', async () => {
  const { blocks } = start()
  const { hash, timestamp } = shown(7)
  expect(await blocks.block(7, '192.0.2.1')).toEqual({ hash, timestamp, isFinal: false })
  const lies: ((block: ChainBlock) => ChainBlock)[] = [
    (block) => ({ ...block, rpc: { ...block.rpc, timestamp: '0x1' } }),
    (block) => ({ ...block, rpc: { ...block.rpc, hash: `0x${'77'.repeat(32)}` } }),
    () => shown(8),
  ]
  for (const lie of lies) {
    const lying = start({}, (number) => lie(shown(number)))
    await expect(lying.blocks.block(7, '192.0.2.1')).rejects.toMatchObject({ code: 'node_unavailable' })
  }
})
