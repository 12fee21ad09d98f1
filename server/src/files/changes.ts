import type { JsonValue } from '@tallystick/proof'
import { searchKey } from '../base/database/search-key.js'
import { folderToFill } from '../folders/access.js'
import { insertChanges, newChange } from '../folders/changes.js'
import { checkName } from '../folders/names.js'
import { apiError } from '../http/errors.js'
import type { Recorder } from '../ledger/batches/recorder.js'
import { lockOwn } from './access.js'
import { encryptLater } from './blobs/sql.js'
import { checkDescription, type FilePatch } from './input.js'
import * as sql from './sql.js'

/**
 * Changes the given fields of a file, and records the differences. `folderId` moves it. A file in the bin can't be changed.
 *
 * @throws {ApiError} 400, 404, 409
 */
export async function changeFile(recorder: Recorder, accountId: string, id: string, patch: FilePatch): Promise<void> {
  if (patch.fileName !== undefined) checkName('fileName', patch.fileName)
  if (patch.description !== undefined) checkDescription(patch.description)
  await recorder.record(async (tx, first) => {
    const row = await lockOwn(tx, accountId, id)
    if (row.deleted_at) throw apiError('file_in_bin')
    if (row.folder_deleted_at) throw apiError('folder_in_bin')
    const target = patch.folderId ?? row.folder_id
    const folder = target === row.folder_id ? null : await folderToFill(tx, accountId, target)
    const wanted = {
      name: patch.fileName ?? row.name,
      description: patch.description ?? row.description,
      isFavourite: patch.isFavourite ?? row.is_favourite,
      folderId: folder?.id ?? row.folder_id,
      lat: patch.lat === undefined ? row.latitude : patch.lat,
      long: patch.long === undefined ? row.longitude : patch.long,
    }
    const more = differences(row, wanted)
    if (Object.keys(more).length === 0) return { leaves: [], result: undefined }
    await tx.execute(sql.updateFile, [
      id,
      wanted.name,
      searchKey(wanted.name),
      wanted.description,
      wanted.isFavourite,
      wanted.folderId,
      wanted.lat,
      wanted.long,
    ])
    if (folder?.is_private) await encryptLater(tx, folder.id)
    const change = newChange({ accountId, subject: 'file', subjectId: id, action: 'changed', more })
    return { leaves: await insertChanges(tx, first, [change]), result: undefined }
  }, accountId)
}

interface Wanted {
  name: string
  description: string
  isFavourite: boolean
  folderId: string
  lat: number | null
  long: number | null
}

function differences(row: sql.OwnFileRow, wanted: Wanted): Record<string, JsonValue> {
  const now: Wanted = {
    name: row.name,
    description: row.description,
    isFavourite: row.is_favourite,
    folderId: row.folder_id,
    lat: row.latitude,
    long: row.longitude,
  }
  const names = Object.keys(now) as (keyof Wanted)[]
  return Object.fromEntries(names.filter((name) => now[name] !== wanted[name]).map((name) => [name, wanted[name]]))
}

/** Puts a file into the bin; leaves it there if it is already. @throws {ApiError} 404 */
export async function deleteFile(recorder: Recorder, accountId: string, id: string): Promise<void> {
  await recorder.record(async (tx, first) => {
    const row = await lockOwn(tx, accountId, id)
    if (row.deleted_at) return { leaves: [], result: undefined }
    await tx.execute(sql.binFile, [id])
    const change = newChange({ accountId, subject: 'file', subjectId: id, action: 'binned' })
    return { leaves: await insertChanges(tx, first, [change]), result: undefined }
  }, accountId)
}

/** Restores a file from the bin; leaves it if it isn't there. @throws {ApiError} 404; 409 when its folder is in the bin */
export async function restoreFile(recorder: Recorder, accountId: string, id: string): Promise<void> {
  await recorder.record(async (tx, first) => {
    const row = await lockOwn(tx, accountId, id)
    await folderToFill(tx, accountId, row.folder_id)
    if (!row.deleted_at) return { leaves: [], result: undefined }
    await tx.execute(sql.restoreFile, [id])
    const change = newChange({ accountId, subject: 'file', subjectId: id, action: 'restored' })
    return { leaves: await insertChanges(tx, first, [change]), result: undefined }
  }, accountId)
}
