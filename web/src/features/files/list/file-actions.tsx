import { Download, FileDiff, Layers2, Link2, NotebookPen, ScrollText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../ui/error-text.js'
import { MenuLine } from '../../../ui/menu.jsx'
import { showToast } from '../../../ui/toast.jsx'
import { chooseFile } from '../choose-file.js'
import { useDialogs } from '../dialogs/dialogs.js'
import { fileItem } from '../model/items.js'
import { saveAnswer, saveFile } from '../model/save.js'
import type { FileItem } from '../model/types.js'
import { addUploads } from '../uploads/upload-store.js'
import { Action } from './action.jsx'
import { ItemActions } from './item-actions.jsx'

interface FileActionsProps {
  file: FileItem
  isOwn: boolean
  /** Called when it went into the bin. */
  onBinned?: () => void
}

/** What can be done with a file, inside a menu. */
export function FileActions({ file, isOwn, onBinned }: FileActionsProps) {
  const { t } = useTranslation('files')
  const errorText = useErrorText()
  const open = useDialogs()
  const { _id: id, fileName: name, folderId } = file
  const failed = (error: unknown) => showToast({ title: errorText(error), tone: 'bad' })
  const compare = async () => {
    const candidate = await chooseFile()
    if (candidate) open({ show: 'compare', file, candidate, isOwn })
  }
  const addVersion = async () => {
    const chosen = await chooseFile()
    if (chosen) addUploads([chosen], { folderId, fileId: id })
  }
  return (
    <>
      <Action icon={<Download aria-hidden="true" />} onSelect={() => void saveFile(id).catch(failed)}>
        {t('action.download')}
      </Action>
      <Action
        icon={<ScrollText aria-hidden="true" />}
        onSelect={() => void saveAnswer(`/api/files/${id}/proof`, `${name}.proof.json`).catch(failed)}
      >
        {t('action.proof')}
      </Action>
      <Action icon={<FileDiff aria-hidden="true" />} onSelect={() => void compare()}>
        {t('action.compare')}
      </Action>
      {file.fileType === 'public' ? (
        <Action icon={<Link2 aria-hidden="true" />} onSelect={() => open({ show: 'share', file })}>
          {t('action.share')}
        </Action>
      ) : null}
      {isOwn ? (
        <>
          <MenuLine />
          <ItemActions item={fileItem(file)} onBinned={onBinned}>
            <Action icon={<NotebookPen aria-hidden="true" />} onSelect={() => open({ show: 'describe', file })}>
              {t('action.describe')}
            </Action>
            <Action icon={<Layers2 aria-hidden="true" />} onSelect={() => void addVersion()}>
              {t('action.newVersion')}
            </Action>
          </ItemActions>
        </>
      ) : null}
    </>
  )
}
