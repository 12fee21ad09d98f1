import type { FilesRoom } from '../files/room.js'
import type { Incoming } from './incoming.js'
import type { UploadLocks } from './locks.js'

/** Shared by the routes of resumable uploads. */
export interface UploadsRoom {
  files: FilesRoom
  locks: UploadLocks
  /** Bodies this process is receiving. */
  incoming: Set<Incoming>
}

/** An upload expires this long after its last bytes. */
export const expiryMs = 86_400_000
