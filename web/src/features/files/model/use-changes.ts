import { queryClient } from '../../../base/queries.js'
import { client } from '../../../session/client.js'
import { useTranslation } from '../../../texts/translation.js'
import { useErrorText } from '../../../ui/feedback/error-text.js'
import { showToast } from '../../../ui/feedback/toast.jsx'
import { patchFile, refreshFolder } from './cache.js'
import type { FolderType, Item } from './items.js'
import { keys } from './queries.js'

/** Changes to folders and files in place: create, rename, describe, make private or public, mark. Moving is in `useMoves`. */
export function useChanges() {
  const { t } = useTranslation('files')
  const errorText = useErrorText()
  const failed = (error: unknown) => showToast({ title: errorText(error), tone: 'bad' })

  return {
    /** Reverts a change to the item now called `name`; reports a refusal. */
    async revert(name: string, change: () => Promise<void>) {
      try {
        await change()
      } catch (error) {
        showToast({ title: t('notDone', { count: 1, name }), text: errorText(error), tone: 'bad' })
      }
    },

    /** @throws {ServiceError} when the service refuses */
    async createFolder(folderName: string, folderType: FolderType, parentFolderId: string, organizationId: string) {
      const body = { folderName, folderType, parentFolderId, organizationId }
      const made = await client.post('/api/folders', { body })
      await refreshFolder(parentFolderId)
      return made
    },

    /** @throws {ServiceError} when the service refuses */
    async rename(item: Item, name: string) {
      if (item.kind === 'folder') {
        const params = { path: { folderId: item.id } }
        await client.patch('/api/folders/{folderId}', { params, body: { folderName: name } })
        await queryClient.invalidateQueries({ queryKey: keys.all })
        return
      }
      await client.patch('/api/files/{fileId}', { params: { path: { fileId: item.id } }, body: { fileName: name } })
      patchFile(item.id, { fileName: name })
      await queryClient.invalidateQueries({ queryKey: keys.file(item.id) })
    },

    /** @throws {ServiceError} when the service refuses */
    async describe(fileId: string, description: string) {
      await client.patch('/api/files/{fileId}', { params: { path: { fileId } }, body: { description } })
      patchFile(fileId, { description })
      await queryClient.invalidateQueries({ queryKey: keys.file(fileId) })
    },

    /** @throws {ServiceError} when the service refuses */
    async changeType(folderId: string, folderType: FolderType) {
      await client.patch('/api/folders/{folderId}', { params: { path: { folderId } }, body: { folderType } })
      await queryClient.invalidateQueries({ queryKey: keys.all })
    },

    /** Marks or unmarks a file as a favourite. Optimistic: reverted when the service refuses. */
    async setFavourite(fileId: string, isFavourite: boolean) {
      patchFile(fileId, { isFavourite })
      try {
        await client.patch('/api/files/{fileId}', { params: { path: { fileId } }, body: { isFavourite } })
      } catch (error) {
        patchFile(fileId, { isFavourite: !isFavourite })
        failed(error)
      }
      await Promise.all([
        // A new favourite joins the list that is shown. One that is no longer keeps its row there, for those who change their mind.
        queryClient.invalidateQueries({ queryKey: keys.favourites, refetchType: isFavourite ? 'active' : 'none' }),
        queryClient.invalidateQueries({ queryKey: keys.file(fileId) }),
      ])
    },
  }
}
