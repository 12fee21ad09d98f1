import type { Queryable } from '../../base/database/db.js'
import { searchKey } from '../../base/database/search-key.js'
import { apiError, invalid } from '../../http/errors.js'
import type { StampsRoom } from '../room.js'
import * as sql from './sql.js'

/** Tags that a stamp, and an account, can have. */
export const tagsMax = { stamp: 20, account: 1000 }

/** Changes to what an owner keeps about stamps; omitted ones change nothing. */
export interface LabelChange {
  addTags?: readonly string[]
  removeTags?: readonly string[]
  /** Of a single stamp; an empty one is none. */
  note?: string
}

/**
 * Changes tags and notes of an account's own stamps.
 *
 * @param ids of these stamps
 * @returns how many stamps have changed
 * @throws {ApiError} 400, 409, 507; nothing was changed then
 */
export async function labelStamps(
  { database, quotas }: Pick<StampsRoom, 'database' | 'quotas'>,
  accountId: string,
  ids: readonly string[],
  { addTags = [], removeTags = [], note }: LabelChange,
): Promise<number> {
  const [added, removed] = [tagsOf(addTags, 'addTags'), tagsOf(removeTags, 'removeTags')]
  const both = added.find((tag) => removed.includes(tag))
  if (both !== undefined) throw invalid('removeTags', 'a tag cannot be added and removed at once')
  if (note !== undefined && ids.length > 1) throw invalid('note', 'expected for a single stamp')
  return database.transaction(async (tx) => {
    await tx.execute(sql.lockLabels, [accountId])
    const changed = new Set<string>()
    const run = async (text: string, ...values: unknown[]) => {
      for (const { stamp_id } of await tx.query<{ stamp_id: string }>(text, [accountId, ...values]))
        changed.add(stamp_id)
    }
    if (removed.length > 0) {
      await run(sql.untagStamps, removed, ids)
      await tx.execute(sql.forgetTags, [accountId, removed])
    }
    if (added.length > 0 && ids.length > 0) {
      await tx.execute(sql.addTags, [accountId, added, added.map(searchKey)])
      await run(sql.tagStamps, added, ids)
      await refuseTooMany(tx, accountId, ids)
    }
    const [id] = ids
    if (note === '' && id !== undefined) await run(sql.deleteNote, id)
    else if (note !== undefined && id !== undefined) {
      await run(sql.writeNote, id, note, searchKey(note))
      await quotas.checkStored(tx, accountId, Buffer.byteLength(note))
    }
    return changed.size
  })
}

/** @throws {ApiError} 409 */
async function refuseTooMany(tx: Queryable, accountId: string, ids: readonly string[]): Promise<void> {
  const [all] = await tx.query<{ tags: number }>(sql.countTags, [accountId])
  if ((all?.tags ?? 0) > tagsMax.account)
    throw apiError('too_many_tags', { limit: tagsMax.account.toLocaleString('en') })
  const [one] = await tx.query<{ over: boolean }>(sql.overTagged, [accountId, ids, tagsMax.stamp])
  if (one?.over) throw apiError('too_many_tags_of_stamp', { limit: tagsMax.stamp })
}

/** Returns tags as they are kept, each once. @throws {ApiError} 400 */
function tagsOf(given: readonly string[], field: string): string[] {
  return [...new Set(given.map((tag) => tagOf(tag, field)))]
}

/** Returns a tag as it is kept: in one Unicode form, without space around it. @throws {ApiError} 400 */
function tagOf(text: string, field: string): string {
  const tag = text.normalize('NFC').trim()
  const length = [...tag].length
  if (length < 1 || length > 64) throw invalid(field, 'expected tags of 1 to 64 characters')
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp},]/u.test(tag)) throw invalid(field, 'a tag has no commas and no control characters')
  return tag
}
