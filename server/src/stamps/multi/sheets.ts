import { Worker } from 'node:worker_threads'
import { ownFile } from '../../base/own-files.js'
import { ApiError, apiError } from '../../http/errors.js'
import type { SheetOptions } from './sheet.js'
import type { SheetArguments, SheetMethod, SheetReply, SheetRequest, SheetResult } from './thread.js'

interface Pending {
  worker: Worker
  resolve(result: unknown): void
  reject(error: Error): void
}

/** The thread ends after this time without work, which gives its memory back. */
const idleMs = 10_000
/** Sheets are packed outside of the heap, which holds little but the hashes being read. A small young generation is collected sooner. */
const heapMiB = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 }

// The compiled file, even when this module runs from source.
const program = ownFile('dist/multi-thread.js')

/** A sheet in the thread. */
export interface RemoteSheet {
  call<Method extends SheetMethod>(method: Method, ...args: SheetArguments<Method>): Promise<SheetResult<Method>>
  close(): void
}

/** Keeps multi-stamps in a separate thread: parsing, leaves, tree and answer take seconds of computing for 100,000 hashes. */
export class Sheets {
  private worker: Worker | null = null
  private readonly pending = new Map<number, Pending>()
  private idle: NodeJS.Timeout | undefined
  private open = 0
  private lastId = 0

  /** Opens a sheet; the caller must close it. */
  async openSheet(options: SheetOptions): Promise<RemoteSheet> {
    clearTimeout(this.idle)
    this.open++
    this.worker ??= this.start()
    const { worker } = this
    const sheet = ++this.lastId
    const close = () => {
      if (this.worker === worker) this.post(worker, { id: ++this.lastId, sheet, close: true }).catch(() => undefined)
      if (--this.open === 0) this.idle = setTimeout(() => this.stop(), idleMs).unref()
    }
    try {
      await this.post(worker, { id: ++this.lastId, sheet, open: options })
    } catch (error) {
      close()
      throw error
    }
    return {
      close,
      call: <Method extends SheetMethod>(call: Method, ...args: SheetArguments<Method>) =>
        this.post(worker, { id: ++this.lastId, sheet, call, args }) as Promise<SheetResult<Method>>,
    }
  }

  async stop(): Promise<void> {
    clearTimeout(this.idle)
    const { worker } = this
    this.worker = null
    await worker?.terminate()
  }

  private post(worker: Worker, request: SheetRequest): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.worker !== worker) return reject(apiError('unavailable'))
      this.pending.set(request.id, { worker, resolve, reject })
      worker.postMessage(request)
    })
  }

  private start(): Worker {
    const worker = new Worker(program, { resourceLimits: heapMiB })
    // Idle on its own, so it must not keep the process alive.
    worker.unref()
    worker.on('message', ({ id, result, refusal, problem }: SheetReply) => {
      const pending = this.pending.get(id)
      this.pending.delete(id)
      if (refusal) pending?.reject(new ApiError(refusal.code, refusal.message, {}, undefined))
      else if (problem !== undefined) pending?.reject(new Error(problem))
      else pending?.resolve(result)
    })
    worker.on('error', (error) => this.end(worker, error as Error))
    worker.on('exit', () => this.end(worker, new Error('the thread of multi-stamps exited')))
    return worker
  }

  /** Fails everything under way; the next sheet starts a new thread. */
  private end(worker: Worker, cause: Error): void {
    if (this.worker === worker) this.worker = null
    for (const [id, pending] of this.pending) {
      if (pending.worker !== worker) continue
      this.pending.delete(id)
      pending.reject(apiError('unavailable', {}, { cause }))
    }
  }
}
