/** Target of an upload: a folder, or a file that gets a new version. */
export type Target = { folderId: string; fileId?: undefined } | { folderId: string; fileId: string }

/**
 * `waiting`: queued · `sending` · `cut`: connection lost, retries by itself · `there`: the folder already has this very file ·
 * `failed`: needs help.
 */
type UploadState = 'waiting' | 'sending' | 'cut' | 'done' | 'there' | 'failed'

/** An upload as pages show it. Immutable. */
export interface UploadView {
  id: number
  name: string
  size: number
  target: Target
  state: UploadState
  /** Bytes sent. */
  sent: number
  /** It resumed an earlier upload. */
  isResumed: boolean
  bytesPerSecond: number | null
  /** The file it became. */
  fileId: string | null
  /** Why it failed. */
  error: unknown
}
