import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type DebianPrograms, debianPrograms, noDebian } from '../../../test/debian.js'
import { eventually } from '../../../test/eventually.js'
import { atSomeMoment } from '../../../test/moments.js'
import { seeded, sized } from '../../../test/tier.js'
import { wallTime } from '../../../test/wall-time.js'
import { ConfigError } from '../../src/base/settings/config.js'
import { DiskStore } from '../../src/storage/stores/disk.js'
import { openStore } from '../../src/storage/stores/open-store.js'
import { content, digestOf, listed, temporaryFolder } from './content.js'

const writer = fileURLToPath(new URL('writer.js', import.meta.url))
const home = temporaryFolder()
const env = { PATH: process.env.PATH ?? '' }

const aside = (folder: string) => readdirSync(join(folder, 'aside'))

/** Expects that every visible object has the content its key promises. */
async function expectWhole(store: DiskStore): Promise<string[]> {
  const found = await listed(store)
  for (const { key } of found) expect(`by-hash/${(await digestOf(await store.get(key))).digest}`).toBe(key)
  return found.map(({ key }) => key)
}

describe('the folder of files', () => {
  it('is accessible to its owner only', async () => {
    const folder = join(home, 'modes')
    const store = await DiskStore.open(folder)
    await store.put('some/thing', content(10).source)
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    for (const file of files) expect(statSync(join(file.parentPath, file.name)).mode & 0o077, file.name).toBe(0)
    expect(files.filter((file) => file.isFile()).map(({ name }) => name)).toEqual(['some+thing'])
  })

  it('keeps its objects when reopened', async () => {
    const folder = join(home, 'again')
    await (await DiskStore.open(folder)).put('some/thing', content(10).source)
    expect((await listed(await DiskStore.open(folder))).map(({ key }) => key)).toEqual(['some/thing'])
  })

  it('is swept of leftovers: those of dead processes at once, others after hours', async () => {
    const folder = join(home, 'left')
    const store = await DiskStore.open(folder)
    let resume = () => {}
    async function* slow() {
      yield Buffer.from('a')
      await new Promise<void>((resolve) => {
        resume = resolve
      })
    }
    const running = store.put('slow', slow())
    await eventually('it has begun', () => aside(folder).length === 1)
    const mine = aside(folder)[0] ?? ''
    const { pid } = spawnSync('true')
    for (const name of [mine.replace(/-\d+-/, `-${pid}-`), 'ffffffff-1-other-new', 'ffffffff-1-other-old']) {
      writeFileSync(join(folder, 'aside', name), 'left over')
    }
    const yesterday = wallTime(-86_400_000)
    utimesSync(join(folder, 'aside', 'ffffffff-1-other-old'), yesterday, yesterday)
    expect(await store.sweep()).toBe(2)
    expect(aside(folder).sort()).toEqual([mine, 'ffffffff-1-other-new'].sort())
    resume()
    expect(await running).toEqual({ size: 1 })
  })

  it('keeps the service from starting when it cannot be created', async () => {
    const dataDir = join(home, 'blocked')
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'files'), 'in the way')
    const refused = await openStore({ dataDir }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ConfigError)
    expect((refused as Error).message).toContain('DATA_DIR')
  })
})

const kills = sized({ short: 3, long: 30 })

