import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { limitMs, machineFactor } from '../../../test/machine.js'
import { sized } from '../../../test/tier.js'
import { Media, type MediaLimits, mediaLimits } from '../../src/media/media.js'
import { MediaProcess } from '../../src/media/process.js'
import { isAlive, kill9 } from '../processes.js'
import { pdf, pdfOf, picture, stream } from './files.js'

const compiled = fileURLToPath(new URL('../../build/media/process.js', import.meta.url))
const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** Times out only where the test says so. */
const patient = { jobCpuMsMax: limitMs(60_000), readMsMax: limitMs(60_000), jobMsMax: limitMs(300_000) }

function mediaOf(limits: Partial<MediaLimits> = {}): Media {
  const media = new Media({ logger: pino({ level: 'silent' }), limits: { ...patient, ...limits } })
  stops.push(() => media.stop())
  return media
}

/** For several tests. Its content is there at once, so the limit on reading ends only what stalls. */
const common = new Media({
  logger: pino({ level: 'silent' }),
  limits: { ...patient, contentBytesMax: 1 << 20, readMsMax: 100 },
})
afterAll(() => common.stop())

function processOf(limits: Partial<MediaLimits> = {}): MediaProcess {
  const process = new MediaProcess({ ...mediaLimits, ...patient, ...limits })
  stops.push(async () => {
    process.kill()
    await process.ended
  })
  return process
}

const of = (content: Uint8Array) =>
  async function* () {
    yield content
  }
