import { Link } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../ui/classes.js'
import { Tick } from '../../../ui/forms/choice.jsx'
import type { Item } from '../model/items.js'
import { useTransfer } from '../model/transfer.js'
import { type DropOptions, dragProps, useDrop } from './drag-and-drop.jsx'
import { useItemKeys } from './item-keys.js'
import { useSelection } from './selection.js'

interface RowProps {
  item: Item
  /** Whether it may be changed, and so selected, dragged and deleted. */
  isOwn: boolean
  /** Thumbnail or icon, 40 pixels wide. */
  picture: ReactNode
  /** Line below the name. */
  text: ReactNode
  /** Drops that the row accepts, and the hint shown meanwhile. Without it the row isn't a drop target. */
  drop?: DropOptions & { text: (over: 'item' | 'files') => ReactNode; look: string }
  /** Facts and buttons at the end of the row. */
  children?: ReactNode
}

/** A folder or a file in a list: opened by its name, and selectable, draggable and a drop target. */
export function Row({ item, isOwn, picture, text, drop, children }: RowProps) {
  const { id, name, kind } = item
  const transfer = useTransfer()
  const { has, toggle, extendTo, withOthers } = useSelection()
  const onKeyDown = useItemKeys(item, isOwn)
  const { over, props } = useDrop(drop ?? {})
  const isSelected = has(id)
  // Runs before the link: with Ctrl or Shift a click selects. (The middle button still opens a tab.)
  const onClick = (event: MouseEvent) => {
    if (!isOwn || !(event.ctrlKey || event.metaKey || event.shiftKey)) return
    if ((event.target as HTMLElement).closest('button')) return
    event.preventDefault()
    event.stopPropagation()
    if (event.shiftKey) extendTo(id)
    else toggle(id)
  }
  const link = {
    'data-row-link': '',
    draggable: false,
    onKeyDown,
    className: '-mx-1 block truncate rounded-sm px-1 font-medium hover:underline focus-visible:outline-offset-0',
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: for the mouse only; the link of the name handles keys
    <div
      {...props}
      data-chosen={isSelected || undefined}
      {...dragProps(withOthers(item), isOwn)}
      onClickCapture={onClick}
      // Keeps Shift+click from selecting text.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      className={cn(
        'group flex h-full items-center gap-3 rounded-[inherit] px-3 hover:bg-sunken/70 sm:gap-4 sm:px-4',
        isSelected && 'bg-wood-wash hover:bg-wood-wash',
        over && `outline-2 -outline-offset-2 ${drop?.look}`,
        transfer?.items.some((moved) => moved.id === id) && 'opacity-55',
      )}
    >
      <RowPicture item={item} isSelectable={isOwn}>
        {picture}
      </RowPicture>
      <div className="min-w-0 flex-1">
        {kind === 'folder' ? (
          <Link to="/files/$folderId" params={{ folderId: id }} {...link}>
            {name}
          </Link>
        ) : (
          <Link to="/files/file/$fileId" params={{ fileId: id }} {...link}>
            {name}
          </Link>
        )}
        <div className="truncate text-sm text-soft">{over ? drop?.text(over) : text}</div>
      </div>
      {children}
    </div>
  )
}

interface RowPictureProps {
  item: Item
  isSelectable: boolean
  /** Whether the list's arrow keys move between these check boxes. */
  isFocusable?: boolean
  /** Thumbnail or icon, 40 pixels wide. */
  children: ReactNode
}

/**
 * The picture of a row with a check box in its corner. With a mouse, boxes appear on hover, and on all rows while something is
 * selected. The whole picture is the click target.
 */
export function RowPicture({ item, isSelectable, isFocusable = false, children }: RowPictureProps) {
  const { t } = useTranslation('files')
  const { has, toggle } = useSelection()
  return (
    <span className="relative flex shrink-0">
      {children}
      {isSelectable ? (
        <Tick
          label={t('choose', { name: item.name })}
          checked={has(item.id)}
          onChange={() => toggle(item.id)}
          {...(isFocusable ? { 'data-row-link': '' } : {})}
          className="absolute -end-1.5 -bottom-1.5 shadow-card after:absolute after:end-0 after:bottom-0 after:size-12 not-data-checked:pointer-fine:sm:opacity-0 group-hover:opacity-100! group-data-choosing/list:opacity-100! focus-visible:opacity-100!"
        />
      ) : null}
    </span>
  )
}
