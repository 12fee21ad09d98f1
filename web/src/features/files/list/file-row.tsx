import { proofFileName } from '@tallystick/proof'
import { Download, EllipsisVertical, FileDiff, Layers2, Link2, NotebookPen, ScrollText, Star } from 'lucide-react'
import { useTranslation } from '../../../texts/translation.js'
import { Button } from '../../../ui/button.jsx'
import { useErrorText } from '../../../ui/feedback/error-text.js'
import { showToast } from '../../../ui/feedback/toast.jsx'
import { chooseFile } from '../../../ui/forms/choose-files.js'
import { Menu, MenuLine } from '../../../ui/frame/menu.jsx'
import type { Place } from '../../../ui/list/grid.jsx'
import { shortDayText } from '../../../ui/values/dates.js'
import { bytesText } from '../../../ui/values/formats.js'
import { Time } from '../../../ui/values/time.jsx'
import { useDialogs } from '../dialogs/dialogs.js'
import { type FileItem, fileItem } from '../model/items.js'
import { saveAnswer, saveFile } from '../model/save.js'
import { useChanges } from '../model/use-changes.js'
import { addUploads } from '../uploads/upload-store.js'
import { Action, ItemActions } from './item-actions.jsx'
import { Row } from './row.jsx'
import { Thumbnail } from './thumbnail.jsx'

interface FileRowProps {
  file: FileItem
  place: Place
  isOwn: boolean
  /** Its location, in lists that span folders. */
  where?: string
  /** Its name opens it beside the list, not on its page. Whether it is open there. */
  inPane?: { isOpen: boolean } | undefined
}

/** A file in a list. Dropping a local file on it compares the two. */
export function FileRow({ file, place, isOwn, where, inPane }: FileRowProps) {
  const { t, i18n } = useTranslation('files')
  const changes = useChanges()
  const open = useDialogs()
  const { _id: id, fileName: name } = file
  // Phones have no room for the time.
  const day = shortDayText(i18n.language, file.createdAt)
  const size = bytesText(i18n.language, file.file.fileSize)
  return (
    <Row
      item={fileItem(file)}
      place={place}
      isOwn={isOwn}
      inPane={inPane}
      picture={<Thumbnail file={file} className="size-6 max-sm:size-9" />}
      cells={{ type: typeOf(file), size, date: <Time at={file.createdAt} /> }}
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
      {isOwn ? (
        <Button
          look="quiet"
          size="icon-small"
          aria-pressed={file.isFavourite}
          aria-label={t('favourite', { name })}
          onClick={() => void changes.setFavourite(id, !file.isFavourite)}
        >
          <Star className={file.isFavourite ? 'fill-wood text-wood' : 'text-soft'} aria-hidden="true" />
        </Button>
      ) : null}
      <Menu
        trigger={
          <Button look="quiet" size="icon-small" aria-label={t('actionsOf', { name })}>
            <EllipsisVertical aria-hidden="true" />
          </Button>
        }
      >
        <FileActions file={file} isOwn={isOwn} />
      </Menu>
    </Row>
  )
}

/** The extension of a file, or else what the service found. */
function typeOf({ fileName, file: { mimetype } }: FileItem): string {
  const [, extension] = /\.(\w{1,5})$/.exec(fileName) ?? []
  return (extension ?? mimetype.replace(/^.*\//, '')).toUpperCase()
}

interface FileActionsProps {
  file: FileItem
  isOwn: boolean
  /** Called after it was moved to the bin. */
  onBinned?: () => void
}

/** Menu entries for a file. */
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
        onSelect={() =>
          void saveAnswer(`/api/files/${id}/proof`, proofFileName({ name, code: id }, 'json')).catch(failed)
        }
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
