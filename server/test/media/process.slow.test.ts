import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { Media, type MediaLimits, mediaLimits } from '../../src/media/media.js'
import { MediaProcess } from '../../src/media/process.js'
import { isAlive } from '../processes.js'
import { pdf, pdfOf, picture, stream } from './files.js'

const compiled = fileURLToPath(new URL('../../build/media/process.js', import.meta.url))
const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

function mediaOf(limits: Partial<MediaLimits> = {}): Media {
  const media = new Media({ logger: pino({ level: 'silent' }), limits })
  stops.push(() => media.stop())
  return media
}

function processOf(limits: Partial<MediaLimits> = {}): MediaProcess {
  const process = new MediaProcess({ ...mediaLimits, ...limits })
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
/** Takes some seconds to render. */
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
    await media.started
    await new Promise((resolve) => setTimeout(resolve, 700))
    process.kill(media.pid!, 'SIGKILL')
    expect(await inspecting).toMatchObject({
      facts: { mimetype: 'application/pdf', pages: 1 },
      thumbnail: null,
      outcome: 'failed',
    })
  })

  it('ends when the service is killed, idle or at work', async () => {
    for (const work of ['', 'media.inspect(async function* () { yield Buffer.from(slow, "base64") })']) {
      const script = `
        import { MediaProcess } from ${JSON.stringify(compiled)}
        const media = new MediaProcess(${JSON.stringify(mediaLimits)})
        const slow = (await import('node:fs')).readFileSync(0, 'latin1')
        await media.started
        ${work}
        setInterval(() => {}, 1000)
        setTimeout(() => console.log(media.pid), 500)`
      const service = spawn(process.execPath, ['--input-type=module', '-e', script], {
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      service.stdin.end(slow.toString('base64'))
      const [line] = await once(service.stdout, 'data')
      const pid = Number(String(line))
      expect(isAlive(pid)).toBe(true)
      service.kill('SIGKILL')
      await eventually('', () => !isAlive(pid))
    }
  })
})

describe('limits', () => {
  it('time', async () => {
    const media = mediaOf({ jobMsMax: 500 })
    const start = Date.now()
    expect(await media.inspect('me', of(slow))).toMatchObject({ facts: { pages: 1 }, outcome: 'failed' })
    expect(Date.now() - start).toBeLessThan(4000)
    expect((await media.inspect('me', of(good))).thumbnail).not.toBeNull()
  })

  it('memory', async () => {
    const large = await picture(4400, 4400).avif({ effort: 0 }).toBuffer()
    const media = mediaOf({ memoryBytesMax: 140 << 20 })
    expect(await media.inspect('me', of(large))).toMatchObject({ facts: { width: 4400 }, outcome: 'failed' })
    expect((await media.inspect('me', of(good))).thumbnail).not.toBeNull()
  })

  it('size: only the beginning of larger content is inspected', async () => {
    const media = mediaOf({ contentBytesMax: 1 << 20 })
    const jpeg = await picture(400, 200).jpeg().toBuffer()
    const long = (content: Buffer) => of(Buffer.concat([content, Buffer.alloc(3 << 20)]))
    expect(await media.inspect('me', long(jpeg))).toEqual({
      facts: { mimetype: 'image/jpeg', pages: 1, width: 400, height: 200 },
      thumbnail: null,
      outcome: 'done',
    })
    const facts = { mimetype: 'application/pdf', pages: 1, width: 0, height: 0 }
    expect(await media.inspect('me', long(pdf(3)))).toEqual({ facts, thumbnail: null, outcome: 'done' })
    expect((await media.inspect('me', of(good))).outcome).toBe('done')
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
    const media = mediaOf({ jobMsMax: 1000 })
    expect(await media.inspect('me', open)).toMatchObject({ thumbnail: null, outcome: 'skipped' })
    expect((await media.inspect('me', of(good))).thumbnail).not.toBeNull()
  })
})

describe('concurrent jobs', () => {
  it('of one owner never keep another waiting', async () => {
    const media = mediaOf()
    const slowOnes = Array.from({ length: 5 }, stalled)
    const theirs = slowOnes.map(({ open }) => media.inspect('them', open))
    expect((await media.inspect('me', of(good))).outcome).toBe('done')
    const begun = () => slowOnes.filter(({ isOpen }) => isOpen()).length
    await eventually('', () => begun() > 0)
    expect((await media.inspect('me', of(good))).outcome).toBe('done')
    expect(begun()).toBe(1)
    for (const { release } of slowOnes) release()
    for (const inspection of await Promise.all(theirs)) expect(inspection.thumbnail).not.toBeNull()
  })

  it('each get their own answer', async () => {
    const media = mediaOf()
    const sizes = Array.from({ length: 60 }, (_, at) => at + 10)
    const found = await Promise.all(
      sizes.map(async (size, at) => media.inspect(String(at % 7), of(await picture(size, 10).png().toBuffer()))),
    )
    expect(found.map(({ facts }) => facts?.width)).toEqual(sizes)
  })
})

describe('processes', () => {
  it('are killed when the service stops, and later jobs are not started', async () => {
    const media = mediaOf()
    const pids = childrenOfOurs()
    const inspecting = [media.inspect('me', of(slow)), media.inspect('you', of(slow)), media.inspect('me', of(good))]
    await new Promise((resolve) => setTimeout(resolve, 500))
    const ours = childrenOfOurs().filter((pid) => !pids.includes(pid))
    expect(ours).toHaveLength(2)
    await media.stop()
    expect(ours.filter(isAlive)).toEqual([])
    expect((await Promise.all(inspecting)).map(({ outcome }) => outcome)).toEqual(['skipped', 'skipped', 'skipped'])
    expect((await media.inspect('me', of(good))).outcome).toBe('skipped')
  })

  it('end when idle, or when killed then, and start again', async () => {
    const media = mediaOf({ idleMs: 300 })
    const others = childrenOfOurs()
    const ours = () => childrenOfOurs().filter((pid) => !others.includes(pid))
    expect((await media.inspect('me', of(good))).outcome).toBe('done')
    expect(ours()).toHaveLength(1)
    await eventually('', () => ours().length === 0)
    expect((await media.inspect('me', of(good))).outcome).toBe('done')
    const [pid] = ours()
    process.kill(pid!, 'SIGKILL')
    await eventually('', () => ours().length === 0)
    expect((await media.inspect('me', of(good))).outcome).toBe('done')
  })
})

/** Returns the media processes that this process has started. */
function childrenOfOurs(): number[] {
  if (!existsSync('/proc/self/stat')) return []
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isAlive(pid) && parentOf(pid) === process.pid)
}

function parentOf(pid: number): number {
  try {
    return Number(/\) \S (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1])
  } catch {
    return 0
  }
}
