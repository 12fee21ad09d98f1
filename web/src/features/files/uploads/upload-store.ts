import { useSyncExternalStore } from 'react'
import { currentSession, onSessionChange } from '../../../session/session.js'
import { refreshAmounts, refreshTop } from '../model/cache.js'
import { type RunningUpload, runUpload } from './run-upload.js'
import type { Target, UploadView } from './upload.js'

/** More at once would not be faster, and each would show less progress. */
const atOnce = 3
/** Lists reload a little after an upload, and again until the new files have been inspected. */
const refreshMs = [300, 1500, 4000, 12_000]

let views: readonly UploadView[] = []
const files = new Map<number, File>()
const runs = new Map<number, RunningUpload>()
const listeners = new Set<() => void>()
let lastId = 0

function notify(): void {
  for (const listener of listeners) listener()
}

function change(id: number, patch: Partial<UploadView>): void {
  views = views.map((view) => (view.id === id ? { ...view, ...patch } : view))
  notify()
}

/** Whether leaving the page would stop an upload. */
function isBusy(): boolean {
  return views.some(({ state }) => state === 'waiting' || state === 'sending' || state === 'cut')
}

addEventListener('beforeunload', (event) => {
  if (isBusy()) event.preventDefault()
})

// Retries interrupted uploads at once when the browser is back online.
addEventListener('online', () => {
  for (const { id, state } of views) if (state === 'cut') runs.get(id)?.retryNow()
})

// The next person at this browser must not see these uploads. Their owner can resume them later.
onSessionChange(() => {
  void currentSession().then(({ status }) => {
    if (status !== 'out' || views.length === 0) return
    for (const run of runs.values()) run.pause()
    remove(views.map(({ id }) => id))
  })
})

/** Queues files for upload. */
export function addUploads(chosen: readonly File[], target: Target): void {
  const added = chosen.map((file): UploadView => {
    lastId++
    files.set(lastId, file)
    return {
      id: lastId,
      name: file.name,
      size: file.size,
      target,
      state: 'waiting',
      sent: 0,
      isResumed: false,
      bytesPerSecond: null,
      fileId: null,
      error: null,
    }
  })
  views = [...views, ...added]
  notify()
  startNext()
}

/** Cancels an upload; the service deletes its received part. */
export function cancelUpload(id: number): void {
  runs.get(id)?.cancel()
  remove([id])
}

/** Retries a failed upload from where it stopped. */
export function retryUpload(id: number): void {
  change(id, { state: 'waiting', error: null, bytesPerSecond: null })
  startNext()
}

/** Removes finished and failed uploads from the list. */
export function clearUploads(): void {
  remove(views.filter(({ state }) => state === 'done' || state === 'there' || state === 'failed').map(({ id }) => id))
}

/** Returns all uploads of this page and re-renders when they change. */
export function useUploads(): readonly UploadView[] {
  return useSyncExternalStore(subscribe, () => views)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function remove(ids: readonly number[]): void {
  for (const id of ids) {
    runs.delete(id)
    files.delete(id)
  }
  views = views.filter(({ id }) => !ids.includes(id))
  notify()
  startNext()
}

function startNext(): void {
  const free = atOnce - views.filter(({ state }) => state === 'sending' || state === 'cut').length
  for (const { id, target } of views.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free))) {
    const file = files.get(id)
    if (!file) continue
    change(id, { state: 'sending' })
    const run = runUpload(file, target, (patch) => {
      if (runs.get(id) !== run) return
      change(id, patch)
      if (patch.state === 'done') refreshSoon(target.folderId)
      if (patch.state === 'done' || patch.state === 'there' || patch.state === 'failed') startNext()
    })
    runs.set(id, run)
  }
}

const toRefresh = new Map<string, number>()

/** Reloads a folder's list, in rounds until all new files are inspected. A failure shows when the list is opened. */
function refreshSoon(folderId: string, round = 0): void {
  const delayMs = refreshMs[round]
  if (delayMs === undefined || (toRefresh.get(folderId) ?? round + 1) <= round) return
  toRefresh.set(folderId, round)
  setTimeout(() => {
    if (toRefresh.get(folderId) !== round) return
    toRefresh.delete(folderId)
    if (round === 0) void refreshAmounts(folderId)
    void refreshTop(folderId).then(
      (isKnown) => isKnown || refreshSoon(folderId, round + 1),
      () => undefined,
    )
  }, delayMs)
}
