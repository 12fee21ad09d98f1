import { type Calls, Thread } from '../../base/thread.js'
import { ApiError, apiError } from '../../http/errors.js'
import type { SheetOptions } from './sheet.js'
import type { MultiMethods, Refusal, SheetArguments, SheetMethod, SheetResult } from './thread.js'

/** The thread ends after this time without work, which gives its memory back. */
const idleMs = 10_000
/** Sheets are packed outside of the heap, which holds little but the hashes being read. A small young generation is collected sooner. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 }

/** A sheet in the thread. */
export interface RemoteSheet {
  call<Method extends SheetMethod>(method: Method, ...args: SheetArguments<Method>): Promise<SheetResult<Method>>
  close(): void
}

/** Keeps multi-stamps in a separate thread: parsing, leaves, tree and answer take seconds of computing for 100,000 hashes. */
export class Sheets {
  private readonly thread = new Thread<MultiMethods>('multi-thread', {
    resourceLimits,
    errorOf: (sent) => (sent instanceof Error ? sent : refusalOf(sent as Refusal)),
    endError: (cause) => apiError('unavailable', {}, { cause }),
  })
  private idle: NodeJS.Timeout | undefined
  private open = 0
  private lastId = 0

  /** Opens a sheet; the caller must close it. */
  async openSheet(options: SheetOptions): Promise<RemoteSheet> {
    clearTimeout(this.idle)
    this.open++
    const calls = this.thread.calls()
    const id = ++this.lastId
    const close = () => {
      calls.call('close', id).catch(() => undefined)
      if (--this.open === 0) this.idle = setTimeout(() => this.stop(), idleMs).unref()
    }
    try {
      await calls.call('open', id, options)
    } catch (error) {
      close()
      throw error
    }
    return { close, call: callsOfSheet(calls, id) }
  }

  async stop(): Promise<void> {
    clearTimeout(this.idle)
    await this.thread.stop()
  }
}

function callsOfSheet(calls: Calls<MultiMethods>, id: number): RemoteSheet['call'] {
  return <Method extends SheetMethod>(method: Method, ...args: SheetArguments<Method>) =>
    calls.call('run', id, method, args) as Promise<SheetResult<Method>>
}

function refusalOf({ code, message }: Refusal): ApiError {
  return new ApiError(code, message, {}, undefined)
}
