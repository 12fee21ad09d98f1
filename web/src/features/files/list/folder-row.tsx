import { EllipsisVertical, FileCheck2, Folder as FolderIcon, Globe, Link2, LockKeyhole } from 'lucide-react'
import { useTranslation } from '../../../texts/translation.js'
import { Button } from '../../../ui/button.jsx'
import { useErrorText } from '../../../ui/feedback/error-text.js'
import { showToast } from '../../../ui/feedback/toast.jsx'
import { Menu } from '../../../ui/frame/menu.jsx'
import type { Place } from '../../../ui/list/grid.jsx'
import { copyText } from '../../../ui/values/copy-button.jsx'
import { Time } from '../../../ui/values/time.jsx'
import { useDialogs } from '../dialogs/dialogs.js'
import { type FolderType, folderItem, type Subfolder } from '../model/items.js'
import { saveAnswer } from '../model/save.js'
import { canMoveInto } from '../model/transfer.js'
import { useMoves } from '../model/use-moves.js'
import { useUpload } from '../uploads/use-upload.js'
import { ArchiveEntries } from './archive-menu.jsx'
import { Action, ItemActions } from './item-actions.jsx'
import { Row } from './row.jsx'

interface FolderRowProps {
  folder: Subfolder
  place: Place
  isOwn: boolean
  /** Whether the parent folder is private. */
  isInPrivate: boolean
  /** Its location, in lists that span folders. */
  where?: string
}

/** A folder in a list: a link into it, and a drop target. */
export function FolderRow({ folder, place, isOwn, isInPrivate, where }: FolderRowProps) {
  const { t } = useTranslation('files')
  const { move } = useMoves()
  const upload = useUpload()
  const { _id: id, folderName: name, folderType } = folder
  const Icon = iconOf(folderType)
  const amounts = [
    folder.folders > 0 ? t('folders', { count: folder.folders }) : '',
    folder.files > 0 ? t('count', { count: folder.files }) : '',
  ]
  return (
    <Row
      item={folderItem(folder)}
      place={place}
      isOwn={isOwn}
      picture={<FolderPicture />}
      text={
        <>
          <Icon
            role="img"
            aria-label={t(`type.${folderType}`)}
            className="me-1.5 inline size-3.5 align-[-0.125em] @min-[44rem]:hidden"
          />
          {where ?? (amounts.filter(Boolean).join(', ') || t('emptyFolder'))}
        </>
      }
      cells={{ type: <FolderVisibility type={folderType} />, date: <Time at={folder.createdAt} /> }}
      drop={{
        accepts: (items) => isOwn && canMoveInto(items, folder),
        onItems: (items) => void move(items, id, name),
        onFiles: isOwn ? (files) => upload(files, folder) : undefined,
        text: (over) => (over === 'files' ? t('drop.into', { name }) : t('drop.moveInto', { name })),
        look: 'bg-wood-wash outline-wood',
      }}
    >
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

const iconOf = (type: FolderType) => (type === 'private' ? LockKeyhole : Globe)

/** Whether a folder is private or public. */
export function FolderVisibility({ type }: { type: FolderType }) {
  const { t } = useTranslation('files')
  const Icon = iconOf(type)
  return (
    <span className="flex items-center gap-1.5">
      <Icon className="size-3.5" aria-hidden="true" />
      {t(`type.${type}`)}
    </span>
  )
}

/** The icon at the start of a folder's row. */
export function FolderPicture() {
  return (
    <span className="flex size-6 shrink-0 items-center justify-center rounded-md bg-wood-wash text-wood group-aria-selected:bg-raised max-sm:size-9">
      <FolderIcon className="size-4 stroke-[1.75] max-sm:size-5" aria-hidden="true" />
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
