import { client } from '../../../session/client.js'
import { saveBlob } from '../../../ui/save-blob.js'

/** Has the browser save what is at an address of the service, as a stream: files may be larger than memory. */
function saveFrom(url: string): void {
  const link = document.createElement('a')
  link.href = localUrl(url)
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}

/** Saves the content of a file. Its address is asked for anew: they are good for minutes only. @throws ServiceError */
export async function saveFile(fileId: string): Promise<void> {
  saveFrom((await client.get('/api/files/{fileId}', { params: { path: { fileId } } })).file.url)
}

/** Saves an older content of a file. @throws ServiceError */
export async function saveVersion(fileId: string, versionId: string): Promise<void> {
  const params = { path: { fileId }, query: { page: 1, limit: 100 } }
  const { data } = await client.get('/api/files/{fileId}/versions', { params })
  const found = data.find((version) => version.versionId === versionId)
  if (found) saveFrom(found.file.url)
}

/** Saves an answer of the service that needs the token: a proof, a manifest. @throws ServiceError */
export async function saveAnswer(path: string, name: string): Promise<void> {
  saveBlob(await (await client.fetch(path)).blob(), name)
}

/** A signed address of the service as an address of this page's origin, which is all that the page may load. */
export function localUrl(url: string): string {
  const { pathname, search } = new URL(url, location.origin)
  return pathname + search
}
