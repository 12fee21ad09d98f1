import type { MouseEvent } from 'react'
import { rowLinks } from '../keys/row-keys.js'
import { isPlainClick } from '../plain-click.js'
import type { Selection } from './selection.js'

/** Marks the cell of a row's box, all of which selects. */
export const tickCell = 'data-tick'

interface RowClicksOptions<Row> {
  /** Returns the row around an element. */
  rowAround: (element: Element) => Row | undefined
  keyOf: (row: Row) => string
  /** Undefined: rows can't be selected. */
  selection: Pick<Selection<unknown>, 'toggle' | 'extendTo'> | undefined
  /** Called when the link of a row is clicked; without it the browser follows the link. */
  onOpen: ((row: Row) => void) | undefined
}

/**
 * Returns the handlers of a list for clicks on its rows: handlers on every box and link would take longer than the boxes and links
 * themselves. Boxes select, and so do clicks with Ctrl or Shift wherever there is no button. Other clicks on the link of a row open it;
 * the middle button still opens a tab.
 */
export function rowClicks<Row>({ rowAround, keyOf, selection, onOpen }: RowClicksOptions<Row>) {
  const onClick = (event: MouseEvent) => {
    const target = event.target as Element
    const row = rowAround(target)
    if (row === undefined || event.defaultPrevented) return
    const { ctrlKey, metaKey, shiftKey } = event
    const isBox = target.closest(`[${tickCell}]`) !== null
    const isSelecting = isBox || ((ctrlKey || metaKey || shiftKey) && target.closest('button') === null)
    if (selection && isSelecting) {
      // A box changes by itself: if it didn't, it would keep its look when the selection changes.
      if (!isBox) event.preventDefault()
      if (shiftKey) selection.extendTo(keyOf(row))
      else selection.toggle(keyOf(row))
      return
    }
    if (!onOpen || !isPlainClick(event) || target.closest(`a${rowLinks}`) === null) return
    event.preventDefault()
    onOpen(row)
  }
  // Keeps Shift+click from selecting text.
  const onMouseDown = (event: MouseEvent) => event.shiftKey && event.preventDefault()
  return { onClick, onMouseDown }
}
