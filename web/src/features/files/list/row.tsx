import { Link } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Tick } from '../../../ui/choice.jsx'
import { cn } from '../../../ui/classes.js'
import type { Item } from '../model/items.js'
import { useHeld } from '../model/transfer.js'
import { type DropOptions, dragProps, useDrop } from './drag-and-drop.jsx'
import { useItemKeys } from './item-keys.js'
import { useSelection } from './selection.js'

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

interface PickProps {
  item: Item
  /** Can it be chosen? */
  mayChoose: boolean
  /** The keyboard walks through the list by it. */
  isWayIn?: boolean
  /** The small picture of the row, 40 pixels wide. */
  children: ReactNode
}

/**
 * The picture of a row, with a box in its corner that chooses the row. Where there is a mouse, boxes are shown when it is on the row,
 * and all of them while something is chosen; the whole picture is what one hits.
 */
export function Pick({ item, mayChoose, isWayIn = false, children }: PickProps) {
  const { t } = useTranslation('files')
  const { has, toggle } = useSelection()
  return (
    <span className="relative flex shrink-0">
      {children}
      {mayChoose ? (
        <Tick
          label={t('choose', { name: item.name })}
          checked={has(item.id)}
          onChange={() => toggle(item.id)}
          {...(isWayIn ? { 'data-row-link': '' } : {})}
          className="absolute -end-1.5 -bottom-1.5 shadow-card after:absolute after:end-0 after:bottom-0 after:size-12 not-data-checked:pointer-fine:sm:opacity-0 group-hover:opacity-100! group-data-choosing/list:opacity-100! focus-visible:opacity-100!"
        />
      ) : null}
    </span>
  )
}
