import { spawn } from 'node:child_process'
import { accessSync, createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { refuseStale } from '../../../test/built.js'
import { debianPrograms } from '../../../test/debian.js'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Serves the {@link Surroundings} once they are ready. */
    surroundingsUrl: string
  }
}

/** Shared by all browser tests. */
export interface Surroundings {
  /** The address of the service: passkeys need the name `localhost`. */
  portalUrl: string
  /** The data folder of the service, for its administrator's command line. */
  dataDir: string
  /** An API client of the account that the first start created. */
  firstClient: { clientId: string; secretKey: string }
  /** The service's output so far. */
  logPath: string
  /** How to start the browser; null when there is none. */
  browser: BrowserProgram | null
}

/** A Chromium and what it is started with. */
export interface BrowserProgram {
  executablePath: string
  args: string[]
  env: Record<string, string>
}

const repository = fileURLToPath(new URL('../../../', import.meta.url))
const args = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Builds the portal, starts the service as `npm start` does, and finds a browser, which may have to be downloaded: when the first file
 * asks for them, because a service that waits for its turn uses processor time, too.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  refuseStale(['command', 'server'])
  const stops: (() => Promise<unknown>)[] = []
  let surroundings: Promise<Surroundings> | undefined
  const server = createServer((_, response) => {
    surroundings ??= startSurroundings(stops)
    surroundings.then(
      (made) => response.end(JSON.stringify(made)),
      (error: Error) => response.writeHead(500).end(String(error.stack)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  project.provide('surroundingsUrl', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return async () => {
    await surroundings?.catch(() => undefined)
    for (const stop of stops.reverse()) await stop()
    server.closeAllConnections()
    server.close()
  }
}

async function startSurroundings(stops: (() => Promise<unknown>)[]): Promise<Surroundings> {
  await run('node', ['scripts/build.js', 'web'])
  const dataDir = await mkdtemp(join(tmpdir(), 'tallystick-portal-'))
  stops.push(() => rm(dataDir, { recursive: true, force: true }))
  const logs = await mkdtemp(join(tmpdir(), 'tallystick-portal-log-'))
  stops.push(() => rm(logs, { recursive: true, force: true }))
  const logPath = join(logs, 'service.log')
  const service = await startService(dataDir, logPath)
  stops.push(service.stop)
  return { portalUrl: service.url, dataDir, firstClient: service.firstClient, logPath, browser: await findBrowser() }
}

async function run(command: string, parameters: readonly string[]): Promise<void> {
  const child = spawn(command, parameters, { cwd: repository, stdio: 'inherit' })
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`${command} ${parameters.join(' ')} ended with ${code}`)
}

interface Running {
  url: string
  firstClient: { clientId: string; secretKey: string }
  stop(): Promise<void>
}

async function startService(dataDir: string, logPath: string): Promise<Running> {
  // The tests' webhook receivers listen on loopback.
  const receivers = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8' }
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'info',
    GUESS_LIMIT: '0',
    ...receivers,
  }
  const child = spawn('node', ['server/dist/main.js'], { cwd: repository, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const log = createWriteStream(logPath)
  child.stdout.pipe(log, { end: false })
  child.stderr.pipe(log, { end: false })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  // Not a terminal, so the secrets are in a file.
  const startLines = /ready: http:\/\/[^:\s]+:(\d+).*account is in (\S+)\. /s
  const [, port, firstAccount = ''] = await new Promise<string[]>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const found = startLines.exec(output)
      if (found) resolve([...found])
    })
    child.once('close', () => reject(new Error(`the service did not start: ${output}`)))
  })
  const text = await readFile(firstAccount, 'utf8')
  const [, clientId, secretKey] = /client id +(\S+)\n +secret key +(\S+)\n/.exec(text) ?? []
  return {
    url: `http://localhost:${port}`,
    firstClient: { clientId: clientId ?? '', secretKey: secretKey ?? '' },
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}

async function findBrowser(): Promise<BrowserProgram | null> {
  const found = await findChromium()
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return found && { ...found, args: [...args, ...sandbox] }
}

/** Finds the system's Chromium, or else the headless build, which starts faster and draws no interface. */
async function findChromium(): Promise<Omit<BrowserProgram, 'args'> | null> {
  const installed = '/usr/bin/chromium'
  try {
    accessSync(installed)
    return { executablePath: installed, env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' } }
  } catch {
    const name = 'chromium-headless-shell'
    const debian = await debianPrograms([name])
    return debian && { executablePath: join(debian.root, 'usr/lib/chromium', name), env: debian.env }
  }
}
