import { useNavigate, useRouter } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from '../../../texts/translation.js'
import { useOpenBeside } from '../../../ui/list/open-beside.js'
import { useDialogs } from '../dialogs/dialogs.js'
import type { FileItem, Item, Subfolder } from '../model/items.js'
import { canMoveInto } from '../model/transfer.js'
import { useChanges } from '../model/use-changes.js'
import { useMoves } from '../model/use-moves.js'
import { useUpload } from '../uploads/use-upload.js'
import type { DropOptions } from './drag-and-drop.jsx'

/** Shared by the rows of a list: a row looks up nothing itself, for a list is as fast as its rows. */
export interface Rows {
  t: TFunction<'files'>
  language: string
  /** Whether items may be changed, and so selected, dragged and deleted. */
  isOwn: boolean
  /** The file that is open beside the list. */
  open: string | undefined
  /** Address of where an item's name leads. */
  hrefOf: (item: Item) => string
  /** Opens an item by its link, and prepares that. */
  opening: { onOpen: (item: Item) => void; onNear: () => void }
  setFavourite: (fileId: string, isFavourite: boolean) => void
  /** Drops on a file: a local one is compared with it. */
  ontoFile: (file: FileItem) => DropOptions
  /** Drops on a folder: items move there, local files are uploaded. */
  intoFolder: (folder: Subfolder) => DropOptions
}

/** Returns what rows of a list share. @param pane files open beside the list; without it on their pages */
export function useRows(isOwn: boolean, pane?: { open: string | undefined }): Rows {
  const { t, i18n } = useTranslation('files')
  const router = useRouter()
  const { basepath } = router
  const navigate = useNavigate()
  const { besideHref, openBeside } = useOpenBeside()
  const open = useDialogs()
  const upload = useUpload()
  const { move } = useMoves()
  const { setFavourite } = useChanges()
  const onOpen = ({ kind, id }: Item) => {
    if (kind === 'folder') return void navigate({ to: '/files/$folderId', params: { folderId: id } })
    if (!pane) return void navigate({ to: '/files/file/$fileId', params: { fileId: id } })
    openBeside(id)
  }
  const onNear = () => {
    if (!pane) void router.preloadRoute({ to: '/files/file/$fileId', params: { fileId: 'any' } })
  }
  return {
    t,
    language: i18n.language,
    isOwn,
    open: pane?.open,
    hrefOf: ({ kind, id }) => {
      if (kind === 'folder') return `${basepath}/files/${id}`
      return pane ? besideHref(id) : `${basepath}/files/file/${id}`
    },
    opening: { onOpen, onNear },
    setFavourite: (fileId, isFavourite) => void setFavourite(fileId, isFavourite),
    ontoFile: (file) => ({ onFiles: ([candidate]) => candidate && open({ show: 'compare', file, candidate, isOwn }) }),
    intoFolder: (folder) => ({
      accepts: (items) => isOwn && canMoveInto(items, folder),
      onItems: (items) => void move(items, folder._id, folder.folderName),
      onFiles: isOwn ? (files) => upload(files, folder) : undefined,
    }),
  }
}
