import { keccak256 } from '@tallystick/proof'
import { decodeRlp, encodeRlp, encodeRpcHeader } from '@tallystick/proof/ethereum'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limitMs } from '../../../test/machine.js'
import { Chain } from '../../src/chain/chain.js'
import { Nodes } from '../../src/chain/nodes.js'
import { rpc, startAnvil } from '../faults/programs.js'
import { RpcProxy } from '../faults/proxy.js'
import { useTracked } from './tracked.js'

type Json = Record<string, unknown>

// Several addresses in RPC_URL.
describe('two nodes', () => {
  const tracked = useTracked()
  let other: RpcProxy
  beforeAll(async () => {
    other = await new RpcProxy(tracked.anvil.url).listen()
  })
  afterAll(() => other.close())

  const both = () => new Nodes([tracked.proxy.url, other.url], limitMs(5_000), () => tracked.clock)
  const states = (chain: Nodes) => chain.states().map(({ isUp }) => isUp)

  it('are named by their hosts, never by their full addresses', () => {
    const chain = new Nodes(['https://ada:secret@a.example/key-1', 'https://b.example/v3/key-2'], 1000)
    expect(chain.states().map(({ name }) => name)).toEqual(['a.example', 'b.example'])
  })

  it('of which one is down work as one, and use the other again once it is back', async () => {
    const chain = both()
    const tracker = tracked.tracker({ chain })
    tracked.proxy.fault = () => 'drop-before'
    const id = await tracked.batch()
    await tracked.untilFinal(tracker, id)
    expect(states(chain)).toEqual([false, true])
    tracked.proxy.heal()
    other.fault = () => 'drop-before'
    tracked.clock += 60_000
    const next = await tracked.batch()
    await tracked.untilFinal(tracker, next)
    expect(states(chain)).toEqual([true, false])
    other.heal()
  })

  it('of which one shows another chain make nothing final, and say which', async () => {
    const chain = both()
    const tracker = tracked.tracker({ chain })
    const id = await tracked.batch()
    other.forge = ({ method, params }, answer) => {
      if (method !== 'eth_getBlockByNumber' || !String(params[0]).startsWith('0x') || !answer.result) return answer
      const block = answer.result as Json
      return { ...answer, result: forkOf(block) }
    }
    await tracked.steps(tracker, 5, 1)
    expect(await tracked.row(id)).toMatchObject({ state: 1 })
    expect((await tracked.troubles()).join()).toMatch(/127\.0\.0\.1:\d+ and 127\.0\.0\.1:\d+ have different blocks \d+/)
    expect(states(chain)).toEqual([true, false])
    other.heal()
    await tracked.untilFinal(tracker, id)
    expect(states(chain)).toEqual([true, true])
  })

  it('of which one falls behind go on with the other', async () => {
    const chain = both()
    const tracker = tracked.tracker({ chain })
    await tracker.step()
    const old = await rpc<Json>(tracked.anvil.url, 'eth_getBlockByNumber', ['latest', false])
    tracked.proxy.forge = ({ method, params }, answer) => {
      const isLater = typeof params[0] === 'string' && Number(params[0]) > Number(old.number)
      if (method === 'eth_getBlockByNumber' && params[0] === 'latest') return { ...answer, result: old }
      if (method === 'eth_getBlockByNumber' && isLater) return { ...answer, result: null }
      return method === 'eth_getTransactionReceipt' ? { ...answer, result: null } : answer
    }
    const id = await tracked.batch()
    await tracked.mine(3)
    await tracked.untilFinal(tracker, id)
    expect(chain.states()[0]?.problem).toContain('it is behind 127.0.0.1')
  })

  it('take a transaction when one of them does', async () => {
    const chain = both()
    tracked.proxy.forge = ({ method }, answer) =>
      method === 'eth_sendRawTransaction' ? { id: answer.id, error: { code: -32_000, message: 'no' } } : answer
    const id = await tracked.batch()
    await tracked.untilFinal(tracked.tracker({ chain }), id)
    await tracked.audit()
  })

  it('of different chains are not mixed', async () => {
    const foreign = await startAnvil([], 31_338)
    const chain = new Nodes([tracked.proxy.url, foreign.url], limitMs(5_000), () => tracked.clock)
    expect(await chain.chainId()).toBe(31_337)
    tracked.proxy.fault = () => 'drop-before'
    await expect(chain.block('latest')).rejects.toThrow()
    expect(chain.states()[1]?.problem).toBe('it is a node of chain 31338, not of chain 31337')
    await foreign.program.kill9()
  })

  /** Another block of the same number, by another miner, with the hash that this gives. */
  function forkOf(block: Json): Json {
    const members = decodeRlp(encodeRpcHeader(block)) as Uint8Array[]
    members[2] = new Uint8Array(20).fill(7)
    const hash = `0x${Buffer.from(keccak256(encodeRlp(members))).toString('hex')}`
    return { ...block, miner: `0x${'07'.repeat(20)}`, hash }
  }
})

it('a single node has no other to disagree with', async () => {
  expect(await new Chain('http://127.0.0.1:9', 500).objection({ number: 1, hash: '0x00' })).toBeNull()
})
