import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'

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
  /** Opens a connection to its embedded PostgreSQL. */
  connect(database?: string): Promise<pg.Client>
  /** Creates a further account. Returns its token. */
  login(name: string): Promise<string>
  /** Returns how long its event loop was kept at most since the last call, in milliseconds. */
  longestStallMs(): Promise<number>
  /** Stops it and starts it again, its PostgreSQL and chain too. */
  restart(): Promise<void>
  /** Kills it as `kill -9` does and starts it again. Returns the milliseconds from the start until it was ready. */
  killAndStart(): Promise<number>
}

/** How far apart the service's monitor of its event loop looks, as `prom-client` has it by default. */
const samplingMs = 10

/** The Node that runs the service, the baseline and the floor. `BENCH_NODE` is the path of another; the load stays on this one. */
const node = process.env.BENCH_NODE ?? process.execPath

/** The folder of this checkout. */
export const repository = fileURLToPath(new URL('../../', import.meta.url))

/** The service's program in a checkout. `BENCH_PROGRAM` measures another build in place of this checkout's. */
function programOf(root: string): string {
  const other = root === repository ? process.env.BENCH_PROGRAM : undefined
  return resolve(root, other ?? 'server/dist/main.js')
}
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
  return startProgram('noop', token, [token, JSON.stringify(headers)])
}

/** Starts the floor, see floor.ts, with its file on the disk of the data folders. */
export async function startFloor(headers: Record<string, string>): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const target = await startProgram('floor', 'x'.repeat(450), [join(folder, 'hashes'), JSON.stringify(headers)])
  const stop = async () => {
    await target.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { ...target, stop }
}

async function startProgram(name: string, token: string, args: readonly string[]): Promise<Target> {
  const program = fileURLToPath(new URL(`../dist/${name}.js`, import.meta.url))
  const child = spawn(node, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(createInterface(child.stdout), 'line')
  return { port: Number(line), token, pid: child.pid ?? 0, stop: () => end(child) }
}

async function untilReady(url: string, child: ChildProcess, log: string): Promise<void> {
  const deadline = performance.now() + readyMsMax
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the service exited with ${child.exitCode}: see ${log}`)
    const ready = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (ready) return
    await sleep(20)
  }
  throw new Error(`the service was not ready in time: see ${log}`)
}

/**
 * Starts the service as a user does, with an empty data folder, an account and a token.
 * @param nodeOptions options of Node itself, such as `--cpu-prof`.
 * @param settings settings of the service, besides its address and data folder.
 * @param root the built checkout to run, if not this one.
 * @throws Error when it does not become ready; its log is kept.
 */
export async function startService(
  nodeOptions: readonly string[] = [],
  settings: Readonly<Record<string, string>> = {},
  root = repository,
): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const dataDir = join(folder, 'data')
  const log = join(folder, 'service.txt')
  const port = await freePort()
  // No other variables of the shell: DATABASE_URL or RPC_URL would send the load elsewhere.
  const { PATH, HOME } = process.env
  // The load is one account's.
  const metricsToken = randomBytes(16).toString('hex')
  const unlimited = { QUOTA_STORAGE: '0', QUOTA_UNFINISHED: '0', QUOTA_STAMPS: '0', QUOTA_BULK_ITEMS: '0' }
  const own = { ...unlimited, METRICS_TOKEN: metricsToken }
  const env = { ...own, ...settings, PATH, HOME, DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(port) }
  const output = openSync(log, 'a')
  const run = () =>
    spawn(node, [...nodeOptions, programOf(root)], {
      cwd: folder,
      env,
      stdio: ['ignore', output, output],
    })
  let child = run()
  try {
    await untilReady(`http://127.0.0.1:${port}`, child, log)
    const restart = async () => {
      await end(child)
      child = run()
      await untilReady(`http://127.0.0.1:${port}`, child, log)
    }
    const killAndStart = async () => {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
      child = run()
      const from = performance.now()
      await untilReady(`http://127.0.0.1:${port}`, child, log)
      return performance.now() - from
    }
    const login = async (name: string) => {
      const account = [
        'run',
        '-s',
        'admin',
        '--',
        'account',
        'create',
        '--email',
        `${name}@example.org`,
        '--name',
        name,
      ]
      const { stdout } = await promisify(execFile)('npm', [...account, '--json'], { cwd: root, env })
      const { clientId, secretKey } = JSON.parse(stdout) as { clientId: string; secretKey: string }
      const response = await fetch(`http://127.0.0.1:${port}/authenticate`, {
        method: 'POST',
        headers: { 'client-id': clientId, 'secret-key': secretKey },
      })
      const { data } = (await response.json()) as { data: { token: string } }
      return data.token
    }
    const connect = async (database?: string) => {
      const { databaseUrl } = JSON.parse(readFileSync(join(dataDir, 'embedded.json'), 'utf8')) as {
        databaseUrl: string
      }
      const address = new URL(databaseUrl)
      if (database !== undefined) address.pathname = `/${database}`
      const client = new pg.Client({ connectionString: address.href })
      await client.connect()
      return client
    }
    const longestStallMs = async () => {
      const headers = { authorization: `Bearer ${metricsToken}` }
      const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text()
      // Each look begins a new measurement. It is the longest time between two looks, which are 10 ms apart by themselves.
      return 1000 * Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(metrics)?.[1]) - samplingMs
    }
    const token = await login('bench')
    const stop = async () => {
      await end(child)
      rmSync(folder, { recursive: true, force: true })
    }
    return {
      port,
      token,
      dataDir,
      connect,
      login,
      longestStallMs,
      restart,
      killAndStart,
      stop,
      get pid() {
        return child.pid ?? 0
      },
    }
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
