import { Link } from '@tanstack/react-router'
import { EllipsisVertical, Star } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { bytesText } from '../../../ui/amounts.js'
import { Button } from '../../../ui/button.jsx'
import { cn } from '../../../ui/classes.js'
import { localeOf } from '../../../ui/locale.js'
import { Menu } from '../../../ui/menu.jsx'
import { Time } from '../../../ui/time.jsx'
import { useDialogs } from '../dialogs/dialogs.js'
import { useHeld } from '../model/held.js'
import type { FileItem, Item } from '../model/types.js'
import { useChanges } from '../model/use-changes.js'
import { FileActions } from './file-actions.jsx'
import { useItemKeys } from './item-keys.js'
import { Thumbnail } from './thumbnail.jsx'
import { dragProps, useDrop } from './use-drop.js'

/** A file in a list. A file from outside that is dropped on it is compared with it. */
export function FileRow({ file, isOwn }: { file: FileItem; isOwn: boolean }) {
  const { t, i18n } = useTranslation('files')
  const changes = useChanges()
  const held = useHeld()
  const open = useDialogs()
  const { _id: id, fileName: name } = file
  const item: Item = { kind: 'file', id, name, parentId: file.folderId }
  const onKeyDown = useItemKeys(item, isOwn)
  const { over, props } = useDrop({
    onFiles: ([candidate]) => candidate && open({ show: 'compare', file, candidate, isOwn }),
  })
  // On a phone there is no room for the minute.
  const day = (at: string) =>
    new Intl.DateTimeFormat(localeOf(i18n.language), { dateStyle: 'medium' }).format(new Date(at))
  const size = bytesText(i18n.language, file.file.fileSize)
  return (
    <div
      {...props}
      {...dragProps(item, isOwn)}
      className={cn(
        'flex h-full items-center gap-3 rounded-[inherit] px-3 hover:bg-sunken/70 sm:gap-4 sm:px-4',
        over && 'bg-moss-wash outline-2 -outline-offset-2 outline-moss',
        held?.item.id === id && 'opacity-55',
      )}
    >
      <Thumbnail file={file} />
      <div className="min-w-0 flex-1">
        <Link
          to="/files/file/$fileId"
          params={{ fileId: id }}
          data-row-link=""
          draggable={false}
          onKeyDown={onKeyDown}
          className="block truncate rounded-sm font-medium hover:underline"
        >
          {name}
        </Link>
        <p className="truncate text-sm text-soft">
          {over ? (
            t('drop.compare')
          ) : (
            <>
              <span className="sm:hidden">
                {size} · {day(file.createdAt)}
              </span>
              <span className="max-sm:hidden">{file.description || (file.isVersion ? t('hasVersions') : '')}</span>
            </>
          )}
        </p>
      </div>
      <span className="tabular w-20 text-end text-sm text-soft max-sm:hidden">{size}</span>
      <span className="w-40 text-end text-sm text-soft max-md:hidden">
        <Time at={file.createdAt} />
      </span>
      {isOwn ? (
        <Button
          look="quiet"
          size="icon-small"
          aria-pressed={file.isFavourite}
          aria-label={t('favourite', { name })}
          onClick={() => void changes.favour(id, !file.isFavourite)}
        >
          <Star className={file.isFavourite ? 'fill-wood text-wood' : 'text-soft'} aria-hidden="true" />
        </Button>
      ) : null}
      <Menu
        trigger={
          <Button look="quiet" size="icon-small" className="-ms-2" aria-label={t('actionsOf', { name })}>
            <EllipsisVertical aria-hidden="true" />
          </Button>
        }
      >
        <FileActions file={file} isOwn={isOwn} />
      </Menu>
    </div>
  )
}
