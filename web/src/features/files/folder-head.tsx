import { Camera, Ellipsis, FileUp, FolderPlus, FolderUp, Upload } from 'lucide-react'
import { useAsked } from '../../base/asked.js'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { chooseFiles } from '../../ui/forms/choose-files.js'
import { Menu, MenuItem } from '../../ui/frame/menu.jsx'
import { useMedia } from '../../ui/media.js'
import { useDialogs } from './dialogs/dialogs.js'
import { FolderActions } from './list/folder-row.jsx'
import type { Folder } from './model/items.js'
import { useUpload } from './uploads/use-upload.js'

/** Actions for one of the user's own folders. */
export function FolderHead({ folder, onBinned }: { folder: Folder; onBinned: () => void }) {
  const { t } = useTranslation('files')
  const open = useDialogs()
  const upload = useUpload()
  const isRoot = folder.folderLevel === 0
  const hasCamera = useMedia('(pointer: coarse)')
  const choose = (options: Parameters<typeof chooseFiles>[0]) =>
    void chooseFiles(options).then((files) => files.length > 0 && upload(files, folder))
  const newFolder = () => open({ show: 'new-folder', parent: folder })
  useAsked((asked) => (asked.what === 'upload' ? upload([...asked.files], folder) : newFolder()))
  return (
    <>
      <Button look={isRoot ? 'primary' : 'secondary'} onClick={newFolder} className="max-xs:px-3 max-xs:[&_svg]:hidden">
        <FolderPlus aria-hidden="true" />
        {t('newFolder')}
      </Button>
      <Menu
        trigger={
          <Button look={isRoot ? 'secondary' : 'primary'}>
            <Upload aria-hidden="true" />
            {t('upload')}
          </Button>
        }
      >
        <MenuItem icon={<FileUp aria-hidden="true" />} onSelect={() => choose({ multiple: true })}>
          {t('uploadFiles')}
        </MenuItem>
        <MenuItem icon={<FolderUp aria-hidden="true" />} onSelect={() => choose({ multiple: true, folder: true })}>
          {t('uploadFolder')}
        </MenuItem>
        {hasCamera ? (
          <MenuItem icon={<Camera aria-hidden="true" />} onSelect={() => choose({ photo: true })}>
            {t('takePhoto')}
          </MenuItem>
        ) : null}
      </Menu>
      {isRoot ? null : (
        <Menu
          trigger={
            <Button look="secondary" size="icon" aria-label={t('actionsOf', { name: folder.folderName })}>
              <Ellipsis aria-hidden="true" />
            </Button>
          }
        >
          <FolderActions
            folder={{ ...folder, parentFolderId: folder.parentFolderId ?? '' }}
            isInPrivate={folder.path.at(-2)?.folderType === 'private'}
            onBinned={onBinned}
          />
        </Menu>
      )}
    </>
  )
}
