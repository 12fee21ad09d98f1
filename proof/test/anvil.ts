import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type RpcJson = Record<string, unknown>

/** A real chain node for one test file. */
export type Anvil = {
  readonly url: string
  readonly rpc: <T = unknown>(method: string, params?: readonly unknown[]) => Promise<T>
  /** Sends many calls in one request. */
  readonly batch: (method: string, params: readonly (readonly unknown[])[]) => Promise<unknown[]>
  readonly stop: () => Promise<void>
}

/** Path of the node's binary, which npm installs as a dependency of `@foundry-rs/anvil`, one package per platform. */
function binary(): string {
  const fromAnvil = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'))
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  return fromAnvil.resolve(`@foundry-rs/anvil-${process.platform}-${arch}/bin/anvil`)
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Starts anvil and waits until it answers. Blocks are mined on demand, by `evm_mine`. */
export async function startAnvil(hardfork: string, ...options: string[]): Promise<Anvil> {
  const home = mkdtempSync(join(tmpdir(), 'anvil-'))
  const port = await freePort()
  const args = ['--port', `${port}`, '--hardfork', hardfork, '--no-mining', '--silent', ...options]
  const child = spawn(binary(), args, { env: { HOME: home }, stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  const post = async <T>(body: unknown) => {
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await response.json()) as T
  }
  const rpc = async <T>(method: string, params: readonly unknown[] = []) =>
    resultOf(await post<Answer>({ jsonrpc: '2.0', id: 1, method, params })) as T
  const batch = async (method: string, list: readonly (readonly unknown[])[]) =>
    (await post<Answer[]>(list.map((params, id) => ({ jsonrpc: '2.0', id, method, params })))).map(resultOf)
  await untilAnswering(child, () => rpc('eth_chainId'))
  const stop = async () => {
    if (child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
    rmSync(home, { recursive: true, force: true })
  }
  return { url, rpc, batch, stop }
}

const headers = { 'content-type': 'application/json' }

type Answer = { result?: unknown; error?: { message: string } }

function resultOf(answer: Answer): unknown {
  if (answer.error !== undefined) throw new Error(answer.error.message)
  return answer.result
}

async function untilAnswering(child: ChildProcess, ask: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (child.exitCode !== null) throw new Error(`anvil ended with ${child.exitCode}`)
    if (await ask().then(Boolean, () => false)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('anvil does not answer')
}
