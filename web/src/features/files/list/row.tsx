import type { ReactNode } from 'react'
import type { Place } from '../../../ui/list/grid.jsx'
import { GridRow, RowLink } from '../../../ui/list/grid-row.jsx'
import type { Item } from '../model/items.js'
import { columns, shownFrom, tracks } from './columns.js'
import type { DropKind } from './drag-and-drop.jsx'
import type { Rows } from './use-rows.js'

/** How a row stands in its list. */
export interface RowState {
  isSelected: boolean
  /** Whether it is being moved. */
  isMoving: boolean
  /** Kind of the things that are dragged over it, if it takes such. */
  over: DropKind | null
}

interface RowProps {
  item: Item
  place: Place
  state: RowState
  rows: Pick<Rows, 't' | 'isOwn' | 'hrefOf' | 'open'>
  /** Thumbnail or icon. */
  picture: ReactNode
  /** Beside the name, on phones below it. While something is over the row, what a drop would do. */
  text: ReactNode
  /** Look while something is over the row. */
  overLook?: string
  /** Type, size and date. */
  cells: CellsProps['cells']
  /** Buttons at the end of the row. */
  children?: ReactNode
}

/** A folder or a file in a list: opened by its name, and selectable, draggable and a drop target. */
export function Row({ item, place, state, rows, picture, text, overLook = '', cells, children }: RowProps) {
  const { t, isOwn, hrefOf, open } = rows
  const { isSelected, isMoving, over } = state
  const { id, name } = item
  const isOpen = open === id
  const look = [isOpen && 'shadow-[inset_3px_0_var(--wood)]', over && overLook, isMoving && 'opacity-55']
  return (
    <GridRow
      place={place}
      tracks={tracks}
      isSelected={isSelected}
      draggable={isOwn || undefined}
      tick={isOwn ? t('choose', { name }) : undefined}
      className={look.filter(Boolean).join(' ')}
    >
      <td className={`${shownFrom.name} ${nameCell}`}>
        {picture}
        <div className={nameLine}>
          <RowLink href={hrefOf(item)} name={name} isOpen={isOpen} className="shrink" />
          <span className={nameText}>{text}</span>
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

interface CellsProps {
  cells: Readonly<Partial<Record<(typeof columns)[number], ReactNode>>>
}

/** The cells of type, size and date. */
export function Cells({ cells }: CellsProps) {
  return columns
    .filter((column) => column !== 'name')
    .map((column) => (
      <td key={column} className={`${shownFrom[column]} tabular truncate text-soft`}>
        {cells[column]}
      </td>
    ))
}

/** The last cell. Its buttons lie above the link of the row. */
export function Buttons({ children }: { children: ReactNode }) {
  return <td className="relative z-1 flex items-center justify-end max-sm:row-span-2 sm:ps-1 sm:pe-2">{children}</td>
}
