import type { Readable } from 'node:stream'
import { DataStore, Metadata, Upload } from '@tus/utils'
import { claimBlobs } from '../files/blob-sql.js'
import { apiError } from '../http/errors.js'
import type { UploadLock } from './locks.js'
import { Pieces } from './pieces.js'
import { expiryMs, type UploadsRoom } from './room.js'
import * as sql from './sql.js'

/** What is lost at most when a process is killed, and an object of the store. */
const partBytesMin = 16 << 20
const partsWished = 2000
/** Whoever sends fewer bytes at a time than an object is worth is asked to begin anew. */
const partsMax = 10_000

/** One request's view of the uploads of its account: what tus calls a store. */
export class PartStore extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'expiration', 'termination']
  /** The request's lock, once it has asked for it. */
  lock: UploadLock | null = null
  private readonly room: UploadsRoom
  private readonly accountId: string

  constructor(room: UploadsRoom, accountId: string) {
    super()
    this.room = room
    this.accountId = accountId
  }

  /** @throws ApiError 404 */
  async find(id: string): Promise<sql.UploadRow> {
    const [row] = await this.room.files.database.query<sql.UploadRow>(sql.uploadOfAccount, [id, this.accountId])
    if (!row) throw apiError('upload_not_found')
    return row
  }

  override async getUpload(id: string): Promise<Upload> {
    const { size, received, metadata, updated_at } = await this.find(id)
    return new Upload({
      id,
      size,
      offset: received,
      metadata: Metadata.parse(metadata),
      // Its time is counted from when something came last.
      creation_date: updated_at.toISOString(),
    })
  }

  override getExpiration(): number {
    return expiryMs
  }

  /**
   * Keeps what comes, part by part: each is durable and in the database before the next one begins. A body whose
   * connection broke ends like a whole one.
   *
   * @returns the offset at which the client may go on
   * @throws ApiError when the store or the database fails, or the lock was lost; the parts before are kept
   */
  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const { size } = await this.find(id)
    const partBytes = Math.max(partBytesMin, Math.ceil(size / partsWished))
    const pieces = new Pieces(stream)
    let at = offset
    while (await pieces.hasMore()) {
      let bytes = 0
      const piece = pieces.next(partBytes, (count) => {
        bytes += count
      })
      const blob = await this.room.files.vault.keep(piece, true)
      await this.append(id, at, bytes, blob.key)
      at += bytes
    }
    return at
  }

  override async remove(id: string): Promise<void> {
    const { database, vault } = this.room.files
    await database.transaction((tx) => sql.forgetUploads(tx, [id]))
    vault.wake()
  }

  private async append(id: string, start: number, size: number, key: string): Promise<void> {
    const { database, vault } = this.room.files
    try {
      await database.transaction(async (tx) => {
        // The lock was lost to somebody who goes on elsewhere, or the object to the sweep.
        if ((await tx.execute(sql.advance, [id, this.lock?.token ?? null, start, size])) !== 1)
          throw apiError('upload_busy')
        if (!(await claimBlobs(tx, [key]))) throw apiError('unavailable')
        const [{ count } = { count: 0 }] = await tx.query<{ count: number }>(sql.countParts, [id])
        if (count >= partsMax) {
          throw apiError('invalid', { field: 'body', problem: 'the upload has too many parts. Start a new one.' })
        }
        await tx.execute(sql.insertPart, [id, start, size, key])
      })
    } catch (error) {
      await vault.delete(key)
      throw error
    }
    vault.claimed(key)
  }
}