describe('a killed process', () => {
  it('leaves every acknowledged object, and no partial one', async () => {
    const folder = join(home, 'killed')
    const acknowledged: string[] = []
    const random = seeded('disk')
    for (let kill = 0; kill < kills; kill++) {
      const child = spawn(process.execPath, [writer, 'forever', folder, `${sized({ short: 1, long: 3 }) << 20}`], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const ended = new Promise((resolve) => child.once('close', resolve))
      const lines = createInterface(child.stdout)
      await new Promise<void>((resolve) => {
        lines.on('line', (line) => {
          acknowledged.push((JSON.parse(line) as { key: string }).key)
          if (acknowledged.length >= 5 * (kill + 1)) resolve()
        })
      })
      await atSomeMoment(random, 450)
      child.kill('SIGKILL')
      await ended
      expect(aside(folder).length).toBeGreaterThan(0)
      const store = await DiskStore.open(folder)
      await store.sweep()
      expect(aside(folder)).toEqual([])
      expect(await expectWhole(store)).toEqual(expect.arrayContaining(acknowledged))
    }
    expect(acknowledged.length).toBeGreaterThan(10)
  })
})

interface Result {
  key: string
  code?: string
  status?: number
  cause?: string
  keys: string[]
  aside: number
  readinessProblems: string[]
}

describe('a failed fsync', () => {
  let strace: DebianPrograms | null
  let why: string | null = null
  const folder = join(home, 'failing')

  beforeAll(async () => {
    strace = await debianPrograms(['strace'])
    if (!strace) why = noDebian
    else if (spawnSync(strace.path('strace'), ['true'], { env: strace.env }).status !== 0)
      why = 'strace may not trace here'
  })
  beforeEach((context) => context.skip(why !== null, why ?? ''))

  /** Puts one object while a system call fails; returns the result and the flushes. */
  function put(bytes: number, fault: string): Result & { flushes: string[] } {
    const log = join(home, 'strace.log')
    const args = ['-f', '--seccomp-bpf', '-y', '-o', log, '-e', 'trace=fsync,fdatasync', '-e', `inject=${fault}`]
    const out = execFileSync(
      strace?.path('strace') ?? '',
      [...args, process.execPath, writer, 'one', folder, `${bytes}`],
      {
        // One thread: strace counts calls per thread.
        env: { ...strace?.env, UV_THREADPOOL_SIZE: '1' },
        encoding: 'utf8',
      },
    )
    const flushes = readFileSync(log, 'utf8').match(/f(data)?sync\(.*/g) ?? []
    return { ...(JSON.parse(out) as Result), flushes: flushes.filter((line) => /aside\/|objects\/../.test(line)) }
  }
  // Opening the store flushes three folders.
  const opening = 3

  it('of the file is not retried, and nothing is stored', () => {
    const { flushes, ...result } = put(1000, `fsync:error=EIO:when=${opening + 1}`)
    expect(result).toMatchObject({ code: 'unavailable', status: 503, cause: 'EIO', keys: [], aside: 0 })
    expect(flushes).toHaveLength(1)
  })

  it('of a part of the file is neither retried nor followed by another', () => {
    const { flushes, ...result } = put(70 << 20, 'fdatasync:error=EIO:when=1')
    expect(result).toMatchObject({ code: 'unavailable', cause: 'EIO', keys: [], aside: 0 })
    expect(flushes).toHaveLength(1)
  })

  it('of the folder removes the object', () => {
    const { flushes, ...result } = put(1000, `fsync:error=EIO:when=${opening + 2}`)
    expect(result).toMatchObject({ code: 'unavailable', cause: 'EIO', keys: [], aside: 0 })
    expect(flushes).toHaveLength(2)
  })

  it('is absent in a normal put: the file is flushed, then its folder', () => {
    const { flushes, key, keys } = put(1000, 'fsync:error=EIO:when=1000')
    expect(keys).toEqual([key])
    expect(flushes).toEqual([expect.stringMatching(/aside\//), expect.stringMatching(/objects\/..>/)])
  })
})

describe('a disk', () => {
  const disk = join(home, 'disk')
  /** Runs on a small in-memory disk that only the process sees and that disappears with it. */
  const small = (command: string) => {
    const mounted = 'mount -t tmpfs -o size=32m,mode=700 tallystick "$0" && exec "$@"'
    const user = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']
    const run = ['sh', '-c', mounted, disk, ...(command === '' ? ['true'] : [process.execPath, writer, command, disk])]
    return spawnSync('unshare', [...user, '--mount', ...run], { env, encoding: 'utf8' })
  }
  let why: string | null = null

  beforeAll(() => {
    mkdirSync(disk)
    if (small('').status !== 0) why = 'a disk of its own cannot be mounted here'
  })
  beforeEach((context) => context.skip(why !== null, why ?? ''))

  function resultsOf(command: string): Result[] {
    const { stdout, stderr, status } = small(command)
    expect(status, stderr).toBe(0)
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Result)
  }

  it('reports when it is full, and keeps nothing of an object that does not fit', () => {
    const [first, second, full] = resultsOf('full') as [
      Result & { together: Result[] },
      Result & { small: Result },
      Result,
    ]
    const refused = first.together.filter(({ code }) => code === 'storage_full')
    expect(refused.length).toBeGreaterThanOrEqual(2)
    for (const one of refused) expect(one).toMatchObject({ status: 507, cause: 'ENOSPC' })
    const kept = first.together.filter(({ code }) => code === undefined).map(({ key }) => key)
    expect(first).toMatchObject({ keys: kept, aside: 0, readinessProblems: [] })
    expect(second).toMatchObject({
      keys: expect.arrayContaining([...kept, second.small.key]),
      aside: 0,
      readinessProblems: [],
    })
    expect(full.aside).toBe(0)
  })

  it('reports a readiness problem when it has become read-only', () => {
    const [result] = resultsOf('read-only')
    expect(result).toMatchObject({ code: 'unavailable', status: 503, cause: 'EROFS', keys: [] })
    expect(result?.readinessProblems).toEqual([expect.stringContaining('Files cannot be stored')])
  })
})
