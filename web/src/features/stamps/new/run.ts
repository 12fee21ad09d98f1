import { ServiceError } from '@tallystick/sdk'
import { useSyncExternalStore } from 'react'
import { hashFile } from '../../../hashing/hash-file.js'
import { currentSession, onSessionChange } from '../../../session/session.js'
import { pathOf } from '../../../ui/forms/dropped-files.js'
import { isPdf } from '../copies/choice.js'
import { CopyRefusal } from '../copies/copy.js'
import type { CopyHooks, CopyQueue } from '../copies/copy-queue.js'
import { keptCopies } from '../copies/kept-copies.js'
import type { RunFailure } from '../kept.js'
import { folderOf, type ItemState, inNaturalOrder, type RunItem, stampName, type TypedHash } from './run-items.js'
import { RunMembers } from './run-members.js'
import { chunkItems, isBulk, type Outcome, type StampOptions, sendStamps } from './send-stamps.js'

/** Maximum number of files hashed at the same time; there are no more workers. */
const hashersMax = 4
/** Throttles updates of progress. */
const notifyMs = 100
/** Waits this long to send quickly hashed files together. */
const gatherMs = 120
const rateWindowMs = 2500
/** Bytes per second. Less is shown as 0 MB/s. */
const rateMin = 100_000
/** The service keeps no more of a run. */
const failuresMax = 1000

/** Options of a run. */
export interface RunOptions extends StampOptions {
  /** Starts to make copies of its PDFs, which are stamped instead; null when none are wanted. */
  makeCopies: ((hooks: CopyHooks) => CopyQueue) | null
}

/**
 * Items on their way to become stamps: hashed in workers as soon as they are added, sent once {@link StampRun.start} is called.
 * There is one run; it continues across page changes.
 */
export class StampRun {
  items: RunItem[] = []
  /** Set when the user confirms the stamping. */
  options: RunOptions | null = null
  readonly counts: Record<ItemState, number> = zero()
  /** Bytes in all files, and bytes hashed. */
  bytes = { all: 0, done: 0 }
  /** Has the service keep the stamps together, if there are several. */
  members: RunMembers | null = null
  private isSettled = false
  private version = 0
  private nextKey = 1
  private toHash: RunItem[] = []
  private ready: RunItem[] = []
  private hashing = 0
  private isSending = false
  private copies: CopyQueue | null = null
  private stopped = new AbortController()
  private samples: { at: number; bytes: number }[] = []
  private readonly hashAborts = new Map<RunItem, AbortController>()
  private readonly listeners = new Set<() => void>()
  private notifyTimer: ReturnType<typeof setTimeout> | null = null

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
  readonly snapshot = (): number => this.version

  /** Adds files and starts hashing them. */
  addFiles(files: readonly File[]): void {
    this.resetWhenDone()
    for (const file of files) {
      const path = pathOf(file)
      this.add({ name: file.name, path: path === file.name ? null : path, size: file.size, file, hash: null })
      this.bytes.all += file.size
    }
    this.items.sort(inNaturalOrder)
    this.toHash.sort(inNaturalOrder)
    for (; this.hashing < hashersMax && this.toHash.length > 0; this.hashing++) void this.hashQueue()
    this.tell()
  }

  /** Adds pasted hashes. */
  addHashes(hashes: readonly TypedHash[], nameOf: (hash: string) => string): void {
    this.resetWhenDone()
    for (const { hash, name } of hashes) {
      this.add({ name: name ?? nameOf(hash), path: null, size: null, file: null, hash })
    }
    void this.send()
    this.tell()
  }

  /** Removes an item that has not been sent. */
  remove(item: RunItem): void {
    this.hashAborts.get(item)?.abort()
    this.items = this.items.filter((other) => other !== item)
    this.ready = this.ready.filter((other) => other !== item)
    this.toHash = this.toHash.filter((other) => other !== item)
    this.counts[item.state]--
    this.bytes.all -= item.size ?? 0
    this.bytes.done -= item.done
    this.tell()
  }

  /** Stamps the current items and those added later. */
  start(options: RunOptions): void {
    this.options = options
    if (this.items.length > 1) {
      const name = this.keptTop()
      const run = { isPrivate: options.isPrivate, ...(name && { name }) }
      this.members = new RunMembers(run, this.stopped.signal, () => this.notify())
    }
    this.copies = options.makeCopies?.(this.copyHooks()) ?? null
    for (const item of this.ready.splice(0)) this.becomeReady(item)
    void this.send()
    this.tell()
  }

