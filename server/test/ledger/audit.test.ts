import { beforeAll, describe, expect, it } from 'vitest'
import { limitMs } from '../../../test/machine.js'
import { Chain } from '../../src/chain/chain.js'
import { audit } from '../../src/ledger/proofs/audit.js'
import { useTracked } from './tracked.js'

const tracked = useTracked()
const blocks: number[] = []
beforeAll(async () => {
  const tracker = tracked.tracker()
  for (let made = 0; made < 6; made++) {
    const id = await tracked.batch()
    await tracked.steps(tracker, 1)
    await tracked.mine()
    await tracked.steps(tracker, 2)
    const [row] = await tracked.database.query<{ block: number }>(
      'SELECT block_number AS block FROM batches WHERE id = $1',
      [id],
    )
    blocks.push(row?.block as number)
  }
})

/** Audits by the node's answers, through the proxy. */
const audited = () => {
  const leaves = async () => new Map<number, null>([[0, null]])
  const auditor = { leaves, totals: async () => undefined }
  return audit(tracked.database, new Chain(tracked.proxy.url, limitMs(5_000)), [auditor])
}

/** Has the node know only its blocks from a number on, as one that was started again with the newest. */
const forgetBelow = (number: number) => {
  tracked.proxy.forge = ({ method, params }, answer) =>
    method === 'eth_getBlockByNumber' && Number(params[0]) < number ? { ...answer, result: null } : answer
}

describe('the audit, with a node that knows only its newest blocks', () => {
  it('links older blocks by the recorded headers', async () => {
    forgetBelow(blocks[4] as number)
    expect(await audited()).toMatchObject({ blocks: blocks.length })
  })

  it('reports a block as unknown when a header in between is missing', async () => {
    forgetBelow(blocks[4] as number)
    const number = blocks[2] as number
    const put = await tracked.database.query<{ hash: Buffer; time: Date; header: Buffer }>(
      'SELECT hash, time, header FROM blocks WHERE number = $1',
      [number],
    )
    await tracked.database.execute('UPDATE blocks SET number = 1000000 + number WHERE number = $1', [number])
    try {
      await expect(audited()).rejects.toThrow(
        `the node doesn't know block ${blocks[0]}, and recorded headers don't link`,
      )
    } finally {
      await tracked.database.execute('UPDATE blocks SET number = $2 WHERE hash = $1', [put[0]?.hash, number])
    }
  })

  it('reports when the node has another block', async () => {
    const number = blocks[1] as number
    tracked.proxy.forge = ({ method, params }, answer) =>
      method === 'eth_getBlockByNumber' && Number(params[0]) === number
        ? { ...answer, result: { ...(answer.result as object), hash: `0x${'5'.repeat(64)}` } }
        : answer
    await expect(audited()).rejects.toThrow(`the chain has another block ${number}`)
  })
})
