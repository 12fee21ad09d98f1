import type { ComponentProps, MouseEvent } from 'react'
import { cn } from '../classes.js'
import { Tick } from '../forms/choice.jsx'
import type { Handlers } from '../keys/shortcuts.js'
import type { Place } from './grid.jsx'
import type { Selection } from './selection.js'

interface GridRowProps extends Omit<ComponentProps<'tr'>, 'id' | 'style'> {
  id: string
  place: Place
  /** Classes of the tracks. */
  tracks: string
  selection: Pick<Selection<unknown>, 'has' | 'toggle' | 'extendTo'>
  /** Accessible name of the box that selects the row; without it the row can't be selected. */
  tick: string | undefined
  /** Whether the arrow keys move between the boxes, in lists without links. */
  isTickFocusable?: boolean
}

/** Look of a link whose row it fills. What else can be pressed lies above it: `relative z-1`. */
export const rowLink =
  'block truncate font-medium text-ink outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-wood max-sm:text-base'

/** A row of a grid: a box, and the cells of its columns. Clicks with Ctrl or Shift select it. */
export function GridRow({
  id,
  place,
  tracks,
  selection,
  tick,
  isTickFocusable = false,
  className,
  children,
  ...rest
}: GridRowProps) {
  const { has, toggle, extendTo } = selection
  const isSelected = has(id)
  // Runs before the link: with Ctrl or Shift a click selects. (The middle button still opens a tab.)
  const onClick = (event: MouseEvent) => {
    if (tick === undefined || !(event.ctrlKey || event.metaKey || event.shiftKey)) return
    const target = event.target as HTMLElement
    if (target.closest('button:not([role=checkbox])')) return
    // A box toggles by itself.
    if (target.closest('[role=checkbox]') && !event.shiftKey) return
    event.preventDefault()
    event.stopPropagation()
    if (event.shiftKey) extendTo(id)
    else toggle(id)
  }
  return (
    <tr
      {...rest}
      data-index={place.at}
      style={place.style}
      aria-rowindex={place.at + 2}
      aria-selected={tick === undefined ? undefined : isSelected}
      onClickCapture={onClick}
      // Keeps Shift+click from selecting text.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      className={cn(
        tracks,
        'group absolute inset-x-0 top-0 items-center border-b border-line text-sm last:border-0 hover:bg-sunken/70 max-sm:content-center max-sm:gap-x-2 max-sm:pe-4',
        isSelected && 'bg-wood-wash hover:bg-wood-wash',
        className,
      )}
    >
      <td className="relative z-1 flex justify-center max-sm:row-span-2">
        {tick === undefined ? null : (
          <Tick
            label={tick}
            checked={isSelected}
            onChange={() => toggle(id)}
            {...(isTickFocusable ? { 'data-row-link': '' } : {})}
            className="after:absolute after:inset-x-0 after:-inset-y-2"
          />
        )}
      </td>
      {children}
    </tr>
  )
}

/** Returns the keys that select: the row with the focus, every row of the list, or none. */
export function selectionKeys(id: string, { toggle, selectEvery, clear, selected }: Selection<unknown>): Handlers {
  return {
    select: () => toggle(id),
    selectAll: selectEvery,
    clear: () => selected.length > 0 && clear(),
  }
}
