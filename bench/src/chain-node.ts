import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { notaryBytecode } from '@tallystick/contract/notary'

/** anvil with the Notary contract, started like the service starts it. */
export interface ChainNode {
  url: string
  /** The contract's address. */
  contract: string
  /** Gives an address more than it can spend. */
  fund(address: string): Promise<void>
  /** Anchors one root: sends, mines, and reads the receipt. */
  anchor(): Promise<void>
  stop(): Promise<void>
}

const anchorSelector = '0xeecdf927'
const gas = '0x186a0'

function anvilPath(): string {
  const fromAnvil = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'))
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  return fromAnvil.resolve(`@foundry-rs/anvil-${process.platform}-${arch}/bin/anvil`)
}

async function rpc<T>(url: string, method: string, params: readonly unknown[] = []): Promise<T> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { result, error } = (await response.json()) as { result: T; error?: { message: string } }
  if (error !== undefined) throw new Error(`${method}: ${error.message}`)
  return result
}

async function listen(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const port = /^Listening on .*:(\d+)/.exec(line)?.[1]
    if (port !== undefined) return `http://127.0.0.1:${port}`
  }
  throw new Error('anvil exited before it listened')
}

/**
 * Starts anvil on a free port and deploys the contract.
 *
 * @param mining when it makes blocks by itself: never, or in an interval
 */
export async function startChainNode(mining: readonly string[] = ['--no-mining']): Promise<ChainNode> {
  const home = mkdtempSync(join(tmpdir(), 'bench-chain-'))
  const options = ['--hardfork', 'cancun', '--prune-history', ...mining, '--port', '0']
  const child = spawn(anvilPath(), options, { env: { HOME: home }, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const url = await listen(createInterface(child.stdout))
  child.stdout.resume()

  const [from] = await rpc<string[]>(url, 'eth_accounts')
  interface Receipt {
    status: string
    contractAddress: string
  }
  const mined = async (transaction: Record<string, unknown>): Promise<Receipt> => {
    const hash = await rpc<string>(url, 'eth_sendTransaction', [{ from, ...transaction }])
    await rpc(url, 'evm_mine')
    const receipt = await rpc<Receipt | null>(url, 'eth_getTransactionReceipt', [hash])
    if (receipt?.status !== '0x1') throw new Error('a transaction was not mined')
    return receipt
  }
  const { contractAddress: to } = await mined({ data: notaryBytecode, gas: '0xf4240' })
  return {
    url,
    contract: to,
    async fund(address) {
      await rpc(url, 'anvil_setBalance', [address, '0xffffffffffffffffffffffff'])
    },
    async anchor() {
      await mined({ to, gas, data: anchorSelector + randomBytes(32).toString('hex') })
    },
    async stop() {
      child.kill('SIGKILL')
      await exited
      rmSync(home, { recursive: true, force: true })
    },
  }
}
