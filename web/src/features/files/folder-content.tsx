import { FolderPlus } from 'lucide-react'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { FolderDrawing } from '../../ui/drawings/empty.jsx'
import { EmptyState } from '../../ui/feedback/empty-state.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.jsx'
import { DropZone } from '../../ui/forms/drop-zone.jsx'
import { usePageDrop } from '../../ui/forms/page-drop.js'
import { useNextPage } from '../../ui/list/next-page.js'
import { useDialogs } from './dialogs/dialogs.js'
import { BulkActions } from './list/bulk-actions.jsx'
import { FilesDropHint, useDrop } from './list/drag-and-drop.jsx'
import { FileRow } from './list/file-row.jsx'
import { FolderRow } from './list/folder-row.jsx'
import { useItemKeys } from './list/item-keys.js'
import { SelectableList } from './list/selectable-list.jsx'
import { useRows } from './list/use-rows.js'
import { type FolderOrder, isNewestFirst } from './model/folder-order.js'
import { type FileItem, type Folder, fileItem, folderItem, type Subfolder } from './model/items.js'
import { useFiles, useSubfolders } from './model/queries.js'
import { canMoveInto } from './model/transfer.js'
import { useMoves } from './model/use-moves.js'
import { useUpload } from './uploads/use-upload.js'

type Row = { kind: 'folder'; folder: Subfolder } | { kind: 'file'; file: FileItem }

const itemOf = (row: Row) => (row.kind === 'folder' ? folderItem(row.folder) : fileItem(row.file))

interface FolderContentProps {
  folder: Folder
  order: FolderOrder
  onOrder: (order: FolderOrder) => void
  /** Files open beside the list; the one that is open. Without it they open on their pages. */
  pane: { open: string | undefined } | undefined
}

/** Contents of a folder, folders first. The whole page takes files. */
export function FolderContent({ folder, order, onOrder, pane }: FolderContentProps) {
  const { t } = useTranslation(['files', 'common'])
  const isRoot = folder.folderLevel === 0
  const sorted = isNewestFirst(order) ? undefined : order
  const folders = useSubfolders(folder._id, sorted)
  const files = useFiles(folder._id, sorted, !isRoot)
  const upload = useUpload()
  const { move } = useMoves()
  const mayChange = folder.isOwn && !folder.isBin
  const rows = useRows(mayChange, pane)
  const keys = useItemKeys()
  const isOver = usePageDrop(mayChange ? (dropped) => void upload(dropped, folder) : undefined)
  const { props } = useDrop({
    accepts: (items) => mayChange && canMoveInto(items, folder),
    onItems: (items) => void move(items, folder._id, folder.folderName || t('root')),
  })
  const { hasNextPage: moreFolders } = folders
  const { hasNextPage: moreFiles } = files
  const nextFolders = useNextPage(folders)
  const nextFiles = useNextPage(files)
  const onEnd = moreFolders ? nextFolders : nextFiles

  const error = folders.error ?? files.error
  if (error) {
    const again = () => void Promise.all([folders.refetch(), files.refetch()])
    return <ErrorNotice title={t('notLoaded')} error={error} onRetry={again} />
  }
  if (folders.isLoading || files.isLoading) return <SkeletonRows label={t('common:loading')} />

  const folderRows = (folders.data?.pages ?? []).flatMap((page) => page.rows)
  const fileRows = moreFolders ? [] : (files.data?.pages ?? []).flatMap((page) => page.rows)
  const entries: Row[] = [
    ...folderRows.map((row) => ({ kind: 'folder' as const, folder: row })),
    ...fileRows.map((row) => ({ kind: 'file' as const, file: row })),
  ]
  const folderCount = folders.data?.pages[0]?.count ?? 0
  const fileCount = files.data?.pages[0]?.count ?? 0
  if (folderCount + fileCount === 0)
    return <Empty folder={folder} mayChange={mayChange} onFiles={(dropped) => upload(dropped, folder)} />
  const amounts = [
    folderCount > 0 ? t('folders', { count: folderCount }) : '',
    fileCount > 0 ? t('count', { count: fileCount }) : '',
  ]
  return (
    <div {...props}>
      {mayChange ? (
        <FilesDropHint text={isRoot ? t('drop.root') : t('drop.here', { name: folder.folderName })} isOver={isOver} />
      ) : null}
      <SelectableList
        label={t('contents', { name: folder.folderName || t('root') })}
        rows={entries}
        count={folderCount + fileCount}
        itemOf={itemOf}
        summary={amounts.filter(Boolean).join(', ')}
        actions={mayChange ? <BulkActions /> : undefined}
        keys={keys}
        {...rows.opening}
        dropOf={(row) => (row.kind === 'folder' ? rows.intoFolder(row.folder) : rows.ontoFile(row.file))}
        order={order}
        onOrder={onOrder}
        hasMore={moreFolders || moreFiles}
        onEnd={onEnd}
      >
        {(row, place, state) =>
          row.kind === 'folder' ? (
            <FolderRow
              place={place}
              state={state}
              rows={rows}
              folder={row.folder}
              isInPrivate={!isRoot && folder.folderType === 'private'}
            />
          ) : (
            <FileRow place={place} state={state} rows={rows} file={row.file} />
          )
        }
      </SelectableList>
      {mayChange ? <p className="mt-3 text-sm text-soft max-lg:hidden">{t('keysHint')}</p> : null}
    </div>
  )
}

interface EmptyProps {
  folder: Folder
  mayChange: boolean
  onFiles: (files: File[]) => void
}

function Empty({ folder, mayChange, onFiles }: EmptyProps) {
  const { t } = useTranslation('files')
  const open = useDialogs()
  if (!mayChange) return <EmptyState drawing={<FolderDrawing />} title={t('empty.other')} text={t('empty.otherText')} />
  if (folder.folderLevel > 0) {
    return (
      <DropZone
        title={t('empty.folder')}
        hint={t('drop.into', { name: folder.folderName })}
        text={t(`empty.${folder.folderType}`)}
        button={t('chooseFiles')}
        folderButton={t('chooseFolder')}
        multiple
        onFiles={onFiles}
      />
    )
  }
  return (
    <EmptyState
      drawing={<FolderDrawing />}
      title={t('empty.root')}
      text={t('empty.rootText')}
      action={
        <Button look="secondary" onClick={() => open({ show: 'new-folder', parent: folder })}>
          <FolderPlus aria-hidden="true" />
          {t('empty.rootAction')}
        </Button>
      }
    />
  )
}
