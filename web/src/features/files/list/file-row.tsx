import { EllipsisVertical, Star } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { bytesText } from '../../../ui/amounts.js'
import { Button } from '../../../ui/button.jsx'
import { localeOf } from '../../../ui/locale.js'
import { Menu } from '../../../ui/menu.jsx'
import { Time } from '../../../ui/time.jsx'
import { useDialogs } from '../dialogs/dialogs.js'
import { fileItem } from '../model/items.js'
import type { FileItem } from '../model/types.js'
import { useChanges } from '../model/use-changes.js'
import { FileActions } from './file-actions.jsx'
import { Row } from './row.jsx'
import { Thumbnail } from './thumbnail.jsx'

interface FileRowProps {
  file: FileItem
  isOwn: boolean
  /** Where it lies, where that is not plain. */
  where?: string
}

/** A file in a list. A file from outside that is dropped on it is compared with it. */
export function FileRow({ file, isOwn, where }: FileRowProps) {
  const { t, i18n } = useTranslation('files')
  const changes = useChanges()
  const open = useDialogs()
  const { _id: id, fileName: name } = file
  // On a phone there is no room for the minute.
  const day = new Intl.DateTimeFormat(localeOf(i18n.language), { dateStyle: 'medium' }).format(new Date(file.createdAt))
  const size = bytesText(i18n.language, file.file.fileSize)
  return (
    <Row
      item={fileItem(file)}
      isOwn={isOwn}
      picture={<Thumbnail file={file} />}
      text={
        where ?? (
          <>
            <span className="sm:hidden">
              {size} · {day}
            </span>
            <span className="max-sm:hidden">{file.description || (file.isVersion ? t('hasVersions') : '')}</span>
          </>
        )
      }
      drop={{
        onFiles: ([candidate]) => candidate && open({ show: 'compare', file, candidate, isOwn }),
        text: () => t('drop.compare'),
        look: 'bg-moss-wash outline-moss',
      }}
    >
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
    </Row>
  )
}
