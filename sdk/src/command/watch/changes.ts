import { existsSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { isSystemFile } from '@tallystick/proof'
import { foundIn, isProof, proofEnding } from '../stamps/files.js'
import { type Seen, see } from './settling.js'

/** Finds all files of a folder that could be stamped. @throws the error of the file system when it cannot be read */
export async function* filesOf(
  folder: string,
  onLeft: (path: string, reason: string) => void,
): AsyncGenerator<Seen, void, undefined> {
  const left = { withProofs: false, onLeft: (path: string, reason: string) => onLeft(relative(folder, path), reason) }
  for await (const { inner } of foundIn([folder], left)) {
    const seen = await see(folder, inner)
    if (seen) yield seen
  }
}

/** How changes of a folder are reported. */
interface Listener {
  /** Called with the path in the folder of each file that is new or changes. */
  onChange(path: string): void
  /** Called when the system reports no changes, or not all. */
  onError(error: Error): void
}

/** Listens to the changes of a folder. @returns once nothing is missed, with what ends it */
export async function listen(folder: string, { onChange, onError }: Listener): Promise<() => Promise<void>> {
  const { watch } = await import('chokidar')
  const watcher = watch(folder, { ignoreInitial: true, followSymlinks: false, ignorePermissionErrors: true })
  const changed = (path: string) => {
    const inner = relative(folder, path).split(sep).join('/')
    if (!isLeft(folder, inner)) onChange(inner)
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

/** Whether a file isn't a document: a walk through the folder leaves out the same files. */
function isLeft(folder: string, path: string): boolean {
  const name = basename(path)
  const beside = [name.replace(/^\._/, ''), name.endsWith(proofEnding) ? name.slice(0, -proofEnding.length) : name]
  const siblings = beside.filter((other) => other !== name && existsSync(join(folder, dirname(path), other)))
  return isSystemFile(name, new Set(siblings)) || isProof(name, new Set(siblings))
}
