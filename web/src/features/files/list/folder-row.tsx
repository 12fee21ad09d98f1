import { Link } from '@tanstack/react-router'
import { EllipsisVertical, Folder as FolderIcon, Globe, LockKeyhole } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../../ui/badge.jsx'
import { Button } from '../../../ui/button.jsx'
import { cn } from '../../../ui/classes.js'
import { Menu } from '../../../ui/menu.jsx'
import { mayLandIn, useHeld } from '../model/held.js'
import type { Item, Subfolder } from '../model/types.js'
import { useChanges } from '../model/use-changes.js'
import { FolderActions } from './folder-actions.jsx'
import { useItemKeys } from './item-keys.js'
import { dragProps, useDrop } from './use-drop.js'

interface FolderRowProps {
  folder: Subfolder
  isOwn: boolean
  /** The folder that it lies in is private. */
  isInPrivate: boolean
  /** Files from outside were dropped on it. */
  onFiles: (files: File[], folder: Subfolder) => void
}

/** A folder in a list: a way in, and a place to drop on. */
export function FolderRow({ folder, isOwn, isInPrivate, onFiles }: FolderRowProps) {
  const { t } = useTranslation('files')
  const changes = useChanges()
  const held = useHeld()
  const { _id: id, folderName: name, folderType } = folder
  const item: Item = { kind: 'folder', id, name, parentId: folder.parentFolderId }
  const onKeyDown = useItemKeys(item, isOwn)
  const { over, props } = useDrop({
    accepts: (moved) => isOwn && mayLandIn(moved, id),
    onItem: (moved) => void changes.move(moved, id, name),
    onFiles: isOwn ? (files) => onFiles(files, folder) : undefined,
  })
  const isLeaving = held?.item.id === id
  return (
    <div
      {...props}
      {...dragProps(item, isOwn)}
      className={cn(
        'group flex h-full items-center gap-3 rounded-[inherit] px-3 hover:bg-sunken/70 sm:gap-4 sm:px-4',
        over && 'bg-wood-wash outline-2 -outline-offset-2 outline-wood',
        isLeaving && 'opacity-55',
      )}
    >
      <span className="flex size-10 shrink-0 items-center justify-center rounded-md bg-wood-wash text-wood">
        <FolderIcon className="size-5.5 stroke-[1.75]" aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1">
        <Link
          to="/files/$folderId"
          params={{ folderId: id }}
          data-row-link=""
          draggable={false}
          onKeyDown={onKeyDown}
          className="block truncate rounded-sm font-medium hover:underline"
        >
          {name}
        </Link>
        <p className="truncate text-sm text-soft">
          {over === 'files'
            ? t('drop.into', { name })
            : [
                folder.folders > 0 ? t('folders', { count: folder.folders }) : '',
                folder.files > 0 ? t('count', { count: folder.files }) : '',
              ]
                .filter(Boolean)
                .join(', ') || t('emptyFolder')}
        </p>
      </div>
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
    </div>
  )
}
