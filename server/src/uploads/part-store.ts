import type { Readable } from 'node:stream'
import { DataStore, Metadata, Upload } from '@tus/utils'
import { claimBlobs } from '../files/blobs/sql.js'
import { apiError } from '../http/errors.js'
import type { SpaceHold } from '../storage/stores/disk-space.js'
import { spaceFor } from './begin.js'
import type { UploadLock } from './locks.js'
import { Pieces } from './pieces.js'
import { expiryMs, type UploadsRoom } from './room.js'
import * as sql from './sql.js'

/** Minimum part size; also the most that a killed process loses. Each part is one object in the store. */
const partBytesMin = 16 << 20
/** Target number of parts of a large upload. */
const partsTarget = 2000
/** An upload that arrives in tiny requests is refused above this. */
const partsMax = 10_000

/** The store that tus works on: the account's uploads, for one request. */
export class PartStore extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'expiration', 'termination']
  /** The request's lock, once tus has created it. */
  lock: UploadLock | null = null
  /** The space held for the rest of the upload, once the request writes. */
  hold: SpaceHold | undefined
  private readonly room: UploadsRoom
  private readonly accountId: string

  constructor(room: UploadsRoom, accountId: string) {
    super()
    this.room = room
    this.accountId = accountId
  }

  /** Returns an upload of the account. @throws {ApiError} 404 when it doesn't exist */
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
      // Expiry counts from the last bytes received.
      creation_date: updated_at.toISOString(),
    })
  }

  override getExpiration(): number {
    return expiryMs
  }

  /**
   * Stores the body part by part: each part is durable and in the database before the next one starts. A broken connection ends the
   * body like a complete one.
   *
   * @returns the offset to resume from
   * @throws {ApiError} 507 when the rest has no space, before it is read; when the store or the database fails, or the lock was lost; earlier parts are kept
   */
  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const { size } = await this.find(id)
    const partBytes = Math.max(partBytesMin, Math.ceil(size / partsTarget))
    const { space, vault } = this.room.files
    this.hold ??= await space.hold(spaceFor(size, size - offset))
    const pieces = new Pieces(stream)
    let at = offset
    while (await pieces.hasMore()) {
      let bytes = 0
      const piece = pieces.next(partBytes, (count) => {
        bytes += count
      })
      const blob = await vault.keep(piece, true, this.hold)
      await this.append(id, at, bytes, blob.key)
      at += bytes
    }
    return at
  }

  override async remove(id: string): Promise<void> {
    const { database, vault } = this.room.files
    await database.transaction((tx) => sql.deleteUploads(tx, [id]))
    vault.wake()
  }

  private async append(id: string, start: number, size: number, key: string): Promise<void> {
    const { database, vault } = this.room.files
    try {
      await database.transaction(async (tx) => {
        // Either another request took the lock over, or the sweep took the object.
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
