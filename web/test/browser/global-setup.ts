import { spawn } from 'node:child_process'
import { accessSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { refuseStale } from '../../../test/built.js'
import { debianPrograms } from '../../../test/debian.js'
import { root } from '../../../test/sources.js'
import { startService } from './run-service.js'

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
  const service = await startService(dataDir, logPath, { TSA: 'accounts' })
  stops.push(service.stop)
  return { portalUrl: service.url, dataDir, firstClient: service.firstClient, logPath, browser: await findBrowser() }
}

async function run(command: string, parameters: readonly string[]): Promise<void> {
  const child = spawn(command, parameters, { cwd: root, stdio: 'inherit' })
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`${command} ${parameters.join(' ')} ended with ${code}`)
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
