import { useTranslation } from 'react-i18next'
import { ServiceError } from 'tallystick/service-error'
import { queryClient } from '../../../base/queries.js'
import { client } from '../../../session/client.js'
import { useErrorText } from '../../../ui/error-text.js'
import { showToast } from '../../../ui/toast.jsx'
import { dropFromLists, refreshFolder } from './cache.js'
import { type Item, named, outermost } from './items.js'
import { keys } from './queries.js'

/**
 * Where things lie: moved, put into the bin and taken out of it, erased; one or many alike. Each says what happened, and how to take
 * it back; what cannot be done is named, and the rest stands.
 */
export function useMoves() {
  const { t } = useTranslation('files')
  const tell = useOutcome()

  const takeBack = async (items: readonly Item[], from?: string) => {
    const outcome = await eachOf(items, (item) =>
      from === undefined ? restoreOne(item) : moveOne(item, item.parentId),
    )
    await (from === undefined ? refreshAll() : refreshPlaces(outcome.done, from))
    tell(outcome)
  }

  return {
    /** Moves into a folder, and can be undone. What lies there already stays. */
    async move(items: readonly Item[], folderId: string, folderName: string): Promise<void> {
      const strangers = outermost(items).filter(({ parentId }) => parentId !== folderId)
      const outcome = await eachOf(strangers, (item) => moveOne(item, folderId))
      await refreshPlaces(outcome.done, folderId)
      tell(outcome, {
        title: (done) => t('moved', { ...named(done), folder: folderName }),
        undo: (done) => void takeBack(done, folderId),
      })
    },

    /** Into the bin, and can be undone. True when all of them are there. */
    async bin(items: readonly Item[]): Promise<boolean> {
      const outcome = await eachOf(outermost(items), binOne)
      void refreshPlaces(outcome.done)
      void queryClient.invalidateQueries({ queryKey: keys.bin })
      tell(outcome, { title: (done) => t('binned', named(done)), undo: (done) => void takeBack(done) })
      return outcome.failed.length === 0
    },

    /** Out of the bin, in the order of its list: what lies in another one was deleted before it, and comes back into it. */
    async restore(items: readonly Item[]): Promise<void> {
      const outcome = await eachOf(items, restoreOne, 1)
      await refreshAll()
      tell(outcome, { title: (done) => t('restored', named(done)) })
    },

    /** For good. */
    async erase(items: readonly Item[]): Promise<void> {
      const outcome = await eachOf(items, eraseOne)
      await refreshAll()
      tell(outcome, { title: (done) => t('erased', named(done)) })
    },

    /** Erases all that was deleted until then. @throws ServiceError */
    async emptyBin(until: string): Promise<void> {
      await client.delete('/api/bin', { params: { query: { until } } })
      await refreshAll()
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

async function eraseOne({ kind, id }: Item): Promise<void> {
  const query = { permanent: true }
  try {
    await (kind === 'folder'
      ? client.delete('/api/folders/{folderId}', { params: { path: { folderId: id }, query } })
      : client.delete('/api/files/{fileId}', { params: { path: { fileId: id }, query } }))
  } catch (error) {
    // It went with a folder that it lay in.
    if (!(error instanceof ServiceError && error.status === 404)) throw error
  }
}

function refreshAll(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: keys.all })
}

/** After things left their folders, perhaps for this one. */
async function refreshPlaces(items: readonly Item[], folderId?: string): Promise<void> {
  dropFromLists(items.map(({ id }) => id))
  const places = new Set([...items.map(({ parentId }) => parentId), ...(folderId === undefined ? [] : [folderId])])
  await Promise.all([
    ...[...places].map(refreshFolder),
    ...items.map(({ id }) => queryClient.invalidateQueries({ queryKey: keys.file(id) })),
    queryClient.invalidateQueries({ queryKey: keys.searches }),
  ])
}

/** Of more names nobody reads the last. */
const namesMax = 3

interface Told {
  /** What happened with those with which it went well; not given: nothing to say. */
  title?: (done: readonly Item[]) => string
  /** Takes it back, for all of them at once. */
  undo?: (done: readonly Item[]) => void
}

/** Says what came of doing something with things: what went well in one message, what did not in another, by name and with the reason. */
function useOutcome(): (outcome: Outcome, told?: Told) => void {
  const { t } = useTranslation('files')
  const errorText = useErrorText()
  const list = (names: readonly string[]) => {
    const rest = names.length - namesMax
    return names.slice(0, namesMax).join(', ') + (rest > 0 ? ` ${t('andMore', { count: rest })}` : '')
  }
  return ({ done, failed }, { title, undo } = {}) => {
    if (done.length > 0 && title) {
      showToast({ title: title(done), ...(undo && { undo: () => undo(done) }) })
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

/** What came of doing something with many things. */
interface Outcome {
  done: Item[]
  failed: { item: Item; error: unknown }[]
}

/** Does something with each, in their order and so many at a time; what fails does not stop the others. */
async function eachOf(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  // More at once would not be faster: the changes of an account's folders follow each other.
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
