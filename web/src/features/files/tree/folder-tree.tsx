import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from '../../../texts/translation.js'
import { TreeContext, type TreeDrop, type TreeFolder, TreeNode, type TreeState } from './tree-node.jsx'

interface FolderTreeProps {
  /** Accessible name. */
  label: string
  rootId: string
  selected: string | null
  /** Folders to show expanded: the path to the selected one. */
  open: readonly string[]
  onSelect: (folder: TreeFolder) => void
  /** Drops that the folders accept. */
  drop?: TreeDrop
  /** Takes the focus when shown. */
  takesFocus?: boolean
  /** Folders that cannot be selected, and everything below them. */
  disabledIds?: readonly string[]
}

const none: readonly string[] = []

/** The user's own folders as a tree. Levels load when expanded; arrow keys move through it. */
export function FolderTree({
  label,
  rootId,
  selected,
  open,
  onSelect,
  drop,
  takesFocus = false,
  disabledIds: barred = none,
}: FolderTreeProps) {
  const { t } = useTranslation('files')
  const tree = useRef<HTMLDivElement>(null)
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(() => new Set([rootId, ...open]))
  const [focused, setFocused] = useState(selected ?? rootId)
  const way = open.join()
  useEffect(() => {
    // After the surrounding dialog has set its initial focus.
    const timer =
      takesFocus && setTimeout(() => tree.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(), 50)
    return () => clearTimeout(timer || undefined)
  }, [takesFocus])
  useEffect(() => {
    setExpanded((now) => new Set([...now, ...way.split(',')]))
  }, [way])
  useEffect(() => {
    if (selected !== null) setFocused(selected)
  }, [selected])
  const state = useMemo<TreeState>(
    () => ({
      selected,
      focused,
      expanded,
      toggle(id, isExpanded) {
        setExpanded((now) => new Set(isExpanded ? [...now, id] : [...now].filter((other) => other !== id)))
      },
      select: onSelect,
      isDisabled: (id) => barred.includes(id),
      ...(drop && { drop }),
    }),
    [selected, focused, expanded, onSelect, drop, barred],
  )

  const onKeyDown = (event: KeyboardEvent) => {
    const nodes = [...(tree.current?.querySelectorAll<HTMLElement>('[role=treeitem]') ?? [])]
    const node = (event.target as HTMLElement).closest<HTMLElement>('[role=treeitem]')
    const at = node ? nodes.indexOf(node) : -1
    if (!node || at < 0 || event.ctrlKey || event.metaKey || event.altKey) return
    const id = node.dataset.id ?? ''
    const isExpanded = node.getAttribute('aria-expanded')
    const level = Number(node.getAttribute('aria-level'))
    const parent = nodes.slice(0, at).findLast((other) => Number(other.getAttribute('aria-level')) < level)
    const move = (to: HTMLElement | null | undefined) => {
      if (!to) return
      setFocused(to.dataset.id ?? '')
      to.focus()
    }
    if (event.key === 'ArrowDown') move(nodes[at + 1])
    else if (event.key === 'ArrowUp') move(nodes[at - 1])
    else if (event.key === 'Home') move(nodes[0])
    else if (event.key === 'End') move(nodes.at(-1))
    else if (event.key === 'ArrowRight' && isExpanded === 'false') state.toggle(id, true)
    else if (event.key === 'ArrowRight' && isExpanded === 'true') move(nodes[at + 1])
    else if (event.key === 'ArrowLeft' && isExpanded === 'true' && id !== rootId) state.toggle(id, false)
    else if (event.key === 'ArrowLeft') move(parent)
    else if (event.key === 'Enter' || event.key === ' ') node.click()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <TreeContext value={state}>
      <div ref={tree} role="tree" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown} className="outline-none">
        <TreeNode folder={{ _id: rootId, folderName: t('root'), folderLevel: 0, folderType: 'private' }} folders={1} />
      </div>
    </TreeContext>
  )
}
