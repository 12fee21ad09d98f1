import { asAccount } from './as-account.js'
import type { Visitor } from './visitor.js'

/** Makes folders and files for the logged-in account, as a program would: for tests about what comes after. */
export async function seedFor(visitor: Visitor) {
  const client = asAccount(visitor)
  const { ownerId: organizationId } = await client.get('/api/folders/{folderId}', {
    params: { path: { folderId: 'root' } },
  })
  return {
    accountId: organizationId,
    /** @returns its id */
    async folder(folderName: string, folderType: 'private' | 'public' = 'private', parentFolderId?: string) {
      const body = { folderName, folderType, organizationId, ...(parentFolderId && { parentFolderId }) }
      return (await client.post('/api/folders', { body }))._id
    },
    /** @returns its id */
    async file(folderId: string, fileName: string, content: string | Buffer = fileName): Promise<string> {
      const form = new FormData()
      for (const [name, value] of Object.entries({ fileName, folderId, organizationId })) form.set(name, value)
      form.set('attachments', new Blob([content as BlobPart]), fileName)
      const answer = await client.fetch('/api/files', { method: 'POST', body: form })
      return ((await answer.json()) as { data: { fileId: string } }).data.fileId
    },
  }
}
