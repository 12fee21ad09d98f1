import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hashFile, ServiceError, type StampManyResult } from '@tallystick/sdk'
import type { Session } from '../account/session.js'
import { failure, isTemporary } from '../failure.js'
import { inOrder } from '../in-order.js'
import { readingProblem } from '../input.js'
import { stampName } from '../stamps/files.js'
import type { Entry, Journal } from './journal.js'
import { isSame, type Seen, see } from './settling.js'

/** The service, state and callbacks of stamping. */
export interface Surroundings {
  folder: string
  journal: Journal
  session: Session
  isPrivate: boolean
  /** The name a file is stamped under, by its path in the folder. */
  nameOf(path: string): string
  signal: AbortSignal
  /** Called with each stamp before it is in the journal: after a crash, perhaps again. */
  onStamped(path: string, stamp: StampManyResult): Promise<void>
  /** Called with a file that has changed since it was seen. */
  onChanged(path: string): void
  onLeft(path: string, reason: string): void
  /** Prints a note for the person. */
  note(text: string): void
}

/** Files stamped together. A kill loses no more than their hashes. */
const partFiles = 500
const partBytes = 1e9
const hashedAtOnce = 8
const pauseMsMax = 30_000

/** Stamps files and writes them into the journal, those whose content is in it already excepted. */
export async function stampSettled(files: readonly Seen[], around: Surroundings): Promise<void> {
  for (const part of partsOf(files)) {
    const hashed: Entry[] = []
    for await (const entry of inOrder(part, hashedAtOnce, (file) => hash(file, around))) if (entry) hashed.push(entry)
    const isKnown = ({ path, hash }: Entry) => around.journal.find(path)?.hash === hash
    await around.journal.add(hashed.filter(isKnown))
    await send(
      hashed.filter((entry) => !isKnown(entry)),
      around,
    )
  }
}

function* partsOf(files: readonly Seen[]): Generator<Seen[], void, undefined> {
  let part: Seen[] = []
  let bytes = 0
  for (const file of files) {
    part.push(file)
    bytes += file.size
    if (part.length < partFiles && bytes < partBytes) continue
    yield part
    part = []
    bytes = 0
  }
  if (part.length > 0) yield part
}

/** Null when the file is gone, changes meanwhile or cannot be read. */
async function hash(file: Seen, { folder, signal, onChanged, onLeft }: Surroundings): Promise<Entry | null> {
  try {
    const digest = await hashFile(join(folder, file.path), { signal })
    const now = await see(folder, file.path)
    if (now !== null && isSame(now, file)) return { ...file, hash: digest }
    onChanged(file.path)
  } catch (error) {
    signal.throwIfAborted()
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') onLeft(file.path, readingProblem(error))
  }
  return null
}

/** Sends hashes until the service has all of them, however long it is away. */
async function send(entries: Entry[], around: Surroundings): Promise<void> {
  const { signal, note, onLeft } = around
  let rest = entries
  for (let failures = 0; rest.length > 0; ) {
    try {
      rest = await sendOnce(rest, around)
      if (failures > 0) note('The service answers again.')
      failures = 0
    } catch (error) {
      signal.throwIfAborted()
      const refused = refusedItem(error)
      if (refused !== null) {
        onLeft(`${rest[refused]?.path}`, (error as Error).message)
        rest = rest.filter((_, at) => at !== refused)
        continue
      }
      if (!isTemporary(error)) throw error
      if (failures === 0) {
        note(failure(error).message)
        note(`${rest.length === 1 ? 'A file waits' : `${rest.length} files wait`} until the service answers.`)
      }
      failures++
      await sleep(Math.min(pauseMsMax, 1000 * 2 ** failures), undefined, { signal })
    }
  }
}

/** Sends hashes. @returns those that are left */
async function sendOnce(entries: readonly Entry[], around: Surroundings): Promise<Entry[]> {
  const { session, isPrivate, nameOf, signal, journal, onStamped } = around
  const items = entries.map(({ path, hash }) => ({ hash, filename: nameOf(path), isPrivate }))
  const stamped: Entry[] = []
  try {
    for await (const stamp of session.tallystick.stampMany(items, { signal })) {
      const entry = entries[stamped.length] as Entry
      await onStamped(entry.path, stamp)
      stamped.push(entry)
    }
  } finally {
    await journal.add(stamped)
  }
  return entries.slice(stamped.length)
}

/** Returns the index of the item that the service refuses; null when that is not the reason. */
function refusedItem(error: unknown): number | null {
  if (!(error instanceof ServiceError) || error.status !== 400) return null
  const number = /^item (\d+)/.exec(error.message)?.[1]
  return number === undefined ? null : Number(number) - 1
}

/** Returns how files are named in their stamps. */
export function naming(withPath: boolean): (path: string) => string {
  return (path) => stampName(withPath ? path : `${path.split('/').at(-1)}`)
}
