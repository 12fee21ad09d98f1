import type { JsonValue } from '@tallystick/proof'
import type { Queryable } from '../../base/database/db.js'
import { searchKey } from '../../base/database/search-key.js'
import { createdMs } from '../../base/ids.js'
import { type Page, pageOf } from '../../http/paging/paging.js'
import { stampType } from '../details/fields.js'
import type { StampRow } from '../sql.js'
import { statesOf } from './filters.js'
import type { ListRequest } from './list.js'
import { searchTerm } from './search-term.js'

/*
 * Files as stamps: the code and the transaction ID that an upload answered find the entry that recorded its content, in the form
 * of a stamp of the type "1". A purged file has none: its rows are gone.
 */

/** A record's row before it has the form of a stamp. */
type FileRow = Omit<StampRow, 'metadata' | 'file'> & {
  file_id: string
  details: JsonValue
  description: string
  latitude: number | null
  longitude: number | null
}

/** A file's owner reads it in the bin, too; others only while its folder is public. */
const visible = `(f.account_id = $2 OR (f.deleted_at IS NULL AND NOT d.is_private AND d.deleted_at IS NULL AND NOT d.purging))`

/** Entries `c` that recorded contents `v` of files `f`. A record's ID is its version's, whose time is that of the upload. */
const records = `
SELECT f.account_id, v.id, v.client_id, 1 AS version, c.digest AS hash, f.code, f.name, '${stampType.file}' AS type,
       '' AS original_doc_hash, false AS is_esign, d.is_private, d.is_private AS stamped_private, false AS details_public,
       f.uploaded_by AS owner, c.salt, NULL::text AS end_user, c.batch_id, c.leaf_index, f.id AS file_id, c.details, f.description, f.latitude, f.longitude,
       b.state, b.transaction_hash, b.block_number, k.time AS block_time, b.updated_at
  FROM changes c
  JOIN file_versions v ON v.file_id = c.subject_id AND v.change_id = c.id
  JOIN files f ON f.id = v.file_id
  JOIN folders d ON d.id = f.folder_id
  JOIN batches b ON b.id = c.batch_id
  LEFT JOIN blocks k ON k.hash = b.block_hash
 WHERE c.subject = 'file' AND c.salt IS NOT NULL`

const byCode = `${records}
   AND c.id = (SELECT cv.change_id FROM files cf JOIN file_versions cv ON cv.id = cf.version_id WHERE cf.code = $1)
   AND ${visible}`

/** A batch holds the changes of at most 256 requests. */
const ofBatch = `${records} AND c.batch_id = $1 AND ${visible} ORDER BY v.id DESC`

/** Finds the record of a file's current content by the file's code. */
export async function fileByCode(db: Queryable, accountId: string, code: string): Promise<StampRow | undefined> {
  const [row] = await db.query<FileRow>(byCode, [code, accountId])
  return row && stampOf(row)
}

/** Finds the account's oldest record in a batch, else the oldest public one. */
export async function fileInBatch(db: Queryable, accountId: string, batchId: string): Promise<StampRow | undefined> {
  const rows = await db.query<FileRow>(ofBatch, [batchId, accountId])
  const oldest = rows.reverse()
  const row = oldest.find(({ account_id }) => account_id === accountId) ?? oldest[0]
  return row && stampOf(row)
}

/** Lists the records in a batch that the account may see, newest first. */
export async function filesInBatch(db: Queryable, batchId: string, request: ListRequest): Promise<Page<StampRow>> {
  const { accountId, limit, page, after } = request
  const rows = await db.query<FileRow>(ofBatch, [batchId, accountId])
  const all = rows.filter((row) => matches(row, request))
  const from = after === null ? (page - 1) * limit : all.findIndex(({ id }) => id < after)
  const shown = from === -1 ? [] : all.slice(from, from + limit + 1).map(stampOf)
  return pageOf(all.length, shown, limit, ({ id }) => id)
}

function matches(row: FileRow, request: ListRequest): boolean {
  const { isPrivate, isEsign, search, from, to, tag, run } = request
  // Only stamps have these.
  if (tag !== undefined || run !== undefined) return false
  if (statesOf(request)?.includes(row.state) === false) return false
  const ms = createdMs(row.id)
  if (from !== undefined && ms < Date.parse(from)) return false
  if (to !== undefined && ms >= Date.parse(to)) return false
  if (isPrivate !== undefined && isPrivate !== row.is_private) return false
  if (isEsign !== undefined && isEsign !== row.is_esign) return false
  const term = searchTerm(search)
  if (term === null) return true
  const key = searchKey(row.name)
  const sought = term.names.replaceAll('%', '')
  const isNamed = term.names.startsWith('%') ? key.includes(sought) : key.startsWith(sought)
  return isNamed || (term.codesOf === 'any' && row.code >= term.codes.from && row.code < term.codes.to)
}

function stampOf({ file_id: id, details, description, latitude, longitude, ...row }: FileRow): StampRow {
  const place = {
    ...(latitude !== null && { latitude: String(latitude) }),
    ...(longitude !== null && { longitude: String(longitude) }),
    ...(description !== '' && { description }),
  }
  return { ...row, file: { id, details }, metadata: Object.keys(place).length > 0 ? [place] : [] }
}
