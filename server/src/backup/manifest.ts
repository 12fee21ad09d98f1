import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AdminError } from '../base/admin.js'
import { writeDurably } from '../base/durable.js'

/** Contents of a backup. It is written last: a folder without it isn't a backup. */
export interface Manifest {
  /** Raised when older versions can no longer read what newer ones write. */
  format: number
  /** Of the service that made it. */
  version: string
  /** ISO 8601: everything committed before is in it. */
  madeAt: string
  /** The migrations that its tables have had. */
  migrations: string[]
  tables: SavedTable[]
  sequences: SavedSequence[]
  objects: SavedObjects
}

/** The rows of a table, in `database/<name>.gz`. */
export interface SavedTable {
  name: string
  columns: string[]
  rows: number
}

/** A sequence by its column, with the last number it gave. */
export interface SavedSequence {
  table: string
  column: string
  last: number
}

/**
 * The contents of files: copied from the disk, or left in a bucket. Copies of `changed` ones aren't what was recorded. Older backups know
 * only of missing ones.
 */
export type SavedObjects =
  | { place: 'files'; count: number; bytes: number; missing: string[]; unreadable?: string[]; changed?: string[] }
  | { place: 'bucket'; bucket: string }

const format = 1
const fileName = 'backup.json'

/** Where a backup keeps its parts, beside this manifest and the secrets. */
export const partsOf = (folder: string) => ({
  database: join(folder, 'database'),
  table: (name: string) => join(folder, 'database', `${name}.gz`),
  objectKeys: join(folder, 'objects.gz'),
  /** The SHA-256 of each object; older backups have none. */
  digests: join(folder, 'objects.sha256.gz'),
  files: join(folder, 'files'),
})

export async function writeManifest(folder: string, manifest: Omit<Manifest, 'format'>): Promise<void> {
  await writeDurably(join(folder, fileName), `${JSON.stringify({ format, ...manifest }, null, 2)}\n`, 0o600)
}

/** @throws {AdminError} when the folder doesn't hold a complete backup, or a newer version made it */
export async function readManifest(folder: string): Promise<Manifest> {
  let text: string
  try {
    text = await readFile(join(folder, fileName), 'utf8')
  } catch (error) {
    throw new AdminError(`${folder} doesn't hold a complete backup (${(error as Error).message}).`)
  }
  const found = parsed(text)
  if (!found) throw new AdminError(`${join(folder, fileName)} is damaged. Use another backup.`)
  if (found.format !== format) {
    throw new AdminError(`${folder} was made by version ${found.version} of the service. Restore it with that version.`)
  }
  return found
}

function parsed(text: string): Manifest | null {
  try {
    return JSON.parse(text) as Manifest
  } catch {
    return null
  }
}
