import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useTranslation } from '../../texts/translation.js'
import { cn } from '../../ui/classes.js'
import { useDrop } from './list/drag-and-drop.jsx'
import type { Folder } from './model/items.js'
import { useFolder } from './model/queries.js'
import { canMoveInto } from './model/transfer.js'
import { useMoves } from './model/use-moves.js'
import { useUpload } from './uploads/use-upload.js'

interface BreadcrumbsProps {
  /** Folders above the current one, top first. */
  steps: readonly Pick<Folder, '_id' | 'folderName' | 'folderType'>[]
  /** Owner of the current folder or file. */
  of: Pick<Folder, 'isOwn' | 'ownerId' | 'ownerName'>
}

/** Path from the top to the current folder. Each step accepts drops. */
export function Breadcrumbs({ steps, of: { isOwn, ownerId, ownerName } }: BreadcrumbsProps) {
  const { t } = useTranslation('files')
  const root = useFolder('root')
  return (
    <nav aria-label={t('path')}>
      <ol className="-ms-1.5 flex flex-wrap items-center gap-x-0.5 gap-y-1">
        {isOwn ? (
          <Step folder={{ _id: root.data?._id ?? '', folderName: t('root'), folderLevel: 0, folderType: 'private' }} />
        ) : (
          <li>
            <Link to="/files/of/$accountId" params={{ accountId: ownerId }} className={look}>
              {ownerName}
            </Link>
          </li>
        )}
        {steps.map((step, at) => (
          <Step key={step._id} folder={{ ...step, folderLevel: at + 1 }} isOwn={isOwn} />
        ))}
      </ol>
    </nav>
  )
}

const look = 'block max-w-56 truncate rounded-md px-1.5 py-0.5 hover:bg-sunken hover:text-ink'

type StepFolder = Pick<Folder, '_id' | 'folderName' | 'folderLevel' | 'folderType'>

function Step({ folder, isOwn = true }: { folder: StepFolder; isOwn?: boolean }) {
  const { move } = useMoves()
  const upload = useUpload()
  const { _id: id, folderName: name, folderLevel } = folder
  const { over, props } = useDrop({
    accepts: (items) => isOwn && canMoveInto(items, folder),
    onItems: (items) => void move(items, id, name),
    onFiles: isOwn ? (files) => upload(files, folder) : undefined,
  })
  const className = cn(look, over && 'bg-wood-wash text-ink outline-2 outline-wood')
  return (
    <li className="flex items-center gap-0.5" {...props}>
      {folderLevel === 0 ? (
        <Link to="/files" className={className}>
          {name}
        </Link>
      ) : (
        <>
          <ChevronRight className="size-3.5 shrink-0" aria-hidden="true" />
          <Link to="/files/$folderId" params={{ folderId: id }} className={className}>
            {name}
          </Link>
        </>
      )}
    </li>
  )
}
