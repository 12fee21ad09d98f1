import { FileCheck2, Globe, LockKeyhole } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../ui/error-text.js'
import { showToast } from '../../../ui/toast.jsx'
import { useDialogs } from '../dialogs/dialogs.js'
import { folderItem } from '../model/items.js'
import { saveAnswer } from '../model/save.js'
import type { Subfolder } from '../model/types.js'
import { Action } from './action.jsx'
import { CopyLink } from './copy-link.jsx'
import { ItemActions } from './item-actions.jsx'

interface FolderActionsProps {
  folder: Pick<Subfolder, '_id' | 'folderName' | 'folderType' | 'parentFolderId' | 'files' | 'folders'>
  /** What lies in a private folder is private: there is nothing to choose. */
  isInPrivate: boolean
  /** Called when it went into the bin. */
  onBinned?: () => void
}

/** What can be done with a folder, inside a menu. */
export function FolderActions({ folder, isInPrivate, onBinned }: FolderActionsProps) {
  const { t } = useTranslation('files')
  const errorText = useErrorText()
  const open = useDialogs()
  const { _id: id, folderName: name, folderType } = folder
  const saveManifest = () =>
    saveAnswer(`/api/folders/${id}/manifest`, `${name}.manifest.json`).catch((error: unknown) =>
      showToast({ title: errorText(error), tone: 'bad' }),
    )
  return (
    <ItemActions item={folderItem(folder)} onBinned={onBinned}>
      {isInPrivate ? null : (
        <Action
          icon={folderType === 'private' ? <Globe aria-hidden="true" /> : <LockKeyhole aria-hidden="true" />}
          onSelect={() => open({ show: 'type', folder })}
        >
          {folderType === 'private' ? t('action.makePublic') : t('action.makePrivate')}
        </Action>
      )}
      {folderType === 'public' ? <CopyLink folderId={id} /> : null}
      <Action icon={<FileCheck2 aria-hidden="true" />} onSelect={() => void saveManifest()}>
        {t('action.manifest')}
      </Action>
    </ItemActions>
  )
}
