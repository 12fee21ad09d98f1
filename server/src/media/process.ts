import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { debugOptions } from '../base/debug-port.js'
import { ownFile } from '../base/own-files.js'
import { Turn } from '../base/turns/turn.js'
import { answer, type Facts, isPicture, pageBytesMax, parseFacts, thumbnailBytesMax } from './facts.js'
import { frameOf, readFrames } from './frames.js'

/** Opens content for reading, once its turn has come. The iterator is closed as soon as no more is needed. */
export type OpenContent = () => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>

/** Result of inspecting content. */
export interface Inspection {
  /** The facts found, even when the rest failed; null when nothing is known. */
  facts: Facts | null
  /** A WebP of at most 320 × 320 pixels, or the requested page; null when there can't be one. */
  thumbnail: Uint8Array | null
  /**
   * `done`: inspecting again would give the same result. `failed`: the content took too much processor time or memory, or broke
   * the process. `skipped`: it was not inspected or couldn't be read; worth trying again later.
   */
  outcome: 'done' | 'failed' | 'skipped'
}

/** Limits of a media process. */
export interface ProcessLimits {
  /** Maximum processor time of a job: on a busy machine a job takes longer, but no more of it. */
  jobCpuMsMax: number
  /** Maximum wait for the next piece of the content. */
  readMsMax: number
  /** Maximum time of a job, and of the start: only for a process that neither computes nor answers. */
  jobMsMax: number
  /** Only the beginning of larger content is inspected. */
  contentBytesMax: number
  memoryBytesMax: number
}

// The compiled file, even when this module runs from source.
const program = fileURLToPath(ownFile('dist/media-child.js'))

// No writing files (private content stays in memory), no core dumps, few open files, and a hard memory limit where the system
// enforces it: well above the limit that the process watches itself.
const shell = `
ulimit -c 0; ulimit -f 0; ulimit -n 64
ulimit -d "$1" 2>/dev/null
shift
exec "$@"
`
/**
 * Headroom over the watched limit, because the hard limit also counts memory that is only reserved. Node 24 reserves 512 MiB for
 * the code of its main thread in a way that counts; Node 20 doesn't.
 */
const hardBytes = 1024 * 1024 * 1024
const pieceBytes = 1 << 18

/** A process that inspects contents, one after the other. */
export class MediaProcess {
  private readonly child: ChildProcess
  private readonly limits: ProcessLimits
  private readonly answers: AsyncGenerator<Buffer, undefined>
  /** Resolves with whether our code has started in it. */
  readonly started: Promise<boolean>
  /** Resolves with the reason once the process has ended. */
  readonly ended: Promise<string>
  /** Whether it can take another job. */
  isUsable = true
  /** Findings so far about the content that was inspected last. */
  facts: Facts | null = null

  constructor(limits: ProcessLimits) {
    this.limits = limits
    const node = [process.execPath, ...debugOptions, '--max-old-space-size=128', program]
    const dataKibMax = Math.round((limits.memoryBytesMax + hardBytes) / 1024)
    const args = [...node, limits.contentBytesMax, limits.memoryBytesMax, limits.jobCpuMsMax]
    this.child = spawn('sh', ['-c', shell, 'sh', dataKibMax, ...args].map(String), {
      cwd: '/',
      // Nothing from the service's environment. Fewer threads and arenas save memory.
      env: { UV_THREADPOOL_SIZE: '2', MALLOC_ARENA_MAX: '2' },
      stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
      detached: true,
    })
    this.ended = new Promise((resolve) => {
      this.child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
      this.child.once('error', (error) => resolve(error.message))
    })
    void this.ended.then(() => {
      this.isUsable = false
    })
    this.input.on('error', () => undefined)
    const output = this.child.stdio[3] as Readable
    output.on('error', () => undefined)
    this.answers = readFrames(output)
    this.started = this.awaitReady()
  }

  get pid(): number | undefined {
    return this.child.pid
  }

