/** Where a file goes: into a folder, or into a file as its new version. */
export type Target = { folderId: string; fileId?: undefined } | { folderId: string; fileId: string }

/**
 * `waiting` for its turn · `sending` · `cut`: the connection is gone, it goes on by itself · `there`: the folder had exactly this
 * file already · `failed`: it will not work, or not without somebody's help.
 */
type UploadState = 'waiting' | 'sending' | 'cut' | 'done' | 'there' | 'failed'

/** One file on its way, as screens show it. Never changed: a new one takes its place. */
export interface UploadView {
  id: number
  name: string
  size: number
  target: Target
  state: UploadState
  /** Bytes that have gone out. */
  sent: number
  /** It goes on where it once stopped. */
  isResumed: boolean
  bytesPerSecond: number | null
  /** What it has become. */
  fileId: string | null
  /** Why it failed. */
  error: unknown
}
