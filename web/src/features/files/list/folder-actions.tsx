import { FileCheck2, FolderInput, Globe, LockKeyhole, Pencil, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../ui/error-text.js'
import { MenuLine } from '../../../ui/menu.jsx'
import { showToast } from '../../../ui/toast.jsx'
import { useDialogs } from '../dialogs/dialogs.js'
import { saveAnswer } from '../model/save.js'
import type { Item, Subfolder } from '../model/types.js'
import { useChanges } from '../model/use-changes.js'
import { Action } from './action.jsx'

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
  const changes = useChanges()
  const { _id: id, folderName: name, folderType } = folder
  const item: Item = { kind: 'folder', id, name, parentId: folder.parentFolderId }
  const saveManifest = () =>
    saveAnswer(`/api/folders/${id}/manifest`, `${name}.manifest.json`).catch((error: unknown) =>
      showToast({ title: errorText(error), tone: 'bad' }),
    )
  return (
    <>
      <Action icon={<Pencil aria-hidden="true" />} shortcut="F2" onSelect={() => open({ show: 'rename', item })}>
        {t('action.rename')}
      </Action>
      <Action icon={<FolderInput aria-hidden="true" />} shortcut="M" onSelect={() => open({ show: 'move', item })}>
        {t('action.move')}
      </Action>
      {isInPrivate ? null : (
        <Action
          icon={folderType === 'private' ? <Globe aria-hidden="true" /> : <LockKeyhole aria-hidden="true" />}
          onSelect={() => open({ show: 'type', folder })}
        >
          {folderType === 'private' ? t('action.makePublic') : t('action.makePrivate')}
        </Action>
      )}
      <Action icon={<FileCheck2 aria-hidden="true" />} onSelect={() => void saveManifest()}>
        {t('action.manifest')}
      </Action>
      <MenuLine />
      <Action
        icon={<Trash2 aria-hidden="true" />}
        shortcut={t('key.delete')}
        danger
        onSelect={() => void changes.bin(item).then((done) => done && onBinned?.())}
      >
        {t('action.bin')}
      </Action>
    </>
  )
}
