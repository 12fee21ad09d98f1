import { useCallback, useMemo } from 'react'
import { useTranslation } from '../../../texts/translation.js'
import { Grid, type Place } from '../../../ui/list/grid.jsx'
import type { Selection } from '../../../ui/list/selection.js'
import type { StampOrder, StampSummary } from '../stamp-queries.js'
import { type RowWords, StampRow } from './stamp-row.jsx'
import { TableHead } from './table-head.jsx'
import { useOpening } from './use-opening.js'

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
  const words = useRowWords()
  const { hrefOf, onOpen, onNear } = useOpening(opens)
  const { has } = selection
  const row = useCallback(
    (stamp: StampSummary, place: Place) => (
      <StampRow
        stamp={stamp}
        place={place}
        words={words}
        isSelected={has(stamp.code)}
        isRun={isRun}
        href={hrefOf(stamp.code)}
        isOpen={stamp.code === open}
      />
    ),
    [words, has, isRun, hrefOf, open],
  )
  return (
    <Grid
      label={label}
      rows={stamps}
      count={count}
      keyOf={codeOf}
      selection={selection}
      head={<TableHead order={order} onOrder={onOrder} selection={selection} count={count} isRun={isRun} />}
      onOpen={({ code }) => onOpen(code)}
      onNear={onNear}
      onEnd={onEnd}
    >
      {row}
    </Grid>
  )
}

/** Identifies a stamp in lists and selections. */
export const codeOf = ({ code }: StampSummary) => code

/** Returns the words of all rows: looking them up for each would take as long as showing it. */
function useRowWords(): RowWords {
  const { t, i18n } = useTranslation(['stamps', 'stamping'])
  const { language } = i18n
  return useMemo(
    () => ({
      language,
      select: (name) => t('selection.one', { name }),
      private: t('stamping:private'),
      public: t('stamping:public'),
      noBlock: t('columns.noBlock'),
      states: {
        submitted: t('stamping:states.submitted'),
        confirmed: t('stamping:states.confirmed'),
        final: t('stamping:states.final'),
        failed: t('stamping:states.failed'),
      },
    }),
    [t, language],
  )
}
