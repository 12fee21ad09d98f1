import { type ChildProcess, spawn } from 'node:child_process'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { explainFailures, LastLines } from '../../../test/failures.js'
import { mineForgotten } from '../../../test/forgotten.js'
import { limitMs } from '../../../test/machine.js'
import { countStart } from '../../../test/run-folder.js'
import { signerOf } from '../../src/chain/sign.js'
import { anvilPath } from '../../src/embedded/chain.js'
import { freePort } from '../free-port.js'

/** A program under test, with its latest output. */
export interface Program {
  readonly pid: number
  readonly output: () => string
  /** Starts to collect all output; the function it returns gives what was collected. */
  readonly listen: () => () => string
  /** Resolves when it has ended, with its exit code, or null after a signal. */
  readonly ended: Promise<number | null>
  hasEnded(): boolean
  kill(signal: NodeJS.Signals): void
  /** Kills it with SIGKILL and waits until it has ended. */
  kill9(): Promise<void>
}

const running = new Set<ChildProcess>()
/** The test file whose programs these are, and what has them explain its failures, also those that have ended. */
let file: string | undefined
const explained: (() => void)[] = []

/** Kills what is left of a test that failed half-way, or of a runner that is stopped. */
const endAll = () => {
  for (const child of running) child.kill('SIGKILL')
}
process.on('exit', endAll)

/** Files share this module, so no hook of it ends with each: the first program of the next file ends what the last one left. */
function beginFile(): void {
  const { testPath } = expect.getState()
  if (testPath === file) return
  file = testPath
  endAll()
  for (const end of explained.splice(0)) end()
}

/** Starts a program with exactly this environment, as `user` if one is given. */
export function start(
  command: string,
  args: readonly string[],
  env: Record<string, string>,
  cwd?: string,
  user?: { uid: number; gid: number },
): Program {
  beginFile()
  countStart(basename(args.find((one) => one.endsWith('.js')) ?? command))
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', ...env },
    cwd,
    ...user,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const output = new LastLines()
  explained.push(explainFailures(`${basename(command)}-${child.pid}.log`, () => output.read()))
  const captures: string[][] = []
  const keep = (chunk: Buffer) => {
    output.write(chunk.toString())
    for (const one of captures) one.push(chunk.toString())
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      running.delete(child)
      resolve(code)
    })
  })
  return {
    pid: child.pid as number,
    output: () => output.read(),
    listen() {
      const chunks: string[] = []
      captures.push(chunks)
      return () => chunks.join('')
    },
    ended,
    hasEnded: () => !running.has(child),
    kill: (signal) => child.kill(signal),
    async kill9() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Sends one request to a node. */
export async function rpc<T>(url: string, method: string, params: readonly unknown[] = []): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(limitMs(20_000)),
  })
  const { result, error } = (await response.json()) as { result: T; error?: { message: string } }
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}

/** The key that signs in these tests; {@link startAnvil} funds it. */
export const signer = signerOf(Buffer.alloc(32, 0x42))
export const signerKey = `0x${Buffer.from(signer.key).toString('hex')}`
export const signerAddress = `0x${signer.address.toString('hex')}`

/** A node with its own chain; `flags` decide when it mines. */
export interface Anvil {
  url: string
  program: Program
}

/** Starts an empty anvil with the signer funded. It keeps its history, so that it can roll back. */
export async function startAnvil(flags: readonly string[] = [], chainId = 31_337, port?: number): Promise<Anvil> {
  const at = port ?? (await freePort())
  const url = `http://127.0.0.1:${at}`
  const fixed = ['--quiet', '--hardfork', 'cancun', '--accounts', '0', '--no-cors']
  const program = start(
    anvilPath(),
    [...fixed, '--chain-id', String(chainId), '--host', '127.0.0.1', '--port', String(at), ...flags],
    { HOME: '/tmp' },
  )
  mineForgotten(url, program.ended)
  await eventually('anvil answers', () => rpc(url, 'eth_chainId'))
  await rpc(url, 'anvil_setBalance', [signerAddress, '0xffffffffffffffffffffff'])
  return { url, program }
}

/** The package's built program. */
export const mainProgram = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