  /** Retries the failed items. */
  retry(): void {
    this.isSettled = false
    for (const item of this.items) {
      if (item.state !== 'failed') continue
      item.error = null
      if (item.hash === null) {
        this.bytes.done -= item.done
        item.done = 0
      }
      if (item.hash === null) {
        this.setState(item, 'waiting')
        this.toHash.push(item)
      } else this.becomeReady(item)
    }
    for (; this.hashing < hashersMax && this.toHash.length > 0; this.hashing++) void this.hashQueue()
    void this.send()
    this.tell()
  }

  /** Stops everything; existing stamps stay. */
  clear(): void {
    this.stopped.abort()
    this.stopped = new AbortController()
    this.items = []
    this.toHash = []
    this.ready = []
    this.options = null
    this.members = null
    this.copies?.stop()
    this.copies = null
    this.isSettled = false
    this.isSending = false
    this.hashing = 0
    this.bytes = { all: 0, done: 0 }
    this.samples = []
    Object.assign(this.counts, zero())
    this.tell()
  }

  get isStarted(): boolean {
    return this.options !== null
  }

  /** Whether every item has succeeded or failed. */
  get isDone(): boolean {
    const { stamped, existing, failed } = this.counts
    return this.isStarted && stamped + existing + failed === this.items.length
  }

  /** Whether closing the page would lose something. */
  get isBusy(): boolean {
    return this.items.length > 0 && this.isStarted && !this.isDone
  }

  /** The first documents that couldn't be stamped, with the codes of their errors. */
  get failures(): RunFailure[] {
    const failed = this.items.filter(({ state }) => state === 'failed')
    return failed
      .slice(0, failuresMax)
      .map((item) => ({ name: stampName(item.name), folder: this.keptFolderOf(item) ?? '', reason: reasonOf(item) }))
  }

  /** Bytes hashed per second, lately; null if unknown. */
  get rate(): number | null {
    const first = this.samples[0]
    const last = this.samples.at(-1)
    if (!first || !last || last.at - first.at < 200) return null
    const rate = ((last.bytes - first.bytes) * 1000) / (last.at - first.at)
    // Small files are done before there is a speed: "0 MB/s" would look like a standstill.
    return rate < rateMin ? null : rate
  }

  private add(item: Pick<RunItem, 'name' | 'path' | 'size' | 'file' | 'hash'>): void {
    const state = item.hash === null ? 'waiting' : 'ready'
    const fresh = { done: 0, copy: null, unmarked: null, code: null, error: null }
    const added: RunItem = { ...item, ...fresh, key: this.nextKey++, state }
    this.items.push(added)
    this.counts[state]++
    if (state === 'waiting') this.toHash.push(added)
    else this.ready.push(added)
  }

  private resetWhenDone(): void {
    if (this.isDone) this.clear()
  }

  private setState(item: RunItem, state: ItemState): void {
    this.counts[item.state]--
    item.state = state
    this.counts[state]++
    this.notify()
  }

  private async hashQueue(): Promise<void> {
    const { signal } = this.stopped
    for (let item = this.toHash.shift(); item && !signal.aborted; item = this.toHash.shift()) {
      await this.hash(item, signal)
    }
    if (!signal.aborted) this.hashing--
  }

  private async hash(item: RunItem, signal: AbortSignal): Promise<void> {
    this.setState(item, 'hashing')
    const own = new AbortController()
    const either = AbortSignal.any([signal, own.signal])
    this.hashAborts.set(item, own)
    const onProgress = (bytes: number) => {
      if (either.aborted) return
      this.bytes.done += bytes - item.done
      item.done = bytes
      this.sample()
      this.notify()
    }
    try {
      item.hash = await hashFile(item.file ?? new Blob(), { onProgress, signal: either })
      if (either.aborted) return
      this.becomeReady(item)
    } catch (error) {
      if (either.aborted) return
      item.error = error
      this.setState(item, 'failed')
    } finally {
      this.hashAborts.delete(item)
    }
  }

  /** Sends an item whose fingerprint is known, with its copy if it gets one. */
  private becomeReady(item: RunItem): void {
    this.setState(item, 'ready')
    if (this.copies && item.file && isPdf(item.file) && !item.copy && !item.unmarked) this.copies.add(item)
    else {
      this.ready.push(item)
      void this.send()
    }
  }

