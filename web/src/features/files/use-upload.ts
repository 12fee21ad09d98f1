import { useTranslation } from 'react-i18next'
import { useAccount } from '../../session/session.js'
import { useErrorText } from '../../ui/error-text.js'
import { showToast } from '../../ui/toast.jsx'
import { useDialogs } from './dialogs/dialogs.js'
import type { Folder } from './model/types.js'
import { hasFolders, sortIntoFolders } from './uploads/drop-folders.js'
import { addUploads } from './uploads/upload-store.js'

type Into = Pick<Folder, '_id' | 'folderType'> & { folderLevel?: number }

/** Sends what was dropped or chosen into a folder; folders among it are made. At the top, files need a folder first. */
export function useUpload(): (files: File[], into: Into) => void {
  const { t } = useTranslation('files')
  const account = useAccount()
  const open = useDialogs()
  const errorText = useErrorText()
  const send = async (files: File[], { _id: folderId, folderType, folderLevel = 1 }: Into) => {
    if (folderLevel === 0 && !hasFolders(files)) {
      return open({ show: 'new-folder', parent: { _id: folderId, folderType, folderLevel }, files })
    }
    // What is at the top is private unless somebody says otherwise.
    const type = folderLevel === 0 ? 'private' : folderType
    const landing = { folderId, folderType: type, organizationId: account?._id ?? '' }
    for (const sorted of await sortIntoFolders(files, landing)) {
      if (sorted.folderId !== folderId || folderLevel > 0) addUploads(sorted.files, { folderId: sorted.folderId })
    }
  }
  return (files, into) =>
    void send(files, into).catch((error: unknown) =>
      showToast({ title: t('notUploaded'), text: errorText(error), tone: 'bad' }),
    )
}
