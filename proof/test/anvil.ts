import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { guarded } from '../../test/guarded.js'

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

/** Starts anvil and waits until it answers. Blocks are mined on demand, by `evm_mine`. */
export async function startAnvil(hardfork: string, ...options: string[]): Promise<Anvil> {
  const home = mkdtempSync(join(tmpdir(), 'anvil-'))
  const args = ['--port', '0', '--hardfork', hardfork, '--no-mining', ...options]
  const child = spawn(...guarded('KILL', [binary(), ...args]), {
    env: { PATH: process.env.PATH, HOME: home },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const url = await listening(child)
  const post = async <T>(body: unknown) => {
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await response.json()) as T
  }
  const rpc = async <T>(method: string, params: readonly unknown[] = []) =>
    resultOf(await post<Answer>({ jsonrpc: '2.0', id: 1, method, params })) as T
  const batch = async (method: string, list: readonly (readonly unknown[])[]) =>
    (await post<Answer[]>(list.map((params, id) => ({ jsonrpc: '2.0', id, method, params })))).map(resultOf)
  const stop = async () => {
    if (child.signalCode !== null || child.exitCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.stdin.end()
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

/** Returns its address once it listens, and goes on reading what it logs: a full pipe would stop it. */
function listening(child: ChildProcessByStdio<Writable, Readable, null>): Promise<string> {
  return new Promise((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const [, address] = /^Listening on (\S+)/.exec(line) ?? []
      if (address !== undefined) resolve(`http://${address}`)
    })
    child.once('error', reject).once('exit', (code) => reject(new Error(`anvil ended with ${code}`)))
  })
}
