import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../ui/classes.js'
import { useDrop } from './list/use-drop.js'
import { mayLandIn } from './model/held.js'
import { useFolder } from './model/queries.js'
import { useChanges } from './model/use-changes.js'

interface BreadcrumbsProps {
  /** The folders above what is shown, from the top. */
  steps: readonly { _id: string; folderName: string }[]
  isOwn: boolean
}

/** The way from the top to what is shown; each step is a place to drop on. */
export function Breadcrumbs({ steps, isOwn }: BreadcrumbsProps) {
  const { t } = useTranslation('files')
  const root = useFolder('root')
  return (
    <nav aria-label={t('path')}>
      <ol className="-ms-1.5 flex flex-wrap items-center gap-x-0.5 gap-y-1">
        {isOwn ? <Step id={root.data?._id ?? ''} name={t('root')} isRoot /> : null}
        {steps.map((step, at) => (
          <Step key={step._id} id={step._id} name={step.folderName} isFirst={at === 0 && !isOwn} />
        ))}
      </ol>
    </nav>
  )
}

interface StepProps {
  id: string
  name: string
  isRoot?: boolean
  isFirst?: boolean
}

function Step({ id, name, isRoot = false, isFirst = isRoot }: StepProps) {
  const { move } = useChanges()
  const { over, props } = useDrop({
    accepts: (item) => mayLandIn(item, id) && !(isRoot && item.kind === 'file'),
    onItem: (item) => void move(item, id, name),
  })
  const look = cn(
    'max-w-56 truncate rounded-md px-1.5 py-0.5 hover:bg-sunken hover:text-ink',
    over && 'bg-wood-wash text-ink outline-2 outline-wood',
  )
  return (
    <li className="flex items-center gap-0.5" {...props}>
      {isFirst ? null : <ChevronRight className="size-3.5 shrink-0" aria-hidden="true" />}
      {isRoot ? (
        <Link to="/files" className={look}>
          {name}
        </Link>
      ) : (
        <Link to="/files/$folderId" params={{ folderId: id }} className={look}>
          {name}
        </Link>
      )}
    </li>
  )
}
