import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { sized } from '../../../test/tier.js'
import { type StartNode, type TestAccount, useOwnService } from '../service.js'
import { anvil, freeAnvil, ganache, hardhat } from './nodes.js'
import { expectProven, stampMany } from './stamps.js'

interface Node {
  start: StartNode
  finality?: 'finalized'
  /** It goes back to a snapshot, as after a reorg. */
  reverts?: boolean
}

const always: [string, Node][] = [
  ['hardhat, london', { start: hardhat('london'), reverts: true }],
  ['ganache, berlin: without EIP-1559', { start: ganache('berlin'), reverts: true }],
  [
    'ganache, shanghai',
    { start: ganache('shanghai'), finality: 'finalized', reverts: sized({ short: false, long: true }) },
  ],
  ['anvil, london, without fees and funds', { start: freeAnvil('london') }],
]
const longOnly: [string, Node][] = [
  ['hardhat, shanghai', { start: hardhat('shanghai'), finality: 'finalized', reverts: true }],
  ['hardhat, berlin: without EIP-1559', { start: hardhat('berlin'), reverts: true }],
  ['ganache, london', { start: ganache('london'), reverts: true }],
  ['anvil, berlin: without EIP-1559', { start: anvil('berlin') }],
  ['anvil, berlin, without fees and funds', { start: freeAnvil('berlin') }],
  ['anvil, osaka', { start: anvil('osaka') }],
]

describe.each([...always, ...sized({ short: [], long: longOnly })])('%s', (_, { start, finality, reverts }) => {
  const service = useOwnService({ FINALITY: finality ?? '1' }, undefined, start)
  let ada: TestAccount

  beforeAll(async () => {
    ada = await service.account()
  })

  it('makes 500 stamps final, with proofs that verify', async () => {
    const hashes = await stampMany(service, ada, 500)
    const step = sized({ short: 20, long: 1 })
    await expectProven(
      service,
      ada,
      hashes.filter((_, at) => at % step === 0),
    )
    const { evidence, trouble } = (await service.call('GET', '/network', undefined, ada.auth)).body.data
    expect([evidence.kinds, trouble]).toEqual([['transaction'], null])
  })

  it.skipIf(!reverts)('keeps stamps whose blocks it loses', async () => {
    const snapshot = await service.rpc('evm_snapshot')
    const hashes = await stampMany(service, ada, 10)
    await expectProven(service, ada, hashes)
    const blocks = await blocksOf(hashes)
    await service.rpc('evm_revert', snapshot)
    await service.rpc('evm_mine')
    await eventually('the stamps are in other blocks', async () => {
      const now = await blocksOf(hashes)
      return now.length > 0 && now.every((block) => !blocks.includes(block))
    })
    await expectProven(service, ada, hashes)
  })

  /** Returns the blocks that hold the stamps; none while one is in no block. */
  async function blocksOf(hashes: readonly string[]): Promise<string[]> {
    const rows = await service.database.db.query<{ block: string | null }>(
      `SELECT DISTINCT encode(b.block_hash, 'hex') AS block FROM batches b JOIN stamps s ON s.batch_id = b.id
        WHERE encode(s.hash, 'hex') = ANY($1)`,
      [hashes],
    )
    return rows.some(({ block }) => block === null) ? [] : rows.map(({ block }) => String(block))
  }
})
