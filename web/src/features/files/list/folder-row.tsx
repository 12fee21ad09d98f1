import { EllipsisVertical, Folder as FolderIcon, Globe, LockKeyhole } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../../ui/badge.jsx'
import { Button } from '../../../ui/button.jsx'
import { Menu } from '../../../ui/menu.jsx'
import { mayLandIn } from '../model/held.js'
import { folderItem } from '../model/items.js'
import type { Subfolder } from '../model/types.js'
import { useMoves } from '../model/use-moves.js'
import { useUpload } from '../use-upload.js'
import { FolderActions } from './folder-actions.jsx'
import { Row } from './row.jsx'

interface FolderRowProps {
  folder: Subfolder
  isOwn: boolean
  /** The folder that it lies in is private. */
  isInPrivate: boolean
  /** Where it lies, where that is not plain. */
  where?: string
}

/** A folder in a list: a way in, and a place to drop on. */
export function FolderRow({ folder, isOwn, isInPrivate, where }: FolderRowProps) {
  const { t } = useTranslation('files')
  const { move } = useMoves()
  const upload = useUpload()
  const { _id: id, folderName: name, folderType } = folder
  const amounts = [
    folder.folders > 0 ? t('folders', { count: folder.folders }) : '',
    folder.files > 0 ? t('count', { count: folder.files }) : '',
  ]
  return (
    <Row
      item={folderItem(folder)}
      isOwn={isOwn}
      picture={<FolderPicture />}
      text={where ?? (amounts.filter(Boolean).join(', ') || t('emptyFolder'))}
      drop={{
        accepts: (items) => isOwn && mayLandIn(items, folder),
        onItems: (items) => void move(items, id, name),
        onFiles: isOwn ? (files) => upload(files, folder) : undefined,
        text: (over) => (over === 'files' ? t('drop.into', { name }) : t('drop.moveInto', { name })),
        look: 'bg-wood-wash outline-wood',
      }}
    >
      <Badge className="max-sm:px-1.5">
        {folderType === 'private' ? <LockKeyhole aria-hidden="true" /> : <Globe aria-hidden="true" />}
        <span className="max-sm:sr-only">{t(`type.${folderType}`)}</span>
      </Badge>
      {isOwn ? (
        <Menu
          trigger={
            <Button look="quiet" size="icon-small" aria-label={t('actionsOf', { name })}>
              <EllipsisVertical aria-hidden="true" />
            </Button>
          }
        >
          <FolderActions folder={folder} isInPrivate={isInPrivate} />
        </Menu>
      ) : null}
    </Row>
  )
}

/** What stands for a folder at the beginning of a row. */
export function FolderPicture() {
  return (
    <span className="flex size-10 shrink-0 items-center justify-center rounded-md bg-wood-wash text-wood group-data-chosen:bg-raised">
      <FolderIcon className="size-5.5 stroke-[1.75]" aria-hidden="true" />
    </span>
  )
}
