import { ChevronRight, Folder as FolderIcon, FolderOpen, HardDrive, LockKeyhole } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../ui/classes.js'
import { useDrop } from '../list/use-drop.js'
import { mayLandIn } from '../model/held.js'
import { useSubfolders } from '../model/queries.js'
import { useTree } from './tree-context.js'

interface TreeNodeProps {
  id: string
  name: string
  level: number
  /** How many folders lie in it. */
  folders: number
  isPrivate: boolean
}

/** A folder of the tree, and those in it when it is open. */
export function TreeNode({ id, name, level, folders, isPrivate }: TreeNodeProps) {
  const { t } = useTranslation('files')
  const tree = useTree()
  const isExpanded = tree.expanded.has(id) && folders > 0
  const isBarred = tree.isBarred(id)
  const isSelected = tree.selected === id
  const { over, props } = useDrop({
    accepts: (item) => tree.onDropItem !== undefined && mayLandIn(item, id),
    onItem: (item) => tree.onDropItem?.(item, id, name),
  })
  const Icon = level === 1 ? HardDrive : isExpanded ? FolderOpen : FolderIcon
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it takes the keys
    <div
      role="treeitem"
      aria-level={level}
      aria-selected={isSelected}
      aria-disabled={isBarred || undefined}
      aria-label={name}
      {...(folders > 0 && !isBarred ? { 'aria-expanded': isExpanded } : {})}
      tabIndex={tree.focused === id ? 0 : -1}
      data-id={id}
      data-name={name}
      onClick={(event) => {
        event.stopPropagation()
        if (!isBarred) tree.select(id, name)
      }}
      className="group/node rounded-lg outline-none"
    >
      <div
        {...props}
        className={cn(
          'flex min-h-9 items-center gap-1.5 rounded-lg pe-2 select-none group-focus-visible/node:outline-2',
          isBarred ? 'cursor-not-allowed text-soft' : 'cursor-pointer hover:bg-sunken',
          isSelected && 'bg-wood-wash hover:bg-wood-wash',
          over && 'bg-wood-wash outline-2 -outline-offset-2 outline-wood',
        )}
        style={{ paddingInlineStart: `${(level - 1) * 0.875}rem` }}
      >
        <span
          // For the mouse; the keyboard has its arrows.
          aria-hidden="true"
          className={cn(
            'flex size-6 shrink-0 items-center justify-center rounded-md text-soft',
            folders > 0 && level > 1 && 'hover:text-ink',
          )}
          onClick={(event) => {
            if (folders === 0 || level === 1) return
            event.stopPropagation()
            tree.toggle(id, !isExpanded)
          }}
        >
          {folders > 0 && level > 1 && !isBarred ? (
            <ChevronRight className={cn('size-4 transition-transform', isExpanded && 'rotate-90')} />
          ) : null}
        </span>
        <Icon className={cn('size-4.5 shrink-0', isSelected ? 'text-wood' : 'text-soft')} aria-hidden="true" />
        <span className={cn('min-w-0 flex-1 truncate text-[0.9375rem]', isSelected && 'font-medium')}>{name}</span>
        {isPrivate ? <LockKeyhole className="size-3.5 shrink-0 text-soft" aria-hidden="true" /> : null}
      </div>
      {isExpanded && !isBarred ? <Inside id={id} level={level + 1} label={t('inside', { name })} /> : null}
    </div>
  )
}

function Inside({ id, level, label }: { id: string; level: number; label: string }) {
  const { t } = useTranslation('files')
  const { data, hasNextPage, fetchNextPage } = useSubfolders(id)
  const rows = data?.pages.flatMap((page) => page.rows) ?? []
  if (rows.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: the part of a tree, for which there is no element
    <div role="group" aria-label={label}>
      {rows.map((row) => (
        <TreeNode
          key={row._id}
          id={row._id}
          name={row.folderName}
          level={level}
          folders={row.folders}
          isPrivate={row.folderType === 'private'}
        />
      ))}
      {hasNextPage ? (
        <button
          type="button"
          className="link ms-8 min-h-9 text-sm"
          onClick={(event) => {
            event.stopPropagation()
            void fetchNextPage()
          }}
        >
          {t('moreFolders')}
        </button>
      ) : null}
    </div>
  )
}
