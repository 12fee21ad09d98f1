import type { Client } from '../client.js'
import { reach } from '../network-error.js'
import { pauseAfter, type RetryOptions } from '../sending/retry.js'
import { sleep } from '../waiting.js'

/** Options of a download. */
export interface DownloadOptions {
  /** ID of an earlier version; the current one by default. */
  version?: string
  signal?: AbortSignal | undefined
}

/**
 * Returns the content of a file as it arrives. When the connection breaks, the rest is requested, as long as the content is the same.
 */
export async function download(
  client: Client,
  fileId: string,
  retry: RetryOptions,
  { version, signal }: DownloadOptions,
): Promise<ReadableStream<Uint8Array>> {
  const path = `/api/files/${encodeURIComponent(fileId)}/content${version === undefined ? '' : `?version=${encodeURIComponent(version)}`}`
  const open = (headers: Record<string, string>) => client.fetch(path, { headers, signal: signal ?? null })
  const response = await open({})
  const etag = response.headers.get('etag')
  const size = Number(response.headers.get('content-length') ?? Number.NaN)
  let reader = response.body?.getReader()
  let at = 0
  const goOn = async () => {
    const rest = await open({ range: `bytes=${at}-`, ...(etag && { 'if-range': etag }) })
    if (rest.status !== 206) throw new Error('The content of the file changed during the download. Start again.')
    reader = rest.body?.getReader()
  }
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      for (let failures = 0; ; ) {
        try {
          if (failures > 0) await goOn()
          const next = await reach(path, async () => reader?.read())
          if (!next || next.done) return controller.close()
          at += next.value.length
          return controller.enqueue(next.value)
        } catch (error) {
          signal?.throwIfAborted()
          if (at === size) return controller.close()
          failures++
          const pauseMs = pauseAfter(error, failures, retry)
          if (pauseMs === null) throw error
          await sleep(pauseMs, signal)
        }
      }
    },
    cancel: (reason) => reader?.cancel(reason),
  })
}
