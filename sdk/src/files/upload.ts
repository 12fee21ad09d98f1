import type { Client } from '../client.js'
import type { RequestOptions } from '../request-options.js'
import type { RetryOptions } from '../sending/retry.js'
import { type Content, openContent, type UploadSource } from './content.js'
import { sendInParts } from './resumable.js'
import type { UploadedFile, UploadProgress } from './uploaded.js'

/** Where an upload goes: into a folder as a new file, or to a file as its next version. */
export type UploadTarget =
  | { folderId: string; fileName?: string; description?: string; lat?: number; long?: number; code?: string }
  | { fileId: string; fileName?: string }

/** Options of an upload. */
export interface UploadOptions extends RequestOptions {
  onProgress?: (progress: UploadProgress) => void
  /** An unfinished upload of the same content, from its progress: resumes it. */
  uploadId?: string
}

/** Up to this size, a file is one request, whose key makes it safe to repeat. */
const oneRequestBytesMax = 8 << 20

/** Uploads content. Returns once it is durable and its entry is recorded. */
export async function upload(
  client: Client,
  accountId: () => Promise<string>,
  retry: RetryOptions,
  source: UploadSource,
  { onProgress, uploadId, signal, ...target }: UploadTarget & UploadOptions,
): Promise<UploadedFile> {
  const content = await openContent(source)
  try {
    const fileName = target.fileName ?? content.name
    if (fileName === undefined) throw new TypeError('fileName is missing: bytes have no name of their own.')
    const fields = { ...fieldsOf(target), fileName }
    if (uploadId !== undefined || content.size > oneRequestBytesMax)
      return await sendInParts(client, content, fields, { retry, onProgress, uploadId, signal })
    const progress = { totalBytes: content.size, uploadId: null }
    onProgress?.({ ...progress, sentBytes: 0 })
    const made = await sendAtOnce(client, await accountId(), content, fields, signal ?? null)
    onProgress?.({ ...progress, sentBytes: content.size })
    return made
  } finally {
    await content.close()
  }
}

/** The fields as texts, as forms and tus have them. */
function fieldsOf(target: UploadTarget): Record<string, string> {
  const given = Object.entries(target).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
}

async function sendAtOnce(
  client: Client,
  organizationId: string,
  content: Content,
  { fileId, fileName = '', ...fields }: Record<string, string>,
  signal: AbortSignal | null,
): Promise<UploadedFile> {
  const form = new FormData()
  const isVersion = fileId !== undefined
  // Before the content, so that the service can refuse them without reading it.
  const first = isVersion ? { organizationId } : { fileName, organizationId, ...fields }
  for (const [name, value] of Object.entries(first)) form.append(name, value)
  form.append('attachments', new Blob([await content.read(0, content.size)]), fileName)
  // The form takes the place of the body that the types describe.
  const bodySerializer = () => form
  if (isVersion) {
    const params = { path: { fileId } }
    const body = { attachments: '' }
    return client.post('/api/files/{fileId}/versions', { params, body, bodySerializer, signal })
  }
  const body = { fileName, folderId: `${fields.folderId}`, organizationId, attachments: '' }
  return client.post('/api/files', { body, bodySerializer, signal })
}
