import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../texts/translation.js'
import { cn } from '../../../ui/classes.js'
import type { Place } from '../../../ui/list/grid.jsx'
import { GridRow, rowLink } from '../../../ui/list/grid-row.jsx'
import type { Item } from '../model/items.js'
import { useTransfer } from '../model/transfer.js'
import { columns, shownFrom, tracks } from './columns.js'
import { type DropOptions, dragProps, useDrop } from './drag-and-drop.jsx'
import { useItemKeys } from './item-keys.js'
import { useSelection } from './selection.js'

interface RowProps {
  item: Item
  place: Place
  /** Whether it may be changed, and so selected, dragged and deleted. */
  isOwn: boolean
  /** Thumbnail or icon. */
  picture: ReactNode
  /** Beside the name, on phones below it. */
  text: ReactNode
  /** Type, size and date. */
  cells: Readonly<Partial<Record<(typeof columns)[number], ReactNode>>>
  /** Drops that the row accepts, and the hint shown meanwhile. Without it the row isn't a drop target. */
  drop?: DropOptions & { text: (over: 'item' | 'files') => ReactNode; look: string }
  /** Its name opens it beside the list, not on its page. Whether it is open there. */
  inPane?: { isOpen: boolean } | undefined
  /** Buttons at the end of the row. */
  children?: ReactNode
}

/** A folder or a file in a list: opened by its name, and selectable, draggable and a drop target. */
export function Row({ item, place, isOwn, picture, text, cells, drop, inPane, children }: RowProps) {
  const { t } = useTranslation('files')
  const { id, name, kind } = item
  const transfer = useTransfer()
  const selection = useSelection()
  const onKeyDown = useItemKeys(item, isOwn)
  const { over, props } = useDrop(drop ?? {})
  const link = {
    'data-row-link': '',
    draggable: false,
    onKeyDown,
    title: name,
    'aria-current': inPane?.isOpen ? ('true' as const) : undefined,
    className: cn(rowLink, 'shrink'),
  }
  return (
    <GridRow
      {...props}
      {...dragProps(selection.withOthers(item), isOwn)}
      id={id}
      place={place}
      tracks={tracks}
      selection={selection}
      tick={isOwn ? t('choose', { name }) : undefined}
      className={cn(
        inPane?.isOpen && 'shadow-[inset_3px_0_var(--wood)]',
        over && `outline-2 -outline-offset-2 ${drop?.look}`,
        transfer?.items.some((moved) => moved.id === id) && 'opacity-55',
      )}
    >
      <td className={cn(shownFrom.name, nameCell)}>
        {picture}
        <div className={nameLine}>
          {kind === 'folder' ? (
            <Link to="/files/$folderId" params={{ folderId: id }} {...link}>
              {name}
            </Link>
          ) : inPane ? (
            <Link to="." search={(old) => ({ ...old, open: id })} replace resetScroll={false} {...link}>
              {name}
            </Link>
          ) : (
            <Link to="/files/file/$fileId" params={{ fileId: id }} {...link}>
              {name}
            </Link>
          )}
          <span className={nameText}>{over ? drop?.text(over) : text}</span>
        </div>
      </td>
      <Cells cells={cells} />
      <Buttons>{children}</Buttons>
    </GridRow>
  )
}

export const nameCell = 'flex min-w-0 items-center gap-2.5 max-sm:row-span-2'
export const nameLine = 'min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-2.5'
export const nameText = 'block min-w-0 truncate text-soft sm:flex-1'

/** The cells of type, size and date. */
export function Cells({ cells }: Pick<RowProps, 'cells'>) {
  return columns
    .filter((column) => column !== 'name')
    .map((column) => (
      <td key={column} className={cn(shownFrom[column], 'tabular truncate text-soft')}>
        {cells[column]}
      </td>
    ))
}

/** The last cell. Its buttons lie above the link of the row. */
export function Buttons({ children }: { children: ReactNode }) {
  return <td className="relative z-1 flex items-center justify-end max-sm:row-span-2 sm:ps-1 sm:pe-2">{children}</td>
}
