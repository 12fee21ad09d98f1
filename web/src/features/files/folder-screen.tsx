import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from '../../texts/translation.js'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.jsx'
import { PageHeader } from '../../ui/frame/page-header.jsx'
import { WithPane } from '../../ui/frame/side-pane.jsx'
import { useHasPane } from '../../ui/media.js'
import { Breadcrumbs } from './breadcrumbs.jsx'
import { FilePane } from './file/file-pane.jsx'
import { FolderContent } from './folder-content.jsx'
import { FolderHead } from './folder-head.jsx'
import { ArchiveMenu } from './list/archive-menu.jsx'
import { type FolderSearch, orderOf, readFolderSearch } from './model/folder-order.js'
import { type Folder, folderItem } from './model/items.js'
import { useFolder } from './model/queries.js'
import { UnfinishedNotice } from './uploads/unfinished-notice.jsx'

/** The top-level folders. */
export function RootScreen() {
  return <FolderOf id="root" />
}

/** Contents of a folder. */
export function FolderScreen() {
  const { folderId } = useParams({ from: '/member/files/$folderId' })
  return <FolderOf key={folderId} id={folderId} />
}

function FolderOf({ id }: { id: string }) {
  const { t } = useTranslation(['files', 'common'])
  const folder = useFolder(id)
  if (folder.error) {
    return (
      <>
        <PageHeader title={t('title')} />
        <ErrorNotice title={t('notLoaded')} error={folder.error} onRetry={() => void folder.refetch()} />
      </>
    )
  }
  if (!folder.data) {
    return (
      <>
        <PageHeader title={t('title')} />
        <SkeletonRows label={t('common:loading')} />
      </>
    )
  }
  return <Loaded folder={folder.data} />
}

function Loaded({ folder }: { folder: Folder }) {
  const { t } = useTranslation('files')
  const navigate = useNavigate()
  const search = readFolderSearch(useSearch({ strict: false }))
  const hasPane = useHasPane()
  const set = (next: FolderSearch) => void navigate({ to: '.', search: next, replace: true, resetScroll: false })
  const isRoot = folder.folderLevel === 0
  const above = folder.path.slice(0, -1)
  // Leaves the folder after it was deleted.
  const up = () => {
    const parent = above.at(-1)
    return parent ? navigate({ to: '/files/$folderId', params: { folderId: parent._id } }) : navigate({ to: '/files' })
  }
  return (
    <>
      <PageHeader
        title={isRoot ? t('title') : folder.folderName}
        above={isRoot ? undefined : <Breadcrumbs steps={above} of={folder} />}
        text={
          isRoot
            ? t('text')
            : folder.isOwn
              ? t(`typeShort.${folder.folderType}`)
              : t('ofOther', { name: folder.ownerName })
        }
        actions={
          folder.isBin || (isRoot && !folder.isOwn) ? null : folder.isOwn ? (
            <FolderHead folder={folder} onBinned={() => void up()} />
          ) : (
            <ArchiveMenu
              items={[folderItem({ ...folder, parentFolderId: folder.parentFolderId ?? '' })]}
              size="normal"
            />
          )
        }
      />
      {folder.isOwn ? <UnfinishedNotice /> : null}
      <WithPane
        pane={
          hasPane && search.open ? (
            <FilePane
              key={search.open}
              id={search.open}
              onClose={() => set(readFolderSearch({ ...search, open: undefined }))}
            />
          ) : null
        }
      >
        <FolderContent
          folder={folder}
          order={orderOf(search)}
          onOrder={(order) => set({ ...search, ...order })}
          pane={hasPane ? { open: search.open } : undefined}
        />
      </WithPane>
    </>
  )
}
