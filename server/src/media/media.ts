import type { Logger } from 'pino'
import { FairQueue } from './fair-queue.js'
import { type Inspection, MediaProcess, type OpenContent, type ProcessLimits } from './process.js'

/** How much looking there may be. */
export interface MediaLimits extends ProcessLimits {
  /** At the same time, each in a process of its own. */
  processesMax: number
  /** Jobs of one owner that wait. */
  ownerWaitingMax: number
  /** Jobs that wait. */
  waitingMax: number
  /** How long a job waits for its turn. */
  waitMsMax: number
  /** A process without work ends after this. */
  idleMs: number
}

export const mediaLimits: MediaLimits = {
  processesMax: 2,
  jobMsMax: 10_000,
  contentBytesMax: 64 * 1024 * 1024,
  memoryBytesMax: 512 * 1024 * 1024,
  ownerWaitingMax: 100,
  waitingMax: 1000,
  waitMsMax: 30_000,
  idleMs: 60_000,
}

interface Job {
  owner: string
  /** Of a PDF, to be drawn; 0: looks at it. */
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

const unseen: Inspection = { facts: null, thumbnail: null, outcome: 'unseen' }

/**
 * Looks into content that nobody vouches for, in processes of its own: what a hostile file can break is one of these, and its
 * own result. They start when there is work and end when there is none.
 */
export class Media {
  private readonly limits: MediaLimits
  private readonly logger: Pick<Logger, 'warn'>
  private readonly queue: FairQueue<Job>
  private readonly waiting = new Set<Job>()
  private readonly running = new Map<string, number>()
  /** All that have not ended. */
  private readonly processes = new Set<MediaProcess>()
  /** Those without work, and what will end them. */
  private readonly idle = new Map<MediaProcess, NodeJS.Timeout>()
  private busy = 0
  private stopping = false

  constructor({ logger, limits }: MediaOptions) {
    this.logger = logger
    this.limits = { ...mediaLimits, ...limits }
    this.queue = new FairQueue({ ownerMax: this.limits.ownerWaitingMax, allMax: this.limits.waitingMax })
  }

  /**
   * Looks at content: what it is, and a thumbnail. Never throws and always answers, at the latest some seconds after
   * `waitMsMax` and `jobMsMax`.
   *
   * @param owner whose turn it takes: owners take turns, and nobody has all processes at once
   */
  inspect(owner: string, open: OpenContent): Promise<Inspection> {
    return this.queued(owner, open, 0)
  }

  /** Draws a page of a PDF, numbered from 1, under the same conditions. */
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
        timer: setTimeout(() => this.giveUp(job), this.limits.waitMsMax),
      }
      this.waiting.add(job)
      if (this.stopping || !this.queue.add(owner, job)) this.giveUp(job)
      else this.dispatch()
    })
  }

  /** Ends all processes; whoever waits is answered. */
  async stop(): Promise<void> {
    this.stopping = true
    for (const job of this.waiting) this.giveUp(job)
    for (const process of this.processes) process.kill()
    await Promise.all([...this.processes].map((process) => process.ended))
  }

  private giveUp(job: Job): void {
    clearTimeout(job.timer)
    this.waiting.delete(job)
    this.queue.remove(job.owner, job)
    job.answer(unseen)
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
    const rested = this.idleProcess()
    let process = rested ?? this.startProcess()
    let inspection = await process.look(job.open, job.page)
    if (rested && inspection.outcome === 'failed' && !inspection.facts && !this.stopping) {
      // It may have died of something else while it rested: a new one tells.
      process = this.startProcess()
      inspection = await process.look(job.open, job.page)
    }
    if (process.isUsable) this.rest(process)
    this.busy--
    const left = (this.running.get(owner) ?? 0) - 1
    if (left > 0) this.running.set(owner, left)
    else this.running.delete(owner)
    if (this.stopping) {
      // It was not the content's fault.
      if (inspection.outcome === 'failed') inspection.outcome = 'unseen'
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

  private rest(process: MediaProcess): void {
    this.idle.set(
      process,
      setTimeout(() => process.kill(), this.limits.idleMs),
    )
  }
}
