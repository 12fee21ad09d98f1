import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { wallTime } from '../../test/wall-time.js'
import { Journal } from '../src/watch/journal.js'
import { takeLock } from '../src/watch/lock.js'
import { Settling, see } from '../src/watch/settling.js'

const home = mkdtempSync(join(tmpdir(), 'tallystick-watch-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(home, 'case-'))
})

const entry = (path: string, hash = 'a') => ({ path, size: 1, mtimeMs: 1234.5678, hash })

describe('the journal', () => {
  it('keeps every entry it acknowledged, and drops a truncated line', async () => {
    const path = join(folder, 'state/one.journal')
    const first = await Journal.open(path)
    await first.add([entry('a'), entry('b\nc "d".txt')])
    await first.add([entry('a', 'b')])
    await first.close()
    truncateSync(path, readFileSync(path).length - 4)
    const second = await Journal.open(path)
    expect([second.find('a'), second.find('b\nc "d".txt')]).toEqual([entry('a', 'a'), entry('b\nc "d".txt')])
    // The next line doesn't continue the one that was cut off.
    await second.add([entry('e')])
    await second.close()
    appendFileSync(path, '{"path":"half"')
    const third = await Journal.open(path)
    expect(['a', 'e', 'half'].map((name) => third.find(name)?.hash)).toEqual(['a', 'a', undefined])
    await third.close()
  })

  it('is rewritten once most of it is obsolete', async () => {
    const path = join(folder, 'long.journal')
    const journal = await Journal.open(path)
    await journal.add(Array.from({ length: 900 }, (_, at) => entry(`gone ${at}`)))
    await journal.tidy(new Set(['kept']))
    expect(journal.find('gone 1')).toBeDefined()
    await journal.add(Array.from({ length: 200 }, (_, at) => entry('kept', `${at}`)))
    await journal.tidy(new Set(['kept']))
    await journal.add([entry('new')])
    await journal.close()
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(3)
    const again = await Journal.open(path)
    expect(['gone 1', 'kept', 'new'].map((name) => again.find(name)?.hash)).toEqual([undefined, '199', 'a'])
    await again.close()
  })
})

describe('a file', () => {
  afterEach(() => {
    vi.useRealTimers()
  })
  const write = (name: string, content: string, at?: Date) => {
    writeFileSync(join(folder, name), content)
    if (at) utimesSync(join(folder, name), at, at)
  }
  const names = async (settling: Settling) => (await settling.take()).map(({ path }) => path)

  it('is ready if its last change is old, or once it stops changing', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    const settling = new Settling(folder, 2000)
    for (const name of ['old', 'live']) write(name, 'x', wallTime(-5000))
    write('future', 'x', wallTime(3_600_000))
    for (const name of ['old', 'future']) settling.found((await see(folder, name))!)
    settling.changes('live')
    settling.changes('gone')
    symlinkSync('old', join(folder, 'link'))
    settling.changes('link')
    expect(await names(settling)).toEqual(['old'])
    expect(settling.paths.sort()).toEqual(['future', 'live'])
    vi.advanceTimersByTime(1500)
    // Without an event, too: not every file system reports them.
    write('live', 'longer')
    expect(await names(settling)).toEqual([])
    vi.advanceTimersByTime(1000)
    expect(await names(settling)).toEqual(['future'])
    vi.advanceTimersByTime(1000)
    expect(await names(settling)).toEqual(['live'])
    expect(settling.paths).toEqual([])
  })
})

describe('the lock', () => {
  it('is held by one process at a time', async () => {
    const path = join(folder, 'deep/one.lock')
    const release = await takeLock(path)
    expect(await takeLock(path)).toBeNull()
    await release?.()
    const again = await takeLock(path)
    expect(again).not.toBeNull()
    await again?.()
  })
})
