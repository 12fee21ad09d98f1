import { client } from '../../../session/client.js'
import { saveBlob } from '../../../ui/values/save-blob.js'
import { saveUrl } from '../../../ui/values/save-url.js'

/**
 * Saves the content of a file. Signed URLs expire within minutes, so it asks for a new one.
 *
 * @throws {ServiceError} when the service refuses
 */
export async function saveFile(fileId: string): Promise<void> {
  saveUrl((await client.get('/api/files/{fileId}', { params: { path: { fileId } } })).file.url)
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
  if (found) saveUrl(found.file.url)
}

/**
 * Saves an answer that requires the token: a proof, a manifest.
 *
 * @throws {ServiceError} when the service refuses
 */
export async function saveAnswer(path: string, name: string): Promise<void> {
  saveBlob(await (await client.fetch(path)).blob(), name)
}
