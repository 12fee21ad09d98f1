import type { Logger } from 'pino'
import { FairQueue } from '../base/turns/fair-queue.js'
import { type Inspection, MediaProcess, type OpenContent, type ProcessLimits } from './process.js'

/** Limits on inspections. */
export interface MediaLimits extends ProcessLimits {
  /** Maximum concurrent processes, with one job each. */
  processesMax: number
  /** Maximum waiting jobs of one owner. */
  ownerWaitingMax: number
  /** Maximum waiting jobs. */
  waitingMax: number
  /** Maximum wait of a job for its turn. */
  waitMsMax: number
  /** An idle process is ended after this. */
  idleMs: number
}

/** Waiting, starting and a job take less than the five minutes after which a file is inspected again. */
export const mediaLimits: MediaLimits = {
  processesMax: 2,
  jobCpuMsMax: 10_000,
  readMsMax: 10_000,
  jobMsMax: 90_000,
  contentBytesMax: 64 * 1024 * 1024,
  memoryBytesMax: 512 * 1024 * 1024,
  ownerWaitingMax: 100,
  waitingMax: 1000,
  waitMsMax: 90_000,
  idleMs: 60_000,
}

interface Job {
  owner: string
  /** The page of a PDF to draw; 0 to inspect the content. */
  page: number
  open: OpenContent
  answer: (inspection: Inspection) => void
  timer: NodeJS.Timeout
}

/** Settings of {@link Media}. */
export interface MediaOptions {
  logger: Pick<Logger, 'warn'>
  limits?: Partial<MediaLimits>
}

const skipped: Inspection = { facts: null, thumbnail: null, outcome: 'skipped' }

/**
 * Inspects untrusted content in separate processes: a hostile file can break only one of these and its own result. Processes
 * start when there is work and end when idle.
 */
export class Media {
  private readonly limits: MediaLimits
  private readonly logger: Pick<Logger, 'warn'>
  private readonly queue: FairQueue<Job>
  private readonly waiting = new Set<Job>()
  private readonly running = new Map<string, number>()
  /** All processes that haven't ended. */
  private readonly processes = new Set<MediaProcess>()
  /** Idle processes, and the timers that end them. */
  private readonly idle = new Map<MediaProcess, NodeJS.Timeout>()
  private busy = 0
  private stopping = false

  constructor({ logger, limits }: MediaOptions) {
    this.logger = logger
    this.limits = { ...mediaLimits, ...limits }
    this.queue = new FairQueue({ ownerMax: this.limits.ownerWaitingMax, allMax: this.limits.waitingMax })
  }

  /**
   * Inspects content: finds out its facts and makes a thumbnail. Never throws, and always resolves, with whatever content: the
   * limits end all waits and computing.
   *
   * @param owner owners take turns, and no one occupies all processes at once
   */
  inspect(owner: string, open: OpenContent): Promise<Inspection> {
    return this.queued(owner, open, 0)
  }

  /** Draws a page of a PDF, numbered from 1, under the same guarantees. */
  async drawPage(
    owner: string,
    open: OpenContent,
    page: number,
  ): Promise<Pick<Inspection, 'outcome'> & { picture: Uint8Array | null }> {
    const { thumbnail: picture, outcome } = await this.queued(owner, open, page)
    return { picture, outcome }
  }

  private queued(owner: string, open: OpenContent, page: number): Promise<Inspection> {
    return new Promise((resolve) => {
      const job: Job = {
        owner,
        page,
        open,
        answer: resolve,
        timer: setTimeout(() => this.skip(job), this.limits.waitMsMax),
      }
      this.waiting.add(job)
      if (this.stopping || !this.queue.add(owner, job)) this.skip(job)
      else this.dispatch()
    })
  }

  /** Ends all processes and resolves the waiting jobs. */
  async stop(): Promise<void> {
    this.stopping = true
    for (const job of this.waiting) this.skip(job)
    for (const process of this.processes) process.kill()
    await Promise.all([...this.processes].map((process) => process.ended))
  }

  private skip(job: Job): void {
    clearTimeout(job.timer)
    this.waiting.delete(job)
    this.queue.remove(job.owner, job)
    job.answer(skipped)
  }

  private dispatch(): void {
    const { processesMax } = this.limits
    const ownerMax = Math.max(1, processesMax - 1)
    while (this.busy < processesMax) {
      const job = this.queue.take((owner) => (this.running.get(owner) ?? 0) < ownerMax)
      if (!job) return
      clearTimeout(job.timer)
      this.waiting.delete(job)
      void this.run(job)
    }
  }

  private async run(job: Job): Promise<void> {
    const { owner } = job
    this.busy++
    this.running.set(owner, (this.running.get(owner) ?? 0) + 1)
    const reused = this.idleProcess()
    let process = reused ?? this.startProcess()
    let inspection = await process.inspect(job.open, job.page)
    if (reused && inspection.outcome === 'failed' && !inspection.facts && !this.stopping) {
      // It may have died of another cause while idle: retry in a fresh process.
      process = this.startProcess()
      inspection = await process.inspect(job.open, job.page)
    }
    if (process.isUsable) this.keepIdle(process)
    this.busy--
    const left = (this.running.get(owner) ?? 0) - 1
    if (left > 0) this.running.set(owner, left)
    else this.running.delete(owner)
    if (this.stopping) {
      // Stopping ended the process, not the content.
      if (inspection.outcome === 'failed') inspection.outcome = 'skipped'
    } else if (!(await process.started)) {
      this.logger.warn({ ended: await process.ended }, 'the inspection process does not start')
    } else if (inspection.outcome === 'failed') {
      this.logger.warn({ ended: await process.ended }, 'gave up inspecting a file: it crashed the inspection process')
    }
    job.answer(inspection)
    this.dispatch()
  }

  private idleProcess(): MediaProcess | undefined {
    for (const [process, timer] of this.idle) {
      clearTimeout(timer)
      this.idle.delete(process)
      if (process.isUsable) return process
    }
    return undefined
  }

  private startProcess(): MediaProcess {
    const process = new MediaProcess(this.limits)
    this.processes.add(process)
    void process.ended.then(() => {
      this.processes.delete(process)
      clearTimeout(this.idle.get(process))
      this.idle.delete(process)
    })
    return process
  }

  private keepIdle(process: MediaProcess): void {
    this.idle.set(
      process,
      setTimeout(() => process.kill(), this.limits.idleMs),
    )
  }
}