  /** Kills the process. */
  kill(): void {
    this.isUsable = false
    this.child.kill('SIGKILL')
  }

  /**
   * Inspects one content. Never throws. Don't call again before it resolves.
   *
   * @param page of a PDF, from 1: draws this page instead
   */
  async inspect(open: OpenContent, page = 0): Promise<Inspection> {
    const inspection: Inspection = { facts: null, thumbnail: null, outcome: 'skipped' }
    this.facts = null
    if (!(await this.started)) return inspection
    let isGivenUp = false
    // Giving up leads to `skipped`, not `failed`: harmful content makes the process exit, a timeout doesn't prove any harm.
    const giveUp = () => {
      isGivenUp = true
      this.kill()
    }
    const answered = new AbortController()
    const timer = setTimeout(giveUp, this.limits.jobMsMax)
    const feeding = this.feed(open, page, giveUp, answered.signal)
    const isAnswered = await this.readAnswers(inspection, page > 0 ? pageBytesMax : thumbnailBytesMax)
    inspection.facts = this.facts
    clearTimeout(timer)
    answered.abort()
    if (!isAnswered) this.kill()
    await feeding
    inspection.outcome = isAnswered ? 'done' : isGivenUp ? 'skipped' : 'failed'
    return inspection
  }

  /** Sends the content, as much as the process reads. */
  private async feed(open: OpenContent, page: number, giveUp: () => void, signal: AbortSignal): Promise<void> {
    const pieces = piecesOf(open)
    const answered = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null)))
    const task = Buffer.alloc(4)
    task.writeUInt32LE(page)
    try {
      await this.write(task)
      while (!signal.aborted) {
        const timer = setTimeout(giveUp, this.limits.readMsMax)
        const next = await Promise.race([pieces.next(), answered]).finally(() => clearTimeout(timer))
        if (next === null || next.done) break
        await this.write(next.value)
        // The process answers before it reads on. In the next turn such an answer is seen, however fast the content comes.
        await new Turn().next()
      }
      await this.write(Buffer.alloc(0))
    } catch {
      // The process waits for content that will never come.
      giveUp()
    } finally {
      pieces.return(undefined).catch(() => undefined)
    }
  }

  private write(bytes: Uint8Array): Promise<void> {
    return new Promise((resolve) => this.input.write(frameOf(bytes), () => resolve()))
  }

  /** Collects the answers of a job in `inspection`. Returns whether the job completed. */
  private async readAnswers(inspection: Inspection, bytesMax: number): Promise<boolean> {
    for (;;) {
      const frame = await this.nextAnswer()
      if (frame === undefined) return false
      const bytes = frame.subarray(1)
      if (frame[0] === answer.facts) {
        const facts = parseFacts(bytes)
        if (facts === null) return false
        this.facts = facts
      } else {
        const isLast = frame[0] === answer.lastThumbnail
        if ((!isLast && frame[0] !== answer.thumbnail) || !isPicture(bytes, bytesMax)) return false
        if (isLast) this.kill()
        if (bytes.length > 0) inspection.thumbnail = Uint8Array.from(bytes)
        return true
      }
    }
  }

  private async nextAnswer(): Promise<Buffer | undefined> {
    try {
      const { value } = await this.answers.next()
      return value
    } catch {
      return undefined
    }
  }

  private async awaitReady(): Promise<boolean> {
    const timer = setTimeout(() => this.kill(), this.limits.jobMsMax)
    const frame = await this.nextAnswer()
    clearTimeout(timer)
    const isReady = frame?.[0] === answer.ready
    if (!isReady) this.kill()
    return isReady
  }

  private get input(): Writable {
    return this.child.stdin as Writable
  }
}

async function* piecesOf(open: OpenContent): AsyncGenerator<Uint8Array, undefined> {
  for await (const chunk of await open()) {
    for (let at = 0; at < chunk.length; at += pieceBytes) yield chunk.subarray(at, at + pieceBytes)
  }
}
