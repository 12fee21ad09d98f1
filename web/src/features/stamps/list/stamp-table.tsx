import { useCallback } from 'react'
import { Grid, type Place } from '../../../ui/list/grid.jsx'
import type { Selection } from '../../../ui/list/selection.js'
import type { StampOrder, StampSummary } from '../stamp-queries.js'
import { StampRow } from './stamp-row.jsx'
import { TableHead } from './table-head.jsx'

interface StampTableProps {
  /** Accessible name. */
  label: string
  stamps: readonly StampSummary[]
  /** Total number, rows not loaded yet included. */
  count: number
  selection: Selection<StampSummary>
  order: StampOrder
  onOrder: (order: StampOrder) => void
  /** Whether the list is one run's: it shows folders. */
  isRun?: boolean
  /** Where names lead: the pane beside the list, or pages. */
  opens?: 'pane' | 'page'
  /** Code of the stamp in the pane. */
  open?: string | undefined
  /** Called when the end of the loaded rows comes into view. */
  onEnd: () => void
}

/** Table of stamps. */
export function StampTable({
  label,
  stamps,
  count,
  selection,
  order,
  onOrder,
  isRun = false,
  opens = 'page',
  open,
  onEnd,
}: StampTableProps) {
  const row = useCallback(
    (stamp: StampSummary, place: Place) => (
      <StampRow
        stamp={stamp}
        place={place}
        selection={selection}
        isRun={isRun}
        opens={opens}
        isOpen={stamp.code === open}
      />
    ),
    [selection, isRun, opens, open],
  )
  return (
    <Grid
      label={label}
      rows={stamps}
      count={count}
      keyOf={codeOf}
      selection={selection}
      head={<TableHead order={order} onOrder={onOrder} selection={selection} count={count} isRun={isRun} />}
      onEnd={onEnd}
    >
      {row}
    </Grid>
  )
}

/** Identifies a stamp in lists and selections. */
export const codeOf = ({ code }: StampSummary) => code
