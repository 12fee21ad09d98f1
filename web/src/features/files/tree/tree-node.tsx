import { ChevronRight, Folder as FolderIcon, FolderOpen, HardDrive, LockKeyhole } from 'lucide-react'
import { createContext, useContext } from 'react'
import { useTranslation } from '../../../texts/translation.js'
import { cn } from '../../../ui/classes.js'
import { useDrop } from '../list/drag-and-drop.jsx'
import type { Folder, Item } from '../model/items.js'
import { useSubfolders } from '../model/queries.js'
import { canMoveInto } from '../model/transfer.js'

/** The folder of a node. */
export type TreeFolder = Pick<Folder, '_id' | 'folderName' | 'folderLevel' | 'folderType'>

/** Handlers for drops on the nodes of a tree. */
export interface TreeDrop {
  onItems(items: readonly Item[], folder: TreeFolder): void
  onFiles(files: File[], folder: TreeFolder): void
}

/** State shared by the nodes of a tree. */
export interface TreeState {
  selected: string | null
  /** The node in the tab order. */
  focused: string
  expanded: ReadonlySet<string>
  toggle(id: string, isExpanded: boolean): void
  select(folder: TreeFolder): void
  /** Whether a node and everything below it cannot be selected: a folder cannot move into itself. */
  isDisabled(id: string): boolean
  /** Without it nodes are not drop targets. */
  drop?: TreeDrop
}

export const TreeContext = createContext<TreeState | null>(null)

/** Returns the surrounding tree's state. */
function useTree(): TreeState {
  const tree = useContext(TreeContext)
  if (!tree) throw new Error('a node outside of a tree')
  return tree
}

interface TreeNodeProps {
  folder: TreeFolder
  /** Number of folders inside. */
  folders: number
}

/** A folder of the tree and, when expanded, its subfolders. */
export function TreeNode({ folder, folders }: TreeNodeProps) {
  const tree = useTree()
  const { _id: id, folderName: name, folderLevel } = folder
  // `aria-level` of the root is 1.
  const level = folderLevel + 1
  const isExpanded = tree.expanded.has(id) && folders > 0
  const isBarred = tree.isDisabled(id)
  const isSelected = tree.selected === id
  const { over, props } = useDrop({
    accepts: (items) => tree.drop !== undefined && canMoveInto(items, folder),
    onItems: (items) => tree.drop?.onItems(items, folder),
    onFiles: tree.drop && ((files) => tree.drop?.onFiles(files, folder)),
  })
  const Icon = level === 1 ? HardDrive : isExpanded ? FolderOpen : FolderIcon
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles keys */}
      <div
        {...props}
        role="treeitem"
        aria-level={level}
        aria-selected={isSelected}
        aria-disabled={isBarred || undefined}
        {...(folders > 0 && !isBarred ? { 'aria-expanded': isExpanded } : {})}
        tabIndex={tree.focused === id ? 0 : -1}
        data-id={id}
        onClick={() => {
          if (!isBarred) tree.select(folder)
        }}
        className={cn(
          'flex min-h-9 items-center gap-1.5 rounded-lg pe-2 select-none focus-visible:-outline-offset-2',
          isBarred ? 'cursor-not-allowed text-soft' : 'cursor-pointer hover:bg-sunken',
          isSelected && 'bg-wood-wash hover:bg-wood-wash',
          over && 'bg-wood-wash outline-2 -outline-offset-2 outline-wood',
        )}
        style={{ paddingInlineStart: `${Math.max(0, level - 2) * 0.875}rem` }}
      >
        <Fold
          level={level}
          isExpanded={isExpanded}
          isShown={folders > 0 && !isBarred}
          onToggle={() => tree.toggle(id, !isExpanded)}
        />
        <Icon className={cn('size-4.5 shrink-0', isSelected ? 'text-wood' : 'text-soft')} aria-hidden="true" />
        <span className={cn('min-w-0 flex-1 truncate text-base', isSelected && 'font-medium')} title={name}>
          {name}
        </span>
        {level > 1 && folder.folderType === 'private' ? (
          <LockKeyhole className="size-3.5 shrink-0 text-soft" aria-hidden="true" />
        ) : null}
      </div>
      {isExpanded && !isBarred ? <Inside id={id} level={level + 1} /> : null}
    </>
  )
}

interface FoldProps {
  level: number
  isExpanded: boolean
  isShown: boolean
  onToggle: () => void
}

/** Expands and collapses a node by mouse; the keyboard uses arrow keys. */
function Fold({ level, isExpanded, isShown, onToggle }: FoldProps) {
  if (level === 1) return <span className="w-1" />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <span
      className="flex size-6 shrink-0 items-center justify-center rounded-md text-soft hover:text-ink"
      onClick={(event) => {
        if (!isShown) return
        event.stopPropagation()
        onToggle()
      }}
    >
      {isShown ? (
        <ChevronRight className={cn('size-4 transition-transform', isExpanded && 'rotate-90')} aria-hidden="true" />
      ) : null}
    </span>
  )
}

function Inside({ id, level }: { id: string; level: number }) {
  const { t } = useTranslation('files')
  const { data, hasNextPage, fetchNextPage } = useSubfolders(id)
  const rows = data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <>
      {rows.map((row) => (
        <TreeNode key={row._id} folder={row} folders={row.folders} />
      ))}
      {hasNextPage ? (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles keys
        <div
          role="treeitem"
          aria-level={level}
          aria-selected={false}
          tabIndex={-1}
          className="link ms-10 flex min-h-9 cursor-pointer items-center text-sm"
          onClick={() => void fetchNextPage()}
        >
          {t('moreFolders')}
        </div>
      ) : null}
    </>
  )
}
