import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../texts/translation.js'
import { cn } from '../classes.js'
import { Tick } from '../forms/choice.jsx'
import { pageZone } from '../values/formatters.js'
import type { Selection } from './selection.js'

interface GridHeadProps {
  /** Classes of the tracks, those of the rows. */
  tracks: string
  selection: Pick<Selection<unknown>, 'isEvery' | 'selected' | 'selectEvery' | 'clear'>
  /** Accessible name of the box that selects all; without it nothing can be selected. */
  tick: string | undefined
  /** A {@link HeadCell} for each column. */
  children: ReactNode
}

/** Sticky header of a grid: the box that selects all, and the names of the columns. */
export function GridHead({ tracks, selection, tick, children }: GridHeadProps) {
  const { isEvery, selected, selectEvery, clear } = selection
  return (
    <thead className="sticky block top-15.5 z-10 rounded-t-xl border-b border-line bg-raised lg:top-0">
      <tr
        aria-rowindex={1}
        className={cn(tracks, 'h-9 items-center text-sm font-medium text-soft max-sm:gap-x-2 max-sm:pe-4')}
      >
        {tick === undefined ? (
          <td />
        ) : (
          <th scope="col" className="flex justify-center">
            <Tick
              label={tick}
              checked={isEvery}
              indeterminate={!isEvery && selected.length > 0}
              onClick={isEvery ? clear : selectEvery}
            />
          </th>
        )}
        {children}
      </tr>
    </thead>
  )
}

type Direction = 'asc' | 'desc'

interface HeadCellProps {
  name: string
  /** Whether the name is for screen readers alone. */
  isHidden?: boolean
  /** Whether the column holds times. It names their zone: the links of the rows lie above the times themselves. */
  isTime?: boolean
  className?: string | undefined
  /** How the list is sorted by the column; null when it is by another. Only with {@link HeadCellProps.onSort}. */
  sorted?: Direction | null
  /** Called when the header is pressed. */
  onSort?: (() => void) | undefined
}

/** Header of a column, a button if the column sorts. */
export function HeadCell({ name, isHidden = false, isTime = false, className, sorted = null, onSort }: HeadCellProps) {
  const { t } = useTranslation('common')
  const title = isTime ? t('timesIn', { zone: pageZone }) : undefined
  const look = cn('min-w-0 truncate text-start font-medium', className)
  if (!onSort) {
    return (
      <th scope="col" className={look} title={title}>
        {isHidden ? <span className="sr-only">{name}</span> : name}
      </th>
    )
  }
  const Arrow = sorted === 'asc' ? ArrowUp : ArrowDown
  const words = { asc: 'ascending', desc: 'descending' } as const
  return (
    <th scope="col" aria-sort={sorted ? words[sorted] : 'none'} className={look} title={title}>
      <button
        type="button"
        className="-mx-1 inline-flex min-h-8 max-w-[calc(100%+0.5rem)] items-center gap-1 rounded-sm px-1 hover:text-ink"
        onClick={onSort}
      >
        <span className={cn('truncate', sorted && 'text-ink')}>{name}</span>
        {sorted ? <Arrow className="size-3.5 shrink-0" aria-hidden="true" /> : null}
      </button>
    </th>
  )
}
