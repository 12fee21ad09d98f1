import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** A running server to send load to. */
export interface Target {
  port: number
  token: string
  pid: number
  stop(): Promise<void>
}

/** The real service, with its data folder. */
export interface Service extends Target {
  dataDir: string
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const readyMsMax = 60_000
const stopMsMax = 20_000

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  if ((await Promise.race([exited, sleep(stopMsMax, 'late', { ref: false })])) === 'late') child.kill('SIGKILL')
  await exited
}

/** Returns a free port of this machine. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

/**
 * Starts the baseline, see noop.ts.
 * @param headers headers of its replies, besides their length.
 */
export async function startNoop(headers: Record<string, string> = {}): Promise<Target> {
  const token = 'x'.repeat(450)
  const program = fileURLToPath(new URL('../dist/noop.js', import.meta.url))
  const child = spawn(process.execPath, [program, token, JSON.stringify(headers)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface(child.stdout), 'line')
  return { port: Number(line), token, pid: child.pid ?? 0, stop: () => end(child) }
}

async function untilReady(url: string, child: ChildProcess, log: string): Promise<void> {
  const deadline = Date.now() + readyMsMax
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the service exited with ${child.exitCode}: see ${log}`)
    const ready = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (ready) return
    await sleep(100)
  }
  throw new Error(`the service was not ready in time: see ${log}`)
}

/**
 * Starts the service as a user does, with an empty data folder, an account and a token.
 * @param nodeOptions options of Node itself, such as `--cpu-prof`.
 * @param settings settings of the service, besides its address and data folder.
 * @throws Error when it does not become ready; its log is kept.
 */
export async function startService(
  nodeOptions: readonly string[] = [],
  settings: Readonly<Record<string, string>> = {},
): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const dataDir = join(folder, 'data')
  const log = join(folder, 'service.txt')
  const port = await freePort()
  // No other variables of the shell: DATABASE_URL or RPC_URL would send the load elsewhere.
  const { PATH, HOME } = process.env
  const env = { ...settings, PATH, HOME, DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(port) }
  const output = openSync(log, 'a')
  const child = spawn(process.execPath, [...nodeOptions, join(root, 'server/dist/main.js')], {
    cwd: folder,
    env,
    stdio: ['ignore', output, output],
  })
  try {
    await untilReady(`http://127.0.0.1:${port}`, child, log)
    const account = ['run', '-s', 'admin', '--', 'account', 'create', '--email', 'bench@example.org', '--name', 'Bench']
    const { stdout } = await promisify(execFile)('npm', [...account, '--json'], { cwd: root, env })
    const { clientId, secretKey } = JSON.parse(stdout) as { clientId: string; secretKey: string }
    const response = await fetch(`http://127.0.0.1:${port}/authenticate`, {
      method: 'POST',
      headers: { 'client-id': clientId, 'secret-key': secretKey },
    })
    const { data } = (await response.json()) as { data: { token: string } }
    const stop = async () => {
      await end(child)
      rmSync(folder, { recursive: true, force: true })
    }
    return { port, token: data.token, dataDir, pid: child.pid ?? 0, stop }
  } catch (error) {
    await end(child)
    throw error
  }
}

/** Starts a webhook receiver, see receiver.ts. `count` returns the number of deliveries so far. */
export async function startReceiver(): Promise<{ port: number; count(): Promise<number>; stop(): Promise<void> }> {
  const program = fileURLToPath(new URL('../dist/receiver.js', import.meta.url))
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface(child.stdout)
  const [port] = await once(lines, 'line')
  const count = async () => {
    const line = once(lines, 'line')
    child.stdin.write('\n')
    const [text] = await line
    return Number(text)
  }
  return { port: Number(port), count, stop: () => end(child) }
}

/** Returns the headers that the service sends with every reply of this kind, so that the baseline sends them too. */
export async function replyHeaders({ port, token }: Service): Promise<Record<string, string>> {
  const response = await fetch(`http://127.0.0.1:${port}/hash`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ hash: randomBytes(32).toString('hex') }),
  })
  if (response.status !== 200)
    throw new Error(`the stamp was answered with ${response.status}: ${await response.text()}`)
  await response.arrayBuffer()
  const own = new Set(['content-length', 'content-type', 'date', 'connection', 'keep-alive', 'request-id'])
  return Object.fromEntries([...response.headers].filter(([name]) => !own.has(name)))
}