  private copyHooks(): CopyHooks {
    const { signal } = this.stopped
    return {
      signal,
      began: (item) => this.setState(item, 'copying'),
      ended: (item, error) => {
        if (signal.aborted) return
        if (error === undefined) return this.becomeReady(item)
        item.error = error
        this.setState(item, 'failed')
      },
    }
  }

  private async send(): Promise<void> {
    const { options } = this
    if (this.isSending || !options) return
    this.isSending = true
    const { signal } = this.stopped
    // A page that closes after the first answer then knows where its stamps belong.
    await this.members?.created
    while (this.ready.length > 0 && !signal.aborted) {
      if (this.ready.length < chunkItems && this.hashing > 0) await new Promise((done) => setTimeout(done, gatherMs))
      if (signal.aborted) return
      const chunk = this.ready.splice(0, chunkItems)
      for (const item of chunk) this.setState(item, 'sending')
      const settled = (item: RunItem, { state, code, member, error }: Outcome) => {
        if (signal.aborted) return
        const folder = this.keptFolderOf(item)
        if (member) this.members?.add(folder ? { ...member, folder } : member)
        this.settleCopy(item, state, error)
        item.code = code ?? null
        item.error = error
        this.setState(item, state)
      }
      await sendStamps(chunk, options, { isMany: isBulk(this.items.length), signal, settled })
    }
    if (!signal.aborted) this.isSending = false
  }

  /** Keeps a stamped copy until it is saved. One whose code expired meanwhile is made again. */
  private settleCopy(item: RunItem, state: Outcome['state'], error: unknown): void {
    const { copy, file, path } = item
    if (!copy || !file) return
    if (state !== 'failed') keptCopies.add({ copy, file, path })
    else if (error instanceof ServiceError && error.code === 'code_not_reserved') item.copy = null
  }

  /** Tells the run what failed in the end. */
  private settleOnce(): void {
    if (this.isSettled || !this.isDone) return
    this.isSettled = true
    this.copies?.stop()
    this.members?.settle(this.failures)
  }

  /** Returns an item's folder, if the service may know it. Names that hold their folders need no other. */
  private keptFolderOf(item: RunItem): string | null {
    return this.options?.keepsFolders && !this.options.withFolders ? folderOf(item) : null
  }

  /** Returns the name of the folder that everything came in, if the service may know it. */
  private keptTop(): string | null {
    if (!this.options?.keepsFolders && !this.options?.withFolders) return null
    const [top = null, ...others] = new Set(this.items.map((item) => folderOf(item)?.split('/')[0] ?? null))
    return others.length === 0 ? top : null
  }

  private sample(): void {
    const at = performance.now()
    this.samples.push({ at, bytes: this.bytes.done })
    while (at - (this.samples[0]?.at ?? at) > rateWindowMs) this.samples.shift()
  }

  /** Tells the screens of progress, now and then. */
  private notify(): void {
    this.notifyTimer ??= setTimeout(() => this.tell(), notifyMs)
  }

  /**
   * Tells the screens at once. What someone did is never throttled: the run is one object, so until all of them know, a screen that
   * renders for another reason shows the run beside one that shows its drop zone, and what was chosen in it is lost when that one follows.
   */
  private tell(): void {
    if (this.notifyTimer !== null) clearTimeout(this.notifyTimer)
    this.notifyTimer = null
    this.version++
    this.settleOnce()
    for (const listener of this.listeners) listener()
  }
}

function reasonOf({ hash, error }: RunItem): string {
  if (error instanceof ServiceError) return error.code
  if (error instanceof CopyRefusal) return error.reason === 'unreadable' ? error.reason : `copy_${error.reason}`
  return hash === null ? 'unreadable' : 'unreachable'
}

function zero(): Record<ItemState, number> {
  return { waiting: 0, hashing: 0, copying: 0, ready: 0, sending: 0, stamped: 0, existing: 0, failed: 0 }
}

/** The page's only run. */
export const run = new StampRun()

// The next person at this browser must not see this run.
onSessionChange(() => void currentSession().then(({ status }) => status === 'out' && run.clear()))
addEventListener('beforeunload', (event) => {
  if (run.isBusy) event.preventDefault()
})

/** Returns the run and re-renders when it changes. */
export function useRun(): StampRun {
  useSyncExternalStore(run.subscribe, run.snapshot)
  return run
}
