import { useTranslation } from 'react-i18next'
import { queryClient } from '../../../app/queries.js'
import { client } from '../../../session/client.js'
import { useErrorText } from '../../../ui/error-text.js'
import { showToast } from '../../../ui/toast.jsx'
import { dropFromLists, patchFile, refreshFolder } from './cache.js'
import { keys } from './keys.js'
import type { Binned, FolderType, Item } from './types.js'

/** Everything that can be done with folders and files; each says what happened, and how to take it back. */
export function useChanges() {
  const { t } = useTranslation('files')
  const errorText = useErrorText()
  const failed = (error: unknown) => showToast({ title: errorText(error), tone: 'bad' })

  const restore = async (item: Item) => {
    await (item.kind === 'folder'
      ? client.post('/api/folders/{folderId}/restore', { params: { path: { folderId: item.id } } })
      : client.post('/api/files/{fileId}/restore', { params: { path: { fileId: item.id } } }))
    await queryClient.invalidateQueries({ queryKey: keys.all })
  }

  const moveTo = async (item: Item, folderId: string) => {
    await (item.kind === 'folder'
      ? client.patch('/api/folders/{folderId}', {
          params: { path: { folderId: item.id } },
          body: { parentFolderId: folderId },
        })
      : client.patch('/api/files/{fileId}', { params: { path: { fileId: item.id } }, body: { folderId } }))
    dropFromLists(item.id)
    await Promise.all([
      refreshFolder(item.parentId),
      refreshFolder(folderId),
      queryClient.invalidateQueries({ queryKey: keys.file(item.id) }),
    ])
  }

  return {
    /** @throws ServiceError */
    async createFolder(folderName: string, folderType: FolderType, parentFolderId: string, organizationId: string) {
      const body = { folderName, folderType, parentFolderId, organizationId }
      const made = await client.post('/api/folders', { body })
      await refreshFolder(parentFolderId)
      return made
    },

    /** @throws ServiceError */
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

    /** @throws ServiceError */
    async describe(fileId: string, description: string) {
      await client.patch('/api/files/{fileId}', { params: { path: { fileId } }, body: { description } })
      patchFile(fileId, { description })
      await queryClient.invalidateQueries({ queryKey: keys.file(fileId) })
    },

    /** @throws ServiceError */
    async changeType(folderId: string, folderType: FolderType) {
      await client.patch('/api/folders/{folderId}', { params: { path: { folderId } }, body: { folderType } })
      await queryClient.invalidateQueries({ queryKey: keys.all })
    },

    /** Marks a file, or unmarks it; at once, and back when the service refuses. */
    async favour(fileId: string, isFavourite: boolean) {
      patchFile(fileId, { isFavourite })
      try {
        await client.patch('/api/files/{fileId}', { params: { path: { fileId } }, body: { isFavourite } })
      } catch (error) {
        patchFile(fileId, { isFavourite: !isFavourite })
        failed(error)
      }
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: keys.favourites, refetchType: 'none' }),
        queryClient.invalidateQueries({ queryKey: keys.file(fileId) }),
      ])
    },

    /** Moves, and can be undone. Says so when it is refused. */
    async move(item: Item, folderId: string, folderName: string) {
      try {
        await moveTo(item, folderId)
      } catch (error) {
        return failed(error)
      }
      const title = t('moved', { name: item.name, folder: folderName })
      const back = () => void moveTo({ ...item, parentId: folderId }, item.parentId).catch(failed)
      showToast({ title, undo: back })
    },

    /** Into the bin, and can be undone. True when it is there. */
    async bin(item: Item): Promise<boolean> {
      try {
        await (item.kind === 'folder'
          ? client.delete('/api/folders/{folderId}', { params: { path: { folderId: item.id } } })
          : client.delete('/api/files/{fileId}', { params: { path: { fileId: item.id } } }))
      } catch (error) {
        failed(error)
        return false
      }
      dropFromLists(item.id)
      void refreshFolder(item.parentId)
      void queryClient.invalidateQueries({ queryKey: keys.bin })
      showToast({ title: t('binned', { name: item.name }), undo: () => void restore(item).catch(failed) })
      return true
    },

    /** Out of the bin. */
    async restore({ _id: id, type: kind, name, from }: Binned) {
      try {
        await restore({ kind, id, name, parentId: from?._id ?? '' })
        showToast({ title: t('restored', { name }) })
      } catch (error) {
        failed(error)
      }
    },

    /** For good. @throws ServiceError */
    async erase({ _id: id, type: kind }: Pick<Binned, '_id' | 'type'>) {
      const query = { permanent: true }
      await (kind === 'folder'
        ? client.delete('/api/folders/{folderId}', { params: { path: { folderId: id }, query } })
        : client.delete('/api/files/{fileId}', { params: { path: { fileId: id }, query } }))
      dropFromLists(id)
      await queryClient.invalidateQueries({ queryKey: keys.all })
    },
  }
}
