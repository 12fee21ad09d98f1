import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { notaryBytecode } from '@tallystick/contract/notary'
import { anchoredAtSlot } from '@tallystick/proof'
import { decodeRlp, encodeRlp, encodeRpcHeader, type RpcObject } from '@tallystick/proof/ethereum'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { limitMs } from '../../../test/machine.js'
import { wallTime } from '../../../test/wall-time.js'
import { contractAddress } from '../../src/chain/deploy.js'
import { bytesOf, hexOf } from '../../src/chain/hex.js'
import { type EmbeddedChain, startChain } from '../../src/embedded/chain.js'
import type { ChainPast } from '../../src/embedded/chain-past.js'
import { socketPost } from '../../src/embedded/socket-post.js'
import { isAlive } from '../processes.js'

const notary = Buffer.alloc(20, 0xa1)
const from = hexOf(notary)
const contract = contractAddress(notary, 0)
const root = (n: number) => Buffer.alloc(32, n)

describe('the embedded chain', () => {
  let dataDir: string
  let chain: EmbeddedChain
  let past: ChainPast
  const start = () => startChain({ dataDir, past: async () => past, renewAfter: 3, logger: pino({ level: 'silent' }) })
  beforeEach(async () => {
    past = { headers: [], accounts: [], contract: null }
    dataDir = mkdtempSync(join(tmpdir(), 'tallystick-chain-'))
    chain = await start()
    await chain.fund(from)
  })
  afterEach(async () => {
    await chain.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const call = async <T>(method: string, ...params: unknown[]): Promise<T> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const answer = await socketPost(chain.rpcUrl, limitMs(20_000))(body)
    const { result, error } = JSON.parse(answer.body) as { result: T; error?: { message: string } }
    if (error) throw new Error(error.message)
    return result
  }
  const send = async (to: Uint8Array | null, data: Uint8Array) => {
    await call('anvil_impersonateAccount', from)
    const gas = '0x16e360'
    return call<string>('eth_sendTransaction', { from, ...(to && { to: hexOf(to) }), data: hexOf(data), gas })
  }
  const anchor = (n: number) => send(contract, Buffer.concat([bytesOf('0xeecdf927'), root(n)]))
  const block = (which: string) => call<RpcObject & { timestamp: string }>('eth_getBlockByNumber', which, false)
  const height = async () => Number(await call<string>('eth_blockNumber'))
  const nonce = async () => Number(await call<string>('eth_getTransactionCount', from, 'latest'))
  const anchoredAt = async (n: number) => {
    const data = Buffer.concat([bytesOf('0xf8c2919d'), Buffer.alloc(12), notary, root(n)])
    return Number(await call('eth_call', { to: hexOf(contract), data: hexOf(data) }, 'latest'))
  }
  /** Deploys the contract and anchors the first root in blocks 1 and 2. */
  const begin = async () => {
    await send(null, bytesOf(notaryBytecode))
    await chain.mine()
    await anchor(1)
    await chain.mine()
  }
  /** Records what the chain is now, as its user does. */
  const record = async (roots: number[]) => {
    const headers = []
    for (let number = await height(); number > 0; number--) {
      headers.push(encodeRpcHeader(await block(`0x${number.toString(16)}`)))
    }
    const times = await Promise.all(roots.map(anchoredAt))
    const storage = roots.map((n, at) => [anchoredAtSlot(contract, notary, root(n)).slot, times[at] as number] as const)
    past = {
      headers,
      accounts: [{ address: notary, nonce: await nonce() }],
      contract: { address: contract, creation: bytesOf(notaryBytecode), storage },
    }
  }
  const restart = async (meanwhile = () => {}) => {
    await chain.stop()
    meanwhile()
    chain = await start()
    await chain.fund(from)
  }
  const kill = async () => {
    const { pid } = chain
    process.kill(pid as number, 'SIGKILL')
    await eventually('the node runs again', () => chain.pid !== undefined && chain.pid !== pid)
  }
  const withoutTransactions = ({ transactions: _, size: __, ...others }: RpcObject) => others

  it('makes blocks on demand, one a second at most, never ahead of the clock', async () => {
    await chain.mine()
    expect(await height()).toBe(0)
    await send(null, bytesOf(notaryBytecode))
    await Promise.all([chain.mine(), chain.mine(), chain.mine()])
    expect(await height()).toBe(1)
    for (const n of [1, 2]) {
      await anchor(n)
      await chain.mine()
    }
    expect(await height()).toBe(3)
    const times = await Promise.all(['0x1', '0x2', '0x3'].map(async (which) => Number((await block(which)).timestamp)))
    expect(new Set(times).size).toBe(3)
    expect(Math.max(...times) * 1000).toBeLessThanOrEqual(wallTime().getTime())
  })

  it.each([
    ['stopped', () => restart()],
    ['killed', () => kill()],
    ['moved to an empty folder', () => restart(() => rmSync(dataDir, { recursive: true }))],
  ])('keeps its blocks, hashes and times after it was %s', async (_, interrupt) => {
    await begin()
    const before = await Promise.all(['0x1', '0x2'].map(block))
    const time = await anchoredAt(1)
    await record([1])
    await interrupt()
    expect((await Promise.all(['0x1', '0x2'].map(block))).map(withoutTransactions)).toEqual(
      before.map(withoutTransactions),
    )
    expect([await height(), await nonce(), await anchoredAt(1)]).toEqual([2, 2, time])
    expect(BigInt(await call<string>('eth_getBalance', from, 'latest'))).toBeGreaterThan(10n ** 20n)
    await anchor(2)
    await chain.mine()
    const next = await block('latest')
    expect(next).toMatchObject({ number: '0x3', parentHash: before[1]?.hash })
    expect(next.transactions).toHaveLength(1)
    expect(await anchoredAt(2)).toBe(Number(next.timestamp))
    expect(readdirSync(join(dataDir, 'chain')).filter((name) => name.startsWith('state'))).toEqual([])
  })

  it('forgets unrecorded blocks, and keeps its address, when killed', async () => {
    const { rpcUrl } = chain
    await begin()
    await record([1])
    await anchor(2)
    await chain.mine()
    await kill()
    expect(chain.rpcUrl).toBe(rpcUrl)
    expect(await height()).toBe(2)
  })

  it('is renewed once it holds many transactions and its newest block is recorded', async () => {
    await begin()
    const { pid, rpcUrl } = chain
    await record([1])
    await chain.renew()
    expect(chain.pid).toBe(pid)
    await anchor(2)
    await chain.mine()
    await chain.renew()
    expect(chain.pid).toBe(pid)
    await record([1, 2])
    const { hash } = await block('latest')
    await chain.renew()
    expect(chain.pid).not.toBe(pid)
    expect(chain.rpcUrl).toBe(rpcUrl)
    expect((await block('latest')).hash).toBe(hash)
    expect(await nonce()).toBe(3)
    await anchor(3)
    await chain.mine()
    expect(await height()).toBe(4)
  })

  it('refuses a history that the node would reject', async () => {
    await begin()
    await record([1])
    await chain.stop()
    const [head, ...others] = past.headers as [Uint8Array, ...Uint8Array[]]
    const longer = encodeRlp([...(decodeRlp(head) as Uint8Array[]), Buffer.alloc(32, 7)])
    past = { ...past, headers: [longer, ...others] }
    await expect(start()).rejects.toThrow('a header of the embedded chain has 20 members, not 21')
  })

  it('runs in a folder whose name is too long for a socket, and leaves nothing of its short name', async () => {
    await chain.stop()
    dataDir = join(dataDir, 'x'.repeat(120))
    chain = await start()
    const socket = fileURLToPath(`file:${new URL(chain.rpcUrl).pathname}`)
    expect([await height(), existsSync(socket)]).toEqual([0, true])
    await chain.stop()
    expect(existsSync(dirname(dirname(socket)))).toBe(false)
  })

  it('leaves nothing running', async () => {
    const { pid } = chain
    await chain.stop()
    expect(isAlive(pid as number)).toBe(false)
    await expect(chain.mine()).rejects.toThrow()
  })
})
