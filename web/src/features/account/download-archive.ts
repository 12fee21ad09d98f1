import { client } from '../../session/client.js'
import { saveBlob } from '../../ui/save-blob.js'

/** What was downloaded. */
export interface Archive {
  name: string
  /** Bytes. */
  size: number
}

/** Chunks are handed to the browser in parts of this many bytes: it keeps them outside of the page's memory. */
const partBytes = 16 * 1024 * 1024

/**
 * Downloads everything of the account as one archive, and has the browser save it.
 *
 * @param options.onProgress how many bytes have come; how many there will be nobody knows, for it is made on the way
 * @throws ServiceError, and what an aborted or broken connection throws
 */
export async function downloadArchive({
  onProgress,
  signal,
}: {
  onProgress: (bytes: number) => void
  signal: AbortSignal
}): Promise<Archive> {
  const response = await client.fetch('/account/export', { method: 'POST', signal })
  const disposition = response.headers.get('content-disposition') ?? ''
  const name = /filename="?([^";]+)"?/.exec(disposition)?.[1] ?? 'tallystick-export.zip'
  const parts: Blob[] = []
  let waiting: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  let waitingSize = 0
  const reader = response.body?.getReader()
  for (let chunk = await reader?.read(); chunk?.value !== undefined; chunk = await reader?.read()) {
    waiting.push(chunk.value)
    waitingSize += chunk.value.length
    size += chunk.value.length
    onProgress(size)
    if (waitingSize < partBytes) continue
    parts.push(new Blob(waiting))
    waiting = []
    waitingSize = 0
  }
  saveBlob(new Blob([...parts, ...waiting], { type: 'application/zip' }), name)
  return { name, size }
}
