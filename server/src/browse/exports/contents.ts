import { portableNameBytesMax, proofEndings } from '@tallystick/proof'
import { spelledPortably } from '../../base/archives/taken-names.js'
import type { Queryable } from '../../base/database/db.js'
import { Turn } from '../../base/turns/turn.js'
import { downloadName, extensionOf } from '../../files/download-name.js'
import { fileShown } from '../../files/sql.js'
import { readable } from '../../folders/access.js'
import { apiError } from '../../http/errors.js'
import { manifestFilesMax } from '../manifest.js'
import { TreePaths } from '../manifest-paths.js'
import { type ManifestFolderRow, manifestFolders } from '../manifest-sql.js'

/** Leaves room for the longest ending of a proof. */
const nameBytesMax = portableNameBytesMax - proofEndings.html.length

/** Folders and files to export. */
export interface Chosen {
  folders: readonly string[]
  files: readonly string[]
}

/** A file of an export: its current version, and its path in the archive. */
export interface Placed {
  id: string
  versionId: string
  folderId: string
  size: number
  path: string
}

interface FoundFile {
  id: string
  folder_id: string
  name: string
  version_id: string
  filename: string
  size: number
  is_damaged: boolean
}

const version = 'LATERAL (SELECT filename, size, damage FROM file_versions WHERE id = f.version_id LIMIT 1) v'
const columns = 'f.id, f.folder_id, f.name, f.version_id, v.filename, v.size, v.damage IS NOT NULL AS is_damaged'

/** At most $2 of the files in the folders $1. */
const filesIn = `
SELECT ${columns}
  FROM (SELECT i.* FROM unnest($1::uuid[]) AS d(id), LATERAL (
          SELECT id, folder_id, name, version_id FROM files
           WHERE folder_id = d.id AND deleted_at IS NULL ORDER BY id LIMIT $2) i LIMIT $2) f, ${version}`

/** Of the folders $1, those that the account $2 sees outside of the bin. */
const foldersOf = `
SELECT f.id FROM folders f
 WHERE f.id = ANY($1::uuid[]) AND f.parent_id IS NOT NULL AND f.deleted_at IS NULL AND ${readable('f', '$2')}`

/** Of the files $1, those that the account $2 sees outside of the bin. */
const filesOf = `
SELECT ${columns} FROM files f JOIN folders d ON d.id = f.folder_id, ${version}
 WHERE f.id = ANY($1::uuid[]) AND ${fileShown('$2')}`

/** The contents of an export, in the order of their IDs. */
export interface Contents {
  files: readonly Placed[]
  /** Bytes of all contents. */
  size: number
  /** Takes a further path, beside a file. */
  beside(file: Placed, ending: string): string
}

/**
 * Reads what an account exports: these files, and all in these folders and those under them, as far as it may see them, without the bin. Each has
 * a path that every system takes and none takes for another's. A chosen folder keeps its name.
 *
 * @param reserved names that nothing at the top gets
 * @throws {ApiError} 404; 422 when there are more than `filesMax`; 500 when a content is known to be damaged
 */
export async function readContents(
  db: Queryable,
  accountId: string,
  chosen: Chosen,
  reserved: readonly string[],
  filesMax = manifestFilesMax,
): Promise<Contents> {
  const tops = await db.query(foldersOf, [chosen.folders, accountId])
  if (tops.length < new Set(chosen.folders).size) throw apiError('folder_not_found')
  const folders = await db.query<ManifestFolderRow>(manifestFolders, [chosen.folders, accountId])
  const within = new Map(folders.map((folder) => [folder.id, folder]))
  const [inFolders, alone] = await Promise.all([
    db.query<FoundFile>(filesIn, [[...within.keys()], filesMax + 1]),
    db.query<FoundFile>(filesOf, [chosen.files, accountId]),
  ])
  if (alone.length < new Set(chosen.files).size) throw apiError('file_not_found')
  const byId = new Map([...alone, ...inFolders].map((file) => [file.id, file]))
  if (byId.size > filesMax) throw apiError('folder_too_large', { limit: filesMax.toLocaleString('en') })
  const found = [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  if (found.some((file) => file.is_damaged)) throw apiError('content_damaged')

  // Those chosen are at the top, unless they are in another one that was chosen.
  const rooted = folders.map((folder) => (within.has(folder.parent_id) ? folder : { ...folder, parent_id: top }))
  const tree = await TreePaths.of(top, rooted, { spelled: spelledPortably, bytesMax: nameBytesMax }, reserved)
  const turn = new Turn()
  const files: Placed[] = []
  for (const { id, folder_id, name, filename, size, version_id: versionId } of found) {
    if (turn.isOver()) await turn.next()
    const folderId = within.has(folder_id) ? folder_id : top
    const path = tree.take(folderId, downloadName(name, extensionOf(filename, name)))
    files.push({ id, versionId, folderId, size, path })
  }
  return {
    files,
    size: found.reduce((sum, { size }) => sum + size, 0),
    beside: ({ folderId, path }, ending) => tree.take(folderId, path.slice(path.lastIndexOf('/') + 1) + ending),
  }
}

/** The folder that everything chosen is in. */
const top = ''
