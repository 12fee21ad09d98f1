import { ServiceError } from '@tallystick/sdk'
import { useNavigate } from '@tanstack/react-router'
import { queryClient } from '../../../base/queries.js'
import { client } from '../../../session/client.js'
import { useTranslation } from '../../../texts/translation.js'
import { useErrorText } from '../../../ui/feedback/error-text.js'
import { showToast } from '../../../ui/feedback/toast.jsx'
import { dropFromLists, refreshFolder } from './cache.js'
import { type Item, named, outermost } from './items.js'
import { keys } from './queries.js'

/**
 * Moves items between folders, to and from the bin, and deletes them permanently. Each action reports its result with undo where
 * possible, and names the items it failed for; the others stay done.
 */
export function useMoves() {
  const { t } = useTranslation('files')
  const report = useReport()
  const navigate = useNavigate()
  const certificates = { label: t('deletions.show'), run: () => void navigate({ to: '/files/deletions' }) }

  const revert = async (items: readonly Item[], from?: string) => {
    const outcome = await applyToEach(items, (item) =>
      from === undefined ? restoreOne(item) : moveOne(item, item.parentId),
    )
    await (from === undefined ? refreshAll() : refreshFolders(outcome.done, from))
    report(outcome)
  }

  return {
    /** Moves items into a folder, with undo. Items already there stay. */
    async move(items: readonly Item[], folderId: string, folderName: string): Promise<void> {
      const moving = outermost(items).filter(({ parentId }) => parentId !== folderId)
      const outcome = await applyToEach(moving, (item) => moveOne(item, folderId))
      await refreshFolders(outcome.done, folderId)
      report(outcome, {
        title: (done) => t('moved', { ...named(done), folder: folderName }),
        undo: (done) => void revert(done, folderId),
      })
    },

    /** Moves items to the bin, with undo. Returns whether all of them are there. */
    async bin(items: readonly Item[]): Promise<boolean> {
      const outcome = await applyToEach(outermost(items), binOne)
      void refreshFolders(outcome.done)
      void queryClient.invalidateQueries({ queryKey: keys.bin })
      report(outcome, { title: (done) => t('binned', named(done)), undo: (done) => void revert(done) })
      return outcome.failed.length === 0
    },

    /**
     * Restores items from the bin, in its order: an item inside another deleted folder was deleted first, and returns into it.
     */
    async restore(items: readonly Item[]): Promise<void> {
      const outcome = await applyToEach(items, restoreOne, 1)
      await refreshAll()
      report(outcome, { title: (done) => t('restored', named(done)) })
    },

    /** Deletes items permanently. */
    async purge(items: readonly Item[]): Promise<void> {
      const outcome = await applyToEach(items, purgeOne)
      await refreshAll()
      report(outcome, { title: (done) => t('erased', named(done)), action: certificates })
    },

    /**
     * Permanently deletes everything deleted until then.
     *
     * @throws {ServiceError} when the service refuses
     */
    async emptyBin(until: string): Promise<void> {
      await client.delete('/api/bin', { params: { query: { until } } })
      await refreshAll()
      showToast({ title: t('emptyBin.done'), action: certificates })
    },
  }
}

function moveOne({ kind, id }: Item, folderId: string): Promise<unknown> {
  return kind === 'folder'
    ? client.patch('/api/folders/{folderId}', {
        params: { path: { folderId: id } },
        body: { parentFolderId: folderId },
      })
    : client.patch('/api/files/{fileId}', { params: { path: { fileId: id } }, body: { folderId } })
}

function binOne({ kind, id }: Item): Promise<unknown> {
  return kind === 'folder'
    ? client.delete('/api/folders/{folderId}', { params: { path: { folderId: id } } })
    : client.delete('/api/files/{fileId}', { params: { path: { fileId: id } } })
}

function restoreOne({ kind, id }: Item): Promise<unknown> {
  return kind === 'folder'
    ? client.post('/api/folders/{folderId}/restore', { params: { path: { folderId: id } } })
    : client.post('/api/files/{fileId}/restore', { params: { path: { fileId: id } } })
}

async function purgeOne({ kind, id }: Item): Promise<void> {
  const query = { permanent: true }
  try {
    await (kind === 'folder'
      ? client.delete('/api/folders/{folderId}', { params: { path: { folderId: id }, query } })
      : client.delete('/api/files/{fileId}', { params: { path: { fileId: id }, query } }))
  } catch (error) {
    // Already deleted with its folder.
    if (!(error instanceof ServiceError && error.status === 404)) throw error
  }
}

function refreshAll(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: keys.all })
}

/** Updates lists after items left their folders, for `folderId` if given. */
async function refreshFolders(items: readonly Item[], folderId?: string): Promise<void> {
  dropFromLists(items.map(({ id }) => id))
  const folderIds = new Set([...items.map(({ parentId }) => parentId), ...(folderId === undefined ? [] : [folderId])])
  await Promise.all([
    ...[...folderIds].map(refreshFolder),
    ...items.map(({ id }) => queryClient.invalidateQueries({ queryKey: keys.file(id) })),
    queryClient.invalidateQueries({ queryKey: keys.searches }),
  ])
}

/** A message with more names is not read to its end. */
const namesMax = 3

interface Report {
  /** Title of the success message; without it success is silent. */
  title?: (done: readonly Item[]) => string
  /** Undoes the action for all of them together. */
  undo?: (done: readonly Item[]) => void
  /** Alternative next step. */
  action?: { label: string; run: () => void }
}

/** Reports the result of an action: successes in one message, failures in another, by name and reason. */
function useReport(): (outcome: Outcome, told?: Report) => void {
  const { t } = useTranslation('files')
  const errorText = useErrorText()
  const list = (names: readonly string[]) => {
    const rest = names.length - namesMax
    return names.slice(0, namesMax).join(', ') + (rest > 0 ? ` ${t('andMore', { count: rest })}` : '')
  }
  return ({ done, failed }, { title, undo, action } = {}) => {
    if (done.length > 0 && title) {
      showToast({ title: title(done), ...(undo && { undo: () => undo(done) }), ...(action && { action }) })
    }
    if (failed.length === 0) return
    const reasons = new Map<string, string[]>()
    for (const { item, error } of failed) {
      const reason = errorText(error)
      reasons.set(reason, [...(reasons.get(reason) ?? []), item.name])
    }
    const text = [...reasons].map(([reason, names]) => (failed.length === 1 ? reason : `${list(names)}: ${reason}`))
    showToast({ title: t('notDone', named(failed.map(({ item }) => item))), text: text.join(' '), tone: 'bad' })
  }
}

/** Result of an action on several items. */
interface Outcome {
  done: Item[]
  failed: { item: Item; error: unknown }[]
}

/** Applies an action to each item, several at a time, in list order. A failure does not stop the others. */
async function applyToEach(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  // More would not be faster: changes to an account's folders are serialized.
  atOnce = 4,
): Promise<Outcome> {
  const done: Item[] = []
  const failed: Outcome['failed'] = []
  const waiting = [...items]
  const worker = async () => {
    for (let item = waiting.shift(); item; item = waiting.shift()) {
      try {
        await work(item)
        done.push(item)
      } catch (error) {
        failed.push({ item, error })
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return { done, failed }
}
