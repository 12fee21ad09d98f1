import type { NewStamp } from '@tallystick/sdk'
import { describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { limitMs } from '../../../test/machine.js'
import { someHash, useService } from '../service.js'
import { someAccount, useProxy } from './surroundings.js'

const service = useService()
const proxy = useProxy(service)

/** Runs something while no blocks are mined. */
async function withoutBlocks(run: () => Promise<void>): Promise<void> {
  await service.rpc('evm_setAutomine', false)
  try {
    await run()
  } finally {
    await service.rpc('evm_setAutomine', true)
    await service.rpc('evm_mine')
  }
}

describe('waiting until a stamp is final', () => {
  it('follows the event stream, one for all waiting callers', async () => {
    const tallystick = await someAccount(service, proxy)
    const made: NewStamp[] = []
    const waiting: Promise<{ code: string; state: string }>[] = []
    await withoutBlocks(async () => {
      made.push(...(await Promise.all(Array.from({ length: 12 }, () => tallystick.stampHash(someHash())))))
      waiting.push(...made.map(({ code }) => tallystick.waitUntilFinal(code, { timeoutMs: limitMs(60_000) })))
      await eventually('all have looked again since the stream is open', () => proxy.count('GET /hash') >= 24)
      expect(proxy.count('GET /events')).toBe(1)
    })
    const final = await Promise.all(waiting)
    expect(final.map(({ code, state }) => [code, state])).toEqual(made.map(({ code }) => [code, 'final']))
    expect(proxy.count('GET /events')).toBe(1)
  })

  it("goes on when the stream breaks or isn't available", async () => {
    const tallystick = await someAccount(service, proxy)
    await withoutBlocks(async () => {
      const { code, hash } = await tallystick.stampHash(someHash())
      const first = tallystick.waitUntilFinal(code, { timeoutMs: limitMs(60_000) })
      await eventually('it has looked', () => proxy.count('GET /hash') > 0)
      proxy.trouble = (line) => (line === 'GET /events' ? 'cut-before' : 'none')
      proxy.cut()
      const second = tallystick.waitUntilFinal(hash, { timeoutMs: limitMs(60_000) })
      await service.rpc('evm_setAutomine', true)
      await service.rpc('evm_mine')
      expect((await Promise.all([first, second])).map(({ state }) => state)).toEqual(['final', 'final'])
    })
  })

  it('ends at its timeout, with its signal, and for a stamp that does not exist', async () => {
    const tallystick = await someAccount(service, proxy)
    await withoutBlocks(async () => {
      const { code } = await tallystick.stampHash(someHash())
      const timeoutMs = 50
      const late = tallystick.waitUntilFinal(code, { timeoutMs })
      await expect(late).rejects.toMatchObject({ name: 'TimeoutError' })
      const ended = tallystick.waitUntilFinal(code, { signal: AbortSignal.abort(new Error('enough')) })
      await expect(ended).rejects.toThrow('enough')
      await expect(tallystick.waitUntilFinal('0000000000')).rejects.toMatchObject({ code: 'stamp_not_found' })
    })
  })
})

describe('verifying', () => {
  it('confirms with the given nodes, and refuses another file', async () => {
    const tallystick = await someAccount(service, proxy)
    const file = new TextEncoder().encode(`agreed ${someHash()}`)
    const { code } = await tallystick.stampFile(file)
    await tallystick.waitUntilFinal(code, { timeoutMs: limitMs(60_000) })
    const proof = await tallystick.proof(code)
    expect((await tallystick.verify(proof, { file })).outcome).toBe('consistent')
    const byIssuer = await tallystick.verify(proof, { hash: proof.hash, nodes: 'issuer' })
    expect([byIssuer.outcome, byIssuer.sources]).toEqual([
      'stated',
      [{ kind: 'issuer-node', name: new URL(proxy.url).host }],
    ])
    const byNode = await tallystick.verify(proof, { file, nodes: [service.rpcUrl] })
    expect([byNode.outcome, byNode.sources[0]?.kind]).toEqual(['stated', 'node'])
    const other = await tallystick.verify(proof, { file: new Uint8Array(3), nodes: 'issuer' })
    expect([other.outcome, other.failure?.check]).toEqual(['refused', 'digest'])
  })
})
