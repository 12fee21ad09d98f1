import { Link, useNavigate, useParams, useRouterState } from '@tanstack/react-router'
import { FolderClosed, Star, Trash2 } from 'lucide-react'
import { dock } from '../../base/dock.js'
import { useTranslation } from '../../texts/translation.js'
import { cn } from '../../ui/classes.js'
import { ScreenOutlet } from '../../ui/frame/screen-outlet.jsx'
import { CutBar } from './cut-bar.jsx'
import { DialogHost } from './dialogs/dialog-host.jsx'
import { useFile, useFolder } from './model/queries.js'
import { useMoves } from './model/use-moves.js'
import { SearchField } from './search/search-field.jsx'
import { FolderTree } from './tree/folder-tree.jsx'
import { UploadDock } from './uploads/upload-dock.jsx'
import { useUpload } from './uploads/use-upload.js'

dock(UploadDock)

const look =
  'flex min-h-9 items-center gap-2 rounded-lg px-2.5 whitespace-nowrap [&_svg]:shrink-0 max-xs:px-2 max-xs:[&_svg]:hidden text-base text-soft hover:bg-sunken hover:text-ink [&_svg]:size-4.5'
const active = {
  className: cn(look, 'bg-wood-wash font-medium text-ink [&_svg]:text-wood'),
  'aria-current': 'page' as const,
}
const inactive = { className: look }

/** The places at the left from 1280 pixels, above the page below. */
const fromWide = {
  frame: 'xl:grid xl:grid-cols-[13rem_minmax(0,1fr)] xl:gap-6',
  side: 'max-xl:mb-6 xl:sticky xl:top-9 xl:max-h-[calc(100dvh-4.5rem)] xl:self-start xl:overflow-y-auto',
  places: 'max-xl:overflow-x-auto xl:flex-col xl:border-b xl:border-line xl:pb-3',
  root: 'xl:hidden',
  tree: 'max-xl:hidden',
}

/** The places at the left from 1536 pixels, above the page below. */
const fromWidest = {
  frame: '2xl:grid 2xl:grid-cols-[13rem_minmax(0,1fr)] 2xl:gap-6',
  side: 'max-2xl:mb-6 2xl:sticky 2xl:top-9 2xl:max-h-[calc(100dvh-4.5rem)] 2xl:self-start 2xl:overflow-y-auto',
  places: 'max-2xl:overflow-x-auto 2xl:flex-col 2xl:border-b 2xl:border-line 2xl:pb-3',
  root: '2xl:hidden',
  tree: 'max-2xl:hidden',
}

/** Frame of all pages with folders and files: search, tree, favourites and bin, and the dialogs the pages request. */
export function FilesFrame() {
  const { t } = useTranslation('files')
  // Beside the tree and a pane, the list has room on wide screens only.
  const looks = useRouterState({ select: ({ location }) => ('open' in location.search ? fromWidest : fromWide) })
  return (
    <DialogHost>
      <div data-wide="" className={looks.frame}>
        <aside aria-label={t('places')} className={cn('flex flex-col gap-3', looks.side)}>
          <SearchField />
          <nav aria-label={t('places')} className={cn('flex gap-1', looks.places)}>
            <Link
              to="/files"
              activeOptions={{ exact: true }}
              activeProps={active}
              inactiveProps={inactive}
              className={looks.root}
            >
              <FolderClosed aria-hidden="true" />
              {t('root')}
            </Link>
            <Link to="/files/favourites" activeProps={active} inactiveProps={inactive}>
              <Star aria-hidden="true" />
              {t('favourites')}
            </Link>
            <Link to="/files/bin" activeProps={active} inactiveProps={inactive}>
              <Trash2 aria-hidden="true" />
              {t('bin')}
            </Link>
          </nav>
          <div className={looks.tree}>
            <SideTree />
          </div>
        </aside>
        <div className="min-w-0">
          <ScreenOutlet />
        </div>
      </div>
      <CutBar />
    </DialogHost>
  )
}

function SideTree() {
  const { t } = useTranslation('files')
  const navigate = useNavigate()
  const { move } = useMoves()
  const upload = useUpload()
  const root = useFolder('root')
  const { folderId, fileId } = useParams({ strict: false })
  const file = useFile(fileId ?? '', fileId !== undefined)
  const shown = folderId ?? file.data?.folderId
  const folder = useFolder(shown ?? 'root')
  const isAtTop = useRouterState({ select: ({ location }) => /\/files\/?$/.test(location.pathname) })
  if (!root.data) return null
  return (
    <FolderTree
      label={t('tree')}
      rootId={root.data._id}
      selected={shown ?? (isAtTop ? root.data._id : null)}
      open={folder.data?.path.map((step) => step._id) ?? []}
      onSelect={({ _id, folderLevel }) =>
        folderLevel === 0 ? navigate({ to: '/files' }) : navigate({ to: '/files/$folderId', params: { folderId: _id } })
      }
      drop={{ onItems: (items, { _id, folderName }) => void move(items, _id, folderName), onFiles: upload }}
    />
  )
}
