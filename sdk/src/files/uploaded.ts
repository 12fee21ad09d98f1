import type { Payload } from '../client.js'

/** A new file or version, as it is recorded. */
export type UploadedFile = Payload<'post', '/api/files'>

/** How far an upload is. */
export interface UploadProgress {
  sentBytes: number
  totalBytes: number
  /** Continues the upload later, also in another process; null for a small file, which is one request. */
  uploadId: string | null
}
