import { proofFileName } from '@tallystick/proof'
import { Download, FileDiff, Layers2, Link2, NotebookPen, ScrollText } from 'lucide-react'
import { useTranslation } from '../../../texts/translation.js'
import { useErrorText } from '../../../ui/feedback/error-text.js'
import { showToast } from '../../../ui/feedback/toast.jsx'
import { chooseFile } from '../../../ui/forms/choose-files.js'
import { Menu, MenuLine } from '../../../ui/frame/menu.jsx'
import type { Place } from '../../../ui/list/grid.jsx'
import { StarMark } from '../../../ui/list/row-marks.jsx'
import { RowTime } from '../../../ui/list/row-time.jsx'
import { shortDayText } from '../../../ui/values/dates.js'
import { bytesText } from '../../../ui/values/formats.js'
import { useDialogs } from '../dialogs/dialogs.js'
import { type FileItem, fileItem } from '../model/items.js'
import { saveAnswer, saveFile } from '../model/save.js'
import { addUploads } from '../uploads/upload-store.js'
import { Action, ItemActions } from './item-actions.jsx'
import { Row, type RowState } from './row.jsx'
import { MenuButton, rowButton } from './row-buttons.jsx'
import { Thumbnail } from './thumbnail.jsx'
import type { Rows } from './use-rows.js'

interface FileRowProps {
  file: FileItem
  place: Place
  state: RowState
  rows: Rows
  /** Its location, in lists that span folders. */
  where?: string
}

/** A file in a list. Dropping a local file on it compares the two. */
export function FileRow({ file, place, state, rows, where }: FileRowProps) {
  const { t, language, isOwn } = rows
  const { _id: id, fileName: name, isFavourite } = file
  const size = bytesText(language, file.file.fileSize)
  return (
    <Row
      item={fileItem(file)}
      place={place}
      state={state}
      rows={rows}
      picture={<Thumbnail file={file} className="size-6 max-sm:size-9" />}
      cells={{ type: typeOf(file), size, date: <RowTime language={language} at={file.createdAt} /> }}
      text={
        state.over
          ? t('drop.compare')
          : (where ?? (
              <>
                {/* Phones have no room for the time. */}
                <span className="sm:hidden">
                  {size} · {shortDayText(language, file.createdAt)}
                </span>
                <span className="max-sm:hidden">{file.description || (file.isVersion ? t('hasVersions') : '')}</span>
              </>
            ))
      }
      overLook="outline-2 -outline-offset-2 bg-moss-wash outline-moss"
    >
      {isOwn ? (
        <button
          type="button"
          className={rowButton}
          aria-pressed={isFavourite}
          aria-label={t('favourite', { name })}
          onClick={() => rows.setFavourite(id, !isFavourite)}
        >
          <StarMark className={isFavourite ? 'fill-wood text-wood' : 'text-soft'} />
        </button>
      ) : null}
      <Menu trigger={<MenuButton label={t('actionsOf', { name })} />}>
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
