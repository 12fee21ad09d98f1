import { EllipsisVertical, FileCheck2, Folder as FolderIcon, Globe, Link2, LockKeyhole } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.jsx'
import { Badge } from '../../../ui/feedback/badge.jsx'
import { useErrorText } from '../../../ui/feedback/error-text.js'
import { showToast } from '../../../ui/feedback/toast.jsx'
import { Menu } from '../../../ui/frame/menu.jsx'
import { copyText } from '../../../ui/values/copy-button.jsx'
import { useDialogs } from '../dialogs/dialogs.js'
import { folderItem, type Subfolder } from '../model/items.js'
import { saveAnswer } from '../model/save.js'
import { canMoveInto } from '../model/transfer.js'
import { useMoves } from '../model/use-moves.js'
import { useUpload } from '../uploads/use-upload.js'
import { ArchiveEntries } from './archive-menu.jsx'
import { Action, ItemActions } from './item-actions.jsx'
import { Row } from './row.jsx'

interface FolderRowProps {
  folder: Subfolder
  isOwn: boolean
  /** Whether the parent folder is private. */
  isInPrivate: boolean
  /** Its location, in lists that span folders. */
  where?: string
}

/** A folder in a list: a link into it, and a drop target. */
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
        accepts: (items) => isOwn && canMoveInto(items, folder),
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

/** The icon at the start of a folder's row. */
export function FolderPicture() {
  return (
    <span className="flex size-10 shrink-0 items-center justify-center rounded-md bg-wood-wash text-wood group-data-chosen:bg-raised">
      <FolderIcon className="size-5.5 stroke-[1.75]" aria-hidden="true" />
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
