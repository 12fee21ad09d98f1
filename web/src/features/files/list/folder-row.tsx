import { FileCheck2, Globe, Link2, LockKeyhole } from 'lucide-react'
import { useTranslation } from '../../../texts/translation.js'
import { useErrorText } from '../../../ui/feedback/error-text.js'
import { showToast } from '../../../ui/feedback/toast.jsx'
import { Menu } from '../../../ui/frame/menu.jsx'
import type { Place } from '../../../ui/list/grid.jsx'
import { FolderMark, GlobeMark, LockMark } from '../../../ui/list/row-marks.jsx'
import { RowTime } from '../../../ui/list/row-time.jsx'
import { copyText } from '../../../ui/values/copy-button.jsx'
import { useDialogs } from '../dialogs/dialogs.js'
import { type FolderType, folderItem, type Subfolder } from '../model/items.js'
import { saveAnswer } from '../model/save.js'
import { ArchiveEntries } from './archive-menu.jsx'
import { Action, ItemActions } from './item-actions.jsx'
import { Row, type RowState } from './row.jsx'
import { MenuButton } from './row-buttons.jsx'
import type { Rows } from './use-rows.js'

interface FolderRowProps {
  folder: Subfolder
  place: Place
  state: RowState
  rows: Rows
  /** Whether the parent folder is private. */
  isInPrivate: boolean
  /** Its location, in lists that span folders. */
  where?: string
}

/** A folder in a list: a link into it, and a drop target. */
export function FolderRow({ folder, place, state, rows, isInPrivate, where }: FolderRowProps) {
  const { t, language, isOwn } = rows
  const { folderName: name, folderType } = folder
  const { over } = state
  const Mark = markOf(folderType)
  const amounts = [
    folder.folders > 0 ? t('folders', { count: folder.folders }) : '',
    folder.files > 0 ? t('count', { count: folder.files }) : '',
  ]
  return (
    <Row
      item={folderItem(folder)}
      place={place}
      state={state}
      rows={rows}
      picture={<FolderPicture />}
      text={
        over ? (
          t(over === 'files' ? 'drop.into' : 'drop.moveInto', { name })
        ) : (
          <>
            <Mark
              label={t(`type.${folderType}`)}
              className="me-1.5 inline size-3.5 align-[-0.125em] @min-[44rem]:hidden"
            />
            {where ?? (amounts.filter(Boolean).join(', ') || t('emptyFolder'))}
          </>
        )
      }
      overLook="outline-2 -outline-offset-2 bg-wood-wash outline-wood"
      cells={{
        type: <FolderVisibility type={folderType} word={t(`type.${folderType}`)} />,
        date: <RowTime language={language} at={folder.createdAt} />,
      }}
    >
      {isOwn ? (
        <Menu trigger={<MenuButton label={t('actionsOf', { name })} />}>
          <FolderActions folder={folder} isInPrivate={isInPrivate} />
        </Menu>
      ) : null}
    </Row>
  )
}

const markOf = (type: FolderType) => (type === 'private' ? LockMark : GlobeMark)

/** Whether a folder is private or public. */
export function FolderVisibility({ type, word }: { type: FolderType; word: string }) {
  const Mark = markOf(type)
  return (
    <span className="flex items-center gap-1.5">
      <Mark className="size-3.5" />
      {word}
    </span>
  )
}

/** The icon at the start of a folder's row. */
export function FolderPicture() {
  return (
    <span className="flex size-6 shrink-0 items-center justify-center rounded-md bg-wood-wash text-wood group-aria-selected:bg-raised max-sm:size-9">
      <FolderMark className="size-4 max-sm:size-5" />
    </span>
  )
}

interface FolderActionsProps {
  folder: Pick<Subfolder, '_id' | 'folderName' | 'folderType' | 'parentFolderId' | 'files' | 'folders'>
  /** Inside a private folder everything is private, so the type is not a choice. */
  isInPrivate: boolean
  /** Called after it was moved to the bin. */
  onBinned?: () => void
}

/** Menu entries for a folder. */
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
      <ArchiveEntries items={[folderItem(folder)]} />
      <Action icon={<FileCheck2 aria-hidden="true" />} onSelect={() => void saveManifest()}>
        {t('action.manifest')}
      </Action>
    </ItemActions>
  )
}

/** Menu entry that copies the address of a public folder, which anyone with an account here can open. */
function CopyLink({ folderId }: { folderId: string }) {
  const { t } = useTranslation('files')
  const copy = async () => {
    await copyText(`${location.origin}/portal/files/${folderId}`)
    showToast({ title: t('linkCopied'), text: t('linkIsFor') })
  }
  return (
    <Action icon={<Link2 aria-hidden="true" />} onSelect={() => void copy()}>
      {t('copyLink')}
    </Action>
  )
}
