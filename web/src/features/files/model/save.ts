import { client } from '../../../session/client.js'
import { saveBlob } from '../../../ui/values/save-blob.js'

/** Has the browser download a URL of the service as a stream: files may exceed memory. */
function saveFrom(url: string): void {
  const link = document.createElement('a')
  link.href = localUrl(url)
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}

/**
 * Saves the content of a file. Signed URLs expire within minutes, so it asks for a new one.
 *
 * @throws {ServiceError} when the service refuses
 */
export async function saveFile(fileId: string): Promise<void> {
  saveFrom((await client.get('/api/files/{fileId}', { params: { path: { fileId } } })).file.url)
}

/**
 * Saves the content of an earlier version.
 *
 * @throws {ServiceError} when the service refuses
 */
export async function saveVersion(fileId: string, versionId: string): Promise<void> {
  const params = { path: { fileId }, query: { page: 1, limit: 100 } }
  const { data } = await client.get('/api/files/{fileId}/versions', { params })
  const found = data.find((version) => version.versionId === versionId)
  if (found) saveFrom(found.file.url)
}

/**
 * Saves an answer that requires the token: a proof, a manifest.
 *
 * @throws {ServiceError} when the service refuses
 */
export async function saveAnswer(path: string, name: string): Promise<void> {
  saveBlob(await (await client.fetch(path)).blob(), name)
}

/** Rewrites a signed URL of the service to this page's origin, the only one the content security policy allows. */
export function localUrl(url: string): string {
  const { pathname, search } = new URL(url, location.origin)
  return pathname + search
}
