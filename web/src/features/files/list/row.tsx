import { Link } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { cn } from '../../../ui/classes.js'
import { useHeld } from '../model/held.js'
import type { Item } from '../model/types.js'
import { useItemKeys } from './item-keys.js'
import { Pick } from './pick.jsx'
import { useSelection } from './selection.js'
import { type DropOptions, dragProps, useDrop } from './use-drop.js'

interface RowProps {
  item: Item
  /** May it be changed, and so chosen, dragged and deleted? */
  isOwn: boolean
  /** A small picture, 40 pixels wide. */
  picture: ReactNode
  /** Below the name. */
  text: ReactNode
  /** What happens with what is dropped on it, and what it says meanwhile; not given: nothing can be. */
  drop?: DropOptions & { text: (over: 'item' | 'files') => ReactNode; look: string }
  /** At its end: facts, and buttons. */
  children?: ReactNode
}

/** A folder or a file in a list: a way in by its name, something to choose, to drag and to drop on. */
export function Row({ item, isOwn, picture, text, drop, children }: RowProps) {
  const { id, name, kind } = item
  const held = useHeld()
  const { has, toggle, extendTo, withOthers } = useSelection()
  const onKeyDown = useItemKeys(item, isOwn)
  const { over, props } = useDrop(drop ?? {})
  const isChosen = has(id)
  // Before the link takes it: with these keys a click chooses. (The middle button opens a tab as everywhere.)
  const onClick = (event: MouseEvent) => {
    if (!isOwn || !(event.ctrlKey || event.metaKey || event.shiftKey)) return
    if ((event.target as HTMLElement).closest('button')) return
    event.preventDefault()
    event.stopPropagation()
    if (event.shiftKey) extendTo(id)
    else toggle(id)
  }
  const way = {
    'data-row-link': '',
    draggable: false,
    onKeyDown,
    className: '-mx-1 block truncate rounded-sm px-1 font-medium hover:underline focus-visible:outline-offset-0',
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: for the mouse; the name's link takes the keys
    <div
      {...props}
      data-chosen={isChosen || undefined}
      {...dragProps(withOthers(item), isOwn)}
      onClickCapture={onClick}
      // Not the text between two rows.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      className={cn(
        'group flex h-full items-center gap-3 rounded-[inherit] px-3 hover:bg-sunken/70 sm:gap-4 sm:px-4',
        isChosen && 'bg-wood-wash hover:bg-wood-wash',
        over && `outline-2 -outline-offset-2 ${drop?.look}`,
        held?.items.some((moved) => moved.id === id) && 'opacity-55',
      )}
    >
      <Pick item={item} mayChoose={isOwn}>
        {picture}
      </Pick>
      <div className="min-w-0 flex-1">
        {kind === 'folder' ? (
          <Link to="/files/$folderId" params={{ folderId: id }} {...way}>
            {name}
          </Link>
        ) : (
          <Link to="/files/file/$fileId" params={{ fileId: id }} {...way}>
            {name}
          </Link>
        )}
        <div className="truncate text-sm text-soft">{over ? drop?.text(over) : text}</div>
      </div>
      {children}
    </div>
  )
}
