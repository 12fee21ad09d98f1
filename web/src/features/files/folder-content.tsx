import { FolderPlus, Search, UploadCloud } from 'lucide-react'
import { useCallback, useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.jsx'
import { cn } from '../../ui/classes.js'
import { DropZone } from '../../ui/drop-zone.jsx'
import { EmptyState } from '../../ui/empty-state.jsx'
import { ErrorNotice } from '../../ui/error-notice.jsx'
import { inputLook } from '../../ui/field.jsx'
import { SkeletonRows } from '../../ui/skeleton.jsx'
import { useDialogs } from './dialogs/dialogs.js'
import { FileRow } from './list/file-row.jsx'
import { FolderRow } from './list/folder-row.jsx'
import { useDrop, useFileDrag } from './list/use-drop.js'
import { VirtualList } from './list/virtual-list.jsx'
import { mayLandIn } from './model/held.js'
import { useFiles, useSubfolders } from './model/queries.js'
import type { FileItem, Folder, Subfolder } from './model/types.js'
import { useChanges } from './model/use-changes.js'
import { useUpload } from './use-upload.js'

type Row = { kind: 'folder'; folder: Subfolder } | { kind: 'file'; file: FileItem }

/** Few files are found by looking. */
const searchFrom = 8

/** What lies in a folder, folders first; all of it is a place to drop on. */
export function FolderContent({ folder }: { folder: Folder }) {
  const { t } = useTranslation(['files', 'common'])
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const isRoot = folder.folderLevel === 0
  const folders = useSubfolders(folder._id)
  const files = useFiles(folder._id, search, !isRoot)
  const upload = useUpload()
  const { move } = useChanges()
  const isDragging = useFileDrag()
  const mayChange = folder.isOwn && !folder.isBin
  const { over, props } = useDrop({
    accepts: (item) => mayChange && mayLandIn(item, folder._id) && (!isRoot || item.kind === 'folder'),
    onItem: (item) => void move(item, folder._id, folder.folderName || t('root')),
    onFiles: mayChange ? (dropped) => upload(dropped, folder) : undefined,
  })
  const { hasNextPage: moreFolders, fetchNextPage: nextFolders } = folders
  const { hasNextPage: moreFiles, fetchNextPage: nextFiles, isFetchingNextPage } = files
  const onEnd = useCallback(() => {
    if (moreFolders) void nextFolders({ cancelRefetch: false })
    else if (moreFiles && !isFetchingNextPage) void nextFiles({ cancelRefetch: false })
  }, [moreFolders, nextFolders, moreFiles, nextFiles, isFetchingNextPage])

  const error = folders.error ?? files.error
  if (error) {
    const again = () => void Promise.all([folders.refetch(), files.refetch()])
    return <ErrorNotice title={t('notLoaded')} error={error} onRetry={again} />
  }
  if (folders.isLoading || (files.isLoading && search === '')) return <SkeletonRows label={t('common:loading')} />

  const key = search.toLocaleLowerCase()
  const subfolders = (folders.data?.pages ?? [])
    .flatMap((page) => page.rows)
    .filter((row) => key === '' || row.folderName.toLocaleLowerCase().includes(key))
  const found = moreFolders ? [] : (files.data?.pages ?? []).flatMap((page) => page.rows)
  const rows: Row[] = [
    ...subfolders.map((row) => ({ kind: 'folder' as const, folder: row })),
    ...found.map((row) => ({ kind: 'file' as const, file: row })),
  ]
  const fileCount = files.data?.pages[0]?.count ?? 0
  const count = (key === '' ? (folders.data?.pages[0]?.count ?? 0) : subfolders.length) + fileCount
  if (count === 0 && search === '')
    return <Empty folder={folder} mayChange={mayChange} onFiles={(dropped) => upload(dropped, folder)} />
  return (
    <div {...props}>
      {count >= searchFrom || search !== '' ? <SearchField value={text} onChange={setText} /> : null}
      {mayChange && isDragging ? (
        <div
          className={cn(
            'sticky top-16 z-20 mb-3 flex min-h-16 items-center justify-center gap-3 rounded-xl border-2 border-dashed bg-raised px-4 py-3 text-center font-medium lg:top-3',
            over === 'files' ? 'border-wood bg-wood-wash' : 'border-edge/50',
          )}
        >
          <UploadCloud className="size-6 shrink-0 text-wood" aria-hidden="true" />
          {isRoot ? t('drop.root') : t('drop.here', { name: folder.folderName })}
        </div>
      ) : null}
      {rows.length === 0 && !files.isFetching ? (
        <p className="rounded-xl border border-dashed border-edge/50 p-8 text-center text-soft">
          {t('nothingFound', { search })}
        </p>
      ) : (
        <VirtualList
          label={t('contents', { name: folder.folderName || t('root') })}
          rows={rows}
          count={count}
          keyOf={(row) => (row.kind === 'folder' ? row.folder._id : row.file._id)}
          onEnd={onEnd}
        >
          {(row) =>
            row.kind === 'folder' ? (
              <FolderRow
                folder={row.folder}
                isOwn={mayChange}
                isInPrivate={!isRoot && folder.folderType === 'private'}
                onFiles={upload}
              />
            ) : (
              <FileRow file={row.file} isOwn={mayChange} />
            )
          }
        </VirtualList>
      )}
      <p className="mt-3 flex flex-wrap gap-x-4 text-sm text-soft">
        {isRoot || fileCount === 0 ? null : <span>{t('count', { count: fileCount })}</span>}
        {mayChange ? <span className="max-lg:hidden">{t('keysHint')}</span> : null}
      </p>
    </div>
  )
}

function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('files')
  return (
    <div className="relative mb-3">
      <Search className="pointer-events-none absolute start-3 top-3 size-4.5 text-soft" aria-hidden="true" />
      <input
        type="search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-label={t('search')}
        placeholder={t('search')}
        className={cn(inputLook, 'ps-10')}
      />
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
  if (!mayChange) return <EmptyState title={t('empty.other')} text={t('empty.otherText')} />
  if (folder.folderLevel > 0) {
    return (
      <DropZone
        title={t('empty.folder')}
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
