import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { Database } from '../../src/base/database/db.js'
import { type Embedded, startEmbedded } from '../../src/embedded/embedded.js'
import { sharedBuffersMiB } from '../../src/embedded/postgres.js'
import { isAlive, kill9 } from '../processes.js'

const logger = pino({ level: 'silent' })
const compiled = fileURLToPath(new URL('../../build/embedded/embedded.js', import.meta.url))

// A service that starts both parts and does nothing else.
const standIn = `
const { startEmbedded } = await import(process.argv[1])
const silent = () => undefined
const logger = { debug: silent, info: silent, warn: silent, error: silent }
const embedded = await startEmbedded({ dataDir: process.argv[2], postgres: true, chain: true, logger })
const begin = async () => ({ headers: [], accounts: [], contract: null })
const chain = await embedded.startChain(begin)
await embedded.announce(1)
console.log(JSON.stringify([embedded.postgres.pid, chain.pid]))
setInterval(() => undefined, 1000)
`

describe('the embedded parts', () => {
  let folder: string
  let dataDir: string
  let started: string
  const running: Embedded[] = []
  const services: ChildProcess[] = []
  beforeAll(async () => {
    started = mkdtempSync(join(tmpdir(), 'tallystick-embedded-'))
    chmodSync(started, 0o755)
    const first = await startEmbedded({ dataDir: join(started, 'data'), postgres: true, chain: false, logger })
    await first.stop()
  })
  afterAll(() => rmSync(started, { recursive: true, force: true }))
  /** Restores the data folder to its state after a first start. */
  const afterFirstStart = () => execFileSync('cp', ['-a', join(started, 'data'), dataDir])
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tallystick-embedded-'))
    // As root, the tests run PostgreSQL as another user.
    chmodSync(folder, 0o755)
    dataDir = join(folder, 'data')
  })
  afterEach(async () => {
    for (const service of services.splice(0)) service.kill('SIGKILL')
    for (const embedded of running.splice(0)) await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const start = async (options = {}) => {
    const embedded = await startEmbedded({ dataDir, postgres: true, chain: false, logger, ...options })
    running.push(embedded)
    return embedded
  }
  const query = async <Row>(embedded: Embedded, text: string): Promise<Row[]> => {
    const db = new Database({ url: embedded.postgres?.databaseUrl ?? '', connectionsMax: 1 })
    return await db.query<Row>(text).finally(() => db.close())
  }
  const startService = async () => {
    const args = ['--input-type=module', '-e', standIn, compiled, dataDir]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    services.push(child)
    const [line] = await once(createInterface(child.stdout), 'line')
    return { child, pids: JSON.parse(line as string) as number[] }
  }

  it('keep their data across a stop, refuse another service on it, and are found by the command line while they run', async () => {
    const first = await start()
    await query(first, 'CREATE TABLE kept AS SELECT 1 AS n')
    await first.announce(8080)
    const file = join(dataDir, 'embedded.json')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ databaseUrl: first.postgres?.databaseUrl, port: 8080 })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await expect(startEmbedded({ dataDir, postgres: true, chain: false, logger })).rejects.toThrow('Another service')
    await first.stop()
    expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'secrets.json'])
    expect(await query(await start(), 'SELECT n FROM kept')).toEqual([{ n: 1 }])
  })

  it('run PostgreSQL durably, in UTF-8, away from the network, with an eighth of the memory to keep pages in, within limits', async () => {
    afterFirstStart()
    const embedded = await start()
    const names = ['fsync', 'synchronous_commit', 'server_encoding', 'data_checksums', 'listen_addresses']
    const shown = await Promise.all(names.map((name) => query(embedded, `SHOW ${name}`)))
    expect(shown.map(([row]) => Object.values(row as object)[0])).toEqual(['on', 'on', 'UTF8', 'on', ''])
    expect(await query(embedded, "SELECT upper('ä') AS upper")).toEqual([{ upper: 'Ä' }])
    expect([0.25, 1, 4, 8, 64].map((gib) => sharedBuffersMiB(gib * 2 ** 30))).toEqual([128, 128, 512, 1024, 1024])
    const [buffers] = await query<{ shared_buffers: string }>(embedded, 'SHOW shared_buffers')
    expect(buffers?.shared_buffers).toMatch(/^(\d{3}MB|1GB)$/)
  })

  it('lose nothing that was committed when PostgreSQL is killed, at the same address', async () => {
    afterFirstStart()
    const embedded = await start()
    await query(embedded, 'CREATE TABLE kept AS SELECT 1 AS n')
    const pid = embedded.postgres?.pid as number
    process.kill(pid, 'SIGKILL')
    const isBack = () => embedded.postgres?.pid !== undefined && embedded.postgres.pid !== pid
    await eventually('PostgreSQL is back', isBack)
    expect(await query(embedded, 'SELECT n FROM kept')).toEqual([{ n: 1 }])
  })

  it('do not outlive a service that is killed, and start again after it', async () => {
    afterFirstStart()
    const { child, pids } = await startService()
    child.kill('SIGKILL')
    await eventually('the parts end', () => !pids.some(isAlive))
    const again = await startService()
    expect(again.pids.every(isAlive)).toBe(true)
  })

  it.each([
    ['everything', () => true],
    ['everything but the programs', (pid: number, programs: number[]) => !programs.includes(pid)],
  ])('start again after %s was killed along with the guards', async (_, isKilled) => {
    afterFirstStart()
    const { child, pids } = await startService()
    const listed = execFileSync('ps', ['-A', '-o', 'pid=,pgid='], { encoding: 'utf8' }).trim().split('\n')
    const processes = listed.map((line) => line.trim().split(/\s+/).map(Number) as [pid: number, group: number])
    const groups = processes.filter(([pid]) => pids.includes(pid)).map(([, group]) => group)
    const guarded = processes.filter(([, group]) => groups.includes(group)).map(([pid]) => pid)
    expect(guarded).toHaveLength(6)
    for (const pid of [child.pid as number, ...guarded]) if (isKilled(pid, pids)) kill9(pid)
    const embedded = await start({ chain: true })
    await query(embedded, 'SELECT 1')
    await embedded.startChain(async () => ({ headers: [], accounts: [], contract: null }))
    expect(pids.some(isAlive)).toBe(false)
  })

  it('recover from a first start that was killed halfway', async () => {
    mkdirSync(join(dataDir, 'postgres', 'data.new', 'base'), { recursive: true })
    await query(await start(), 'SELECT 1')
    expect(readdirSync(join(dataDir, 'postgres')).sort()).toEqual(['data', 'run', 'server.pid'])
  })

  it('start below a folder that only its owner can enter', async () => {
    afterFirstStart()
    chmodSync(folder, 0o700)
    await query(await start(), 'SELECT 1')
  })

  it('start in a folder whose name is too long for a socket', async () => {
    dataDir = join(folder, 'x'.repeat(120))
    afterFirstStart()
    await query(await start(), 'SELECT 1')
  })
})
