import { existsSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { proofEndings } from '@tallystick/proof'
import type { Choice } from '../stamps/choice.js'
import { foundIn, isProof } from '../stamps/files.js'
import { type Seen, see } from './settling.js'

type Report = (path: string, reason: string) => void

/** Files to find in a folder, and how those that are not stamped are reported: by their path in the folder. */
interface Found {
  choice: Choice
  onLeft: Report
  onPassedOver: Report
}

/** Finds all files of a folder that could be stamped. @throws the error of the file system when it cannot be read */
export async function* filesOf(
  folder: string,
  { choice, onLeft, onPassedOver }: Found,
): AsyncGenerator<Seen, void, undefined> {
  const inside = (report: Report) => (path: string, reason: string) => report(relative(folder, path), reason)
  const listing = { withProofs: false, choice, onLeft: inside(onLeft), onPassedOver: inside(onPassedOver) }
  for await (const { inner } of foundIn([folder], listing)) {
    const seen = await see(folder, inner)
    if (seen) yield seen
  }
}

/** How changes of a folder are reported. */
interface Listener extends Pick<Found, 'choice' | 'onPassedOver'> {
  /** Called with the path in the folder of each file that is new or changes. */
  onChange(path: string): void
  /** Called when the system reports no changes, or not all. */
  onError(error: Error): void
}

/** Listens to the changes of a folder. @returns once nothing is missed, with what ends it */
export async function listen(
  folder: string,
  { choice, onChange, onPassedOver, onError }: Listener,
): Promise<() => Promise<void>> {
  const { watch } = await import('chokidar')
  const watcher = watch(folder, { ignoreInitial: true, followSymlinks: false, ignorePermissionErrors: true })
  const changed = (path: string) => {
    const inner = relative(folder, path).split(sep).join('/')
    if (choice.isExcluded(inner)) return
    const name = basename(inner)
    const siblings = siblingsOf(folder, inner)
    const reason = choice.passedOver(name, siblings)
    if (reason !== undefined) onPassedOver(inner, reason)
    else if (!isProof(name, siblings)) onChange(inner)
  }
  watcher
    .on('add', changed)
    .on('change', changed)
    .on('error', (error) => onError(error as Error))
  await new Promise<void>((ready) => {
    watcher.once('ready', ready)
  })
  return () => watcher.close()
}

/** Returns the names beside a file that say what it is: that of which it is the companion, and that of which it is the proof. */
function siblingsOf(folder: string, path: string): Set<string> {
  const name = basename(path)
  const beside = [
    name.replace(/^\._/, ''),
    name.endsWith(proofEndings.json) ? name.slice(0, -proofEndings.json.length) : name,
  ]
  return new Set(beside.filter((other) => other !== name && existsSync(join(folder, dirname(path), other))))
}
