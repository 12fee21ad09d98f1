import { type DragEvent, useState } from 'react'
import { rowIndexOf } from '../../../ui/list/virtual-rows.js'
import type { Item } from '../model/items.js'
import { currentTransfer, setTransfer } from '../model/transfer.js'
import { acceptDrag, type DropKind, type DropOptions, takeDrop } from './drag-and-drop.jsx'

interface RowDragOptions<Row> {
  rows: readonly Row[]
  itemOf: (row: Row) => Item
  /** Returns what is dragged with an item: the other selected ones. */
  withOthers: (item: Item) => readonly Item[]
  /** Returns what may be dropped on a row; undefined: nothing. */
  dropOf: ((row: Row) => DropOptions | undefined) | undefined
}

/** Returns the handlers of a list whose rows are dragged and dropped on, and the row that something is over. */
export function useRowDrag<Row>({ rows, itemOf, withOthers, dropOf }: RowDragOptions<Row>) {
  const [over, setOver] = useState<{ id: string; kind: DropKind } | null>(null)
  const around = (target: EventTarget | null) => {
    const row = target instanceof Element ? rows[rowIndexOf(target)] : undefined
    return row && { row, item: itemOf(row), drop: dropOf?.(row) }
  }
  const enter = (event: DragEvent) => {
    const found = around(event.target)
    const kind = found?.drop ? acceptDrag(event, found.drop) : null
    if (!found || kind === null) return
    const { id } = found.item
    setOver((now) => (now?.id === id && now.kind === kind ? now : { id, kind }))
  }
  const handlers = {
    onDragStart: (event: DragEvent) => {
      const found = around(event.target)
      if (!found) return
      const items = withOthers(found.item)
      event.dataTransfer.setData('text/plain', items.map(({ name }) => name).join('\n'))
      event.dataTransfer.effectAllowed = 'move'
      setTransfer({ items, by: 'drag' })
    },
    onDragEnd: () => {
      if (currentTransfer()?.by === 'drag') setTransfer(null)
    },
    onDragEnter: enter,
    onDragOver: enter,
    onDragLeave: (event: DragEvent) => {
      const left = around(event.target)?.item.id
      if (left !== around(event.relatedTarget)?.item.id) setOver((now) => (now?.id === left ? null : now))
    },
    onDrop: (event: DragEvent) => {
      setOver(null)
      const drop = around(event.target)?.drop
      if (drop) takeDrop(event, drop)
    },
  }
  return { over, handlers }
}
