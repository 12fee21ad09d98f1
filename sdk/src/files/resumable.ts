import { toBase64 } from '../base64.js'
import type { Client } from '../client.js'
import { readWhole } from '../network-error.js'
import { pauseAfter, type RetryOptions } from '../sending/retry.js'
import { ServiceError } from '../service-error.js'
import { sleep } from '../waiting.js'
import type { Content } from './content.js'
import type { UploadedFile, UploadProgress } from './uploaded.js'

/** How a resumable upload is sent. */
export interface ResumableOptions {
  retry: RetryOptions
  uploadId: string | undefined
  onProgress: ((progress: UploadProgress) => void) | undefined
  signal: AbortSignal | undefined
}

interface Part {
  offset: number
  part: Uint8Array<ArrayBuffer>
  movedBytes: number
  signal: AbortSignal | undefined
}

const path = '/api/files/upload'
const protocol = { 'tus-resumable': '1.0.0' }
/** Bytes in a request. What arrived of a broken one counts, too. */
const partBytesMin = 8 << 20
/** The service refuses an upload that arrives in more than 10,000. */
const partsMax = 5000
/** With the last part the service reads them all: 32 times as fast as the slowest body arrives, at the slowest. */
const readingShare = 1 / 32

/**
 * Uploads by tus 1.0 (https://tus.io/protocols/resumable-upload), one part after the other. After a broken connection, the service
 * says how much has arrived, and the upload goes on there.
 */
export async function sendInParts(
  client: Client,
  content: Content,
  fields: Record<string, string>,
  { retry, uploadId, onProgress, signal }: ResumableOptions,
): Promise<UploadedFile> {
  const id = uploadId ?? (await begin(client, content.size, fields, signal))
  const partBytes = Math.max(partBytesMin, Math.ceil(content.size / partsMax))
  const report = (sentBytes: number) => onProgress?.({ sentBytes, totalBytes: content.size, uploadId: id })
  let offset = uploadId === undefined ? 0 : null
  let reached = -1
  for (let failures = 0; ; ) {
    try {
      offset ??= await offsetOf(client, id, content.size, signal)
      // An upload that makes progress isn't stuck, however often it breaks.
      if (offset > reached) failures = 0
      reached = offset
      report(offset)
      const part = await content.read(offset, Math.min(offset + partBytes, content.size))
      const isLast = offset + part.length === content.size
      const movedBytes = part.length + (isLast ? content.size * readingShare : 0)
      const response = await send(client, id, { offset, part, movedBytes, signal })
      offset = Number(response.headers.get('upload-offset') ?? content.size)
      if (response.status !== 200) continue
      report(content.size)
      return ((await response.json()) as { data: UploadedFile }).data
    } catch (error) {
      signal?.throwIfAborted()
      failures++
      const pauseMs = pauseAfter(isElsewhere(error) ? { status: 503, retryAfterS: 0 } : error, failures, retry)
      if (pauseMs === null) throw error
      await sleep(pauseMs, signal)
      offset = null
    }
  }
}

/** Deletes an unfinished upload and what has arrived of it. */
export async function endUpload(client: Client, id: string, signal: AbortSignal | undefined): Promise<void> {
  await client.fetch(`${path}/${id}`, { method: 'DELETE', headers: protocol, signal: signal ?? null })
}

/** More has arrived than is known here: the answer to an earlier part was lost. */
function isElsewhere(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'upload_offset'
}

async function begin(
  client: Client,
  size: number,
  fields: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<string> {
  const metadata = Object.entries(fields).map(([name, value]) => `${name} ${toBase64(new TextEncoder().encode(value))}`)
  const headers = { ...protocol, 'upload-length': String(size), 'upload-metadata': metadata.join(',') }
  const { headers: answered } = await client.fetch(path, { method: 'POST', headers, signal: signal ?? null })
  // Of the address, which may be another one than ours, only the ID counts.
  return `${answered.get('location')?.split('/').at(-1)}`
}

async function offsetOf(client: Client, id: string, size: number, signal: AbortSignal | undefined): Promise<number> {
  const { headers } = await client.fetch(`${path}/${id}`, { method: 'HEAD', headers: protocol, signal: signal ?? null })
  const total = Number(headers.get('upload-length') ?? size)
  if (total !== size) throw new TypeError(`This upload has ${total} bytes, but the content has ${size}.`)
  return Number(headers.get('upload-offset'))
}

async function send(client: Client, id: string, { offset, part, movedBytes, signal }: Part): Promise<Response> {
  const position = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) }
  const headers = { ...protocol, ...position, prefer: 'return=representation' }
  const init = { method: 'PATCH', headers, body: part, movedBytes, signal: signal ?? null }
  const address = `${path}/${id}`
  return readWhole(await client.fetch(address, init), address)
}
