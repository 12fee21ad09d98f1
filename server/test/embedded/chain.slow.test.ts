import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type EmbeddedChain, startChain } from '../../src/embedded/chain.js'
import { eventually, isAlive } from '../processes.js'

const logger = pino({ level: 'silent' })
const from = `0x${'a1'.repeat(20)}`
const damaged = 'state.json.gz.damaged'

describe('the embedded chain', () => {
  let dataDir: string
  let chain: EmbeddedChain
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'tallystick-chain-'))
    chain = await startChain({ dataDir, logger })
    await chain.fund(from)
  })
  afterEach(async () => {
    await chain.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const call = async <T>(method: string, ...params: unknown[]): Promise<T> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await fetch(chain.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    const { result, error } = (await response.json()) as { result: T; error?: { message: string } }
    if (error) throw new Error(error.message)
    return result
  }
  const send = async () => {
    await call('anvil_impersonateAccount', from)
    return call<string>('eth_sendTransaction', { from, to: from, data: '0x1234', gas: '0x186a0' })
  }
  const height = async () => Number(await call<string>('eth_blockNumber'))
  const file = () => join(dataDir, 'chain', 'state.json.gz')
  const restart = async () => {
    await chain.stop()
    chain = await startChain({ dataDir, logger })
  }
  const kill = async () => {
    const { pid } = chain
    if (pid === undefined) throw new Error('the node does not run')
    process.kill(pid, 'SIGKILL')
    await eventually(() => chain.pid !== undefined && chain.pid !== pid)
  }

  it('makes blocks on demand, one a second at most, never ahead of the clock', async () => {
    const startedMs = Date.now()
    await Promise.all([chain.mine(), chain.mine(), chain.mine()])
    expect(await height()).toBe(1)
    expect(Date.now() - startedMs).toBeLessThan(500)
    await chain.mine()
    await chain.mine()
    expect(await height()).toBe(3)
    expect(Date.now() - startedMs).toBeGreaterThanOrEqual(1990)
    const { timestamp } = await call<{ timestamp: string }>('eth_getBlockByNumber', 'latest', false)
    expect(Number(timestamp) * 1000).toBeLessThanOrEqual(Date.now())
  })

  it('keeps blocks, transactions and receipts over a stop', async () => {
    const hash = await send()
    await chain.mine()
    const look = () =>
      Promise.all([
        call('eth_getTransactionReceipt', hash),
        call('eth_getTransactionByHash', hash),
        call('eth_getBlockByNumber', '0x1', true),
        call('eth_getTransactionCount', from, 'latest'),
      ])
    const before = await look()
    await restart()
    expect(await look()).toEqual(before)
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(dataDir, 'chain')).filter((name) => name.startsWith('state'))).toEqual(['state.json.gz'])
    await send()
    await chain.mine()
    const { timestamp, transactions } = await call<{ timestamp: string; transactions: string[] }>(
      'eth_getBlockByNumber',
      '0x2',
      false,
    )
    expect(transactions).toHaveLength(1)
    expect(Math.abs(Date.now() / 1000 - Number(timestamp))).toBeLessThan(3)
  })

  it('comes back at the same address with what was saved, and the signer funded, when it was killed', async () => {
    const { rpcUrl } = chain
    await chain.mine()
    await chain.save()
    await chain.mine()
    await kill()
    expect(chain.rpcUrl).toBe(rpcUrl)
    expect(await height()).toBe(1)
    expect(BigInt(await call<string>('eth_getBalance', from, 'latest'))).toBeGreaterThan(10n ** 20n)
    await chain.mine()
    expect(await height()).toBe(2)
  })

  it.each([
    ['torn', (path: string) => writeFileSync(path, readFileSync(path).subarray(0, -9))],
    ['empty', (path: string) => writeFileSync(path, '')],
    ['not a state', (path: string) => writeFileSync(path, 'anything')],
  ])('starts empty when its state is %s, and puts it aside', async (_, damage) => {
    await chain.mine()
    await chain.stop()
    damage(file())
    chain = await startChain({ dataDir, logger })
    expect(await height()).toBe(0)
    expect(readdirSync(join(dataDir, 'chain'))).toContain(damaged)
  })

  it('starts empty when its state is whole but the node does not read it', async () => {
    const { gzipSync } = await import('node:zlib')
    await chain.stop()
    writeFileSync(file(), gzipSync('{"accounts": 1}'))
    chain = await startChain({ dataDir, logger })
    expect(await height()).toBe(0)
    expect(readdirSync(join(dataDir, 'chain'))).toContain(damaged)
  })

  it('starts empty when its state is missing', async () => {
    await chain.mine()
    await chain.stop()
    rmSync(file())
    chain = await startChain({ dataDir, logger })
    expect(await height()).toBe(0)
  })

  it('leaves nothing running', async () => {
    const { pid } = chain
    await chain.stop()
    expect(isAlive(pid as number)).toBe(false)
    await expect(chain.mine()).rejects.toThrow()
  })
})