const good = await picture(40, 20).png().toBuffer()
/** Would take hours to read and draw. */
const slow = (() => {
  const resources = '/Resources << /XObject << /F 5 0 R >> >>'
  const fills = 'q 0 0 612 792 re f Q '.repeat(1000)
  return pdfOf(
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] ${resources} /Contents 4 0 R >>`,
    stream('/F Do '.repeat(1_000_000)),
    `<< /Type /XObject /Subtype /Form /BBox [0 0 612 792] /Length ${fills.length} >>\nstream\n${fills}\nendstream`,
  )
})()

/** Content that pauses until the test resumes it. */
function stalled() {
  let release = () => {}
  const promise = new Promise<void>((resolve) => {
    release = resolve
  })
  let opened = false
  const open = async function* () {
    opened = true
    await promise
    yield good
  }
  return { open, release: () => release(), isOpen: () => opened }
}

describe('a process', () => {
  it.runIf(process.platform === 'linux')('gets no settings and no rights', async () => {
    process.env.TALLYSTICK_TEST_SECRET = 'do not tell'
    const media = processOf()
    await media.started
    const of = (name: string) => readFileSync(`/proc/${media.pid}/${name}`, 'utf8')
    expect(of('environ')).not.toContain('do not tell')
    expect(of('limits')).toMatch(/Max file size +0 +0/)
    expect(of('limits')).toMatch(/Max core file size +0 +0/)
    expect(of('limits')).toMatch(/Max data size +1610612736 /)
    if (process.getuid?.() === 0) expect(of('status')).toMatch(/^Uid:\t65534\t65534\t65534\t65534$/m)
    delete process.env.TALLYSTICK_TEST_SECRET
  })

  it('keeps the facts of a process killed at work, and throws nothing', async () => {
    const media = processOf()
    const inspecting = media.inspect(of(slow))
    await eventually('it has begun', () => media.facts)
    process.kill(media.pid!, 'SIGKILL')
    expect(await inspecting).toMatchObject({
      facts: { mimetype: 'application/pdf', pages: 1 },
      thumbnail: null,
      outcome: 'failed',
    })
  })

  it('ends when the service is killed, idle or at work', async () => {
    const script = `
      import { MediaProcess } from ${JSON.stringify(compiled)}
      const limits = ${JSON.stringify({ ...mediaLimits, ...patient })}
      const [idle, busy] = [new MediaProcess(limits), new MediaProcess(limits)]
      const slow = (await import('node:fs')).readFileSync(0, 'latin1')
      await idle.started
      busy.inspect(async function* () { yield Buffer.from(slow, 'base64') })
      setInterval(() => busy.facts && console.log(idle.pid + ' ' + busy.pid), 20)`
    const service = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    stops.push(async () => service.kill('SIGKILL'))
    service.stdin.end(slow.toString('base64'))
    const [line] = await once(service.stdout, 'data')
    const pids = /^\d+ \d+/.exec(String(line))?.[0].split(' ').map(Number) ?? []
    expect(pids.map(isAlive)).toEqual([true, true])
    service.kill('SIGKILL')
    await eventually('both have ended', () => !pids.some(isAlive))
  })
})

describe('limits', () => {
  it('processor time', async () => {
    // A good one takes a fraction of it on any machine, and no other program uses it up.
    const media = mediaOf({ jobCpuMsMax: 500 * Math.max(1, machineFactor) })
    expect(await media.inspect('me', of(slow))).toMatchObject({ facts: { pages: 1 }, outcome: 'failed' })
    expect((await media.inspect('me', of(good))).thumbnail).not.toBeNull()
  })

  it('memory', async () => {
    // All its coefficients are in memory while it is decoded.
    const create = { width: 4400, height: 4400, channels: 3 as const, background: '#0000ff' }
    const large = await sharp({ create }).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer()
    const media = mediaOf({ memoryBytesMax: 140 << 20 })
    expect(await media.inspect('me', of(large))).toMatchObject({ facts: { width: 4400 }, outcome: 'failed' })
    expect((await media.inspect('me', of(good))).thumbnail).not.toBeNull()
  })

  it('size: only the beginning of larger content is inspected', async () => {
    const jpeg = await picture(400, 200).jpeg().toBuffer()
    const long = (content: Buffer) => of(Buffer.concat([content, Buffer.alloc(3 << 20)]))
    expect(await common.inspect('me', long(jpeg))).toEqual({
      facts: { mimetype: 'image/jpeg', pages: 1, width: 400, height: 200 },
      thumbnail: null,
      outcome: 'done',
    })
    const facts = { mimetype: 'application/pdf', pages: 1, width: 0, height: 0 }
    expect(await common.inspect('me', long(pdf(3)))).toEqual({ facts, thumbnail: null, outcome: 'done' })
    expect((await common.inspect('me', of(good))).outcome).toBe('done')
  })

  it('waiting', async () => {
    const media = mediaOf({ processesMax: 1, ownerWaitingMax: 2, waitMsMax: 300 })
    const first = stalled()
    const inspecting = media.inspect('me', first.open)
    const waiting = [1, 2, 3].map(() => media.inspect('me', of(good)))
    const skipped = { facts: null, thumbnail: null, outcome: 'skipped' }
    expect(await waiting[2]).toEqual(skipped)
    expect(await Promise.all(waiting)).toEqual([skipped, skipped, skipped])
    first.release()
    expect((await inspecting).outcome).toBe('done')
    expect((await media.inspect('me', of(good))).outcome).toBe('done')
  })
})

describe('unreadable content', () => {
  it.each([
    ['is not there', () => Promise.reject(new Error('not there'))],
    [
      'breaks off',
      async function* () {
        yield good.subarray(0, 50)
        throw new Error('lost')
      },
    ],
    ['stalls', stalled().open],
  ])('%s', async (_, open) => {
    expect(await common.inspect('me', open)).toMatchObject({ thumbnail: null, outcome: 'skipped' })
    expect((await common.inspect('me', of(good))).thumbnail).not.toBeNull()
  })
})

describe('concurrent jobs', () => {
  it('of one owner never keep another waiting', async () => {
    const media = mediaOf()
    const slowOnes = Array.from({ length: 5 }, stalled)
    const theirs = slowOnes.map(({ open }) => media.inspect('them', open))
    expect((await media.inspect('me', of(good))).outcome).toBe('done')
    const begun = () => slowOnes.filter(({ isOpen }) => isOpen()).length
    await eventually('one of theirs is read', () => begun() > 0)
    expect((await media.inspect('me', of(good))).outcome).toBe('done')
    expect(begun()).toBe(1)
    for (const { release } of slowOnes) release()
    for (const inspection of await Promise.all(theirs)) expect(inspection.thumbnail).not.toBeNull()
  })

  it('each get their own answer', async () => {
    const sizes = Array.from({ length: sized({ short: 20, long: 60 }) }, (_, at) => at + 10)
    const found = await Promise.all(
      sizes.map(async (size, at) => common.inspect(String(at % 7), of(await picture(size, 10).png().toBuffer()))),
    )
    expect(found.map(({ facts }) => facts?.width)).toEqual(sizes)
  })
})

describe('processes', () => {
  it('are killed when the service stops, and later jobs are not started', async () => {
    const { media, pids } = distinctMedia()
    const inspecting = [media.inspect('me', of(slow)), media.inspect('you', of(slow)), media.inspect('me', of(good))]
    const ours = await eventually('two have started', () => pids().length === 2 && pids())
    await media.stop()
    expect(ours.filter(isAlive)).toEqual([])
    expect((await Promise.all(inspecting)).map(({ outcome }) => outcome)).toEqual(['skipped', 'skipped', 'skipped'])
    expect((await media.inspect('me', of(good))).outcome).toBe('skipped')
  })

  it('end when idle, and start again', async () => {
    const { media, pids } = distinctMedia({ idleMs: 1 })
    expect((await media.inspect('me', of(good))).outcome).toBe('done')
    await eventually('the idle one has ended', () => pids().length === 0)
    expect((await media.inspect('me', of(good))).outcome).toBe('done')
  })

  it('start again when killed while idle', async () => {
    const { media, pids } = distinctMedia({ idleMs: limitMs(600_000) })
    expect((await media.inspect('me', of(good))).outcome).toBe('done')
    expect(pids()).toHaveLength(1)
    pids().forEach(kill9)
    await eventually('it has ended', () => pids().length === 0)
    expect((await media.inspect('me', of(good))).outcome).toBe('done')
  })
})

let distinct = 0

/** Distinguishes its processes, by one of their limits, from those of services that run beside this test. */
function distinctMedia(limits: Partial<MediaLimits> = {}) {
  const contentBytesMax = 50_000_000 + process.pid + ++distinct
  const media = mediaOf({ ...limits, contentBytesMax })
  return { media, pids: () => processesWith(String(contentBytesMax)) }
}

/** Returns the running processes that have this argument. */
function processesWith(argument: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isAlive(pid) && argumentsOf(pid).includes(argument))
}

function argumentsOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    // It has ended meanwhile.
    return []
  }
}
