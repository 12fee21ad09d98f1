import type { Page } from '@tallystick/sdk'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from '../../../texts/translation.js'
import { ErrorNotice } from '../../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton.jsx'
import { useNextPage } from '../../../ui/list/next-page.js'
import { useNewSelection } from '../../../ui/list/selection.js'
import type { StampFilters, StampOrder, StampSummary } from '../stamp-queries.js'
import { StampBar } from './stamp-bar.jsx'
import { codeOf, StampTable } from './stamp-table.jsx'

interface ResultsProps {
  /** The filters asked for, for actions on all that match. */
  filters: StampFilters
  order: StampOrder
  onOrder: (order: StampOrder) => void
  list: UseInfiniteQueryResult<InfiniteData<Page<StampSummary>>>
  /** At the right of the number of matches. */
  aside?: ReactNode
  /** Instead of an empty table. */
  none: ReactNode
  isRun?: boolean
  opens?: 'pane' | 'page'
  open?: string | undefined
}

/** The service stops counting matches here. */
const countMax = 10_000

/** The stamps that match, their number, and the bar of those selected. Until a search is answered, those of the one before. */
export function Results(props: ResultsProps) {
  const filters = useAnswered(props.filters, !props.list.isPlaceholderData)
  // A selection is of one list.
  return <Matches key={JSON.stringify(filters)} {...props} filters={filters} />
}

/** Returns the filters whose stamps are shown. */
function useAnswered(filters: StampFilters, isAnswered: boolean): StampFilters {
  const [shown, setShown] = useState(filters)
  if (!isAnswered || JSON.stringify(shown) === JSON.stringify(filters)) return shown
  setShown(filters)
  return filters
}

function Matches({ filters, order, onOrder, list, aside, none, isRun = false, opens = 'page', open }: ResultsProps) {
  const { t } = useTranslation(['stamps', 'common'])
  const { data, error, refetch } = list
  const stamps = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data])
  const selection = useNewSelection(stamps, codeOf)
  const onEnd = useNextPage(list)
  if (error && !data) return <ErrorNotice title={t('listFailed')} error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows label={t('common:loading')} />
  if (stamps.length === 0) return none
  const count = data.pages[0]?.count ?? 0
  const isOver = Object.keys(filters).length > 0 && count >= countMax
  return (
    <div className="@container">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p role="status" className="tabular text-sm text-soft">
          {t(isOver ? 'countOver' : 'count', { count })}
        </p>
        {aside}
      </div>
      <StampTable
        label={t('list')}
        stamps={stamps}
        count={count}
        selection={selection}
        order={order}
        onOrder={onOrder}
        isRun={isRun}
        opens={opens}
        open={open}
        onEnd={onEnd}
      />
      <p className="mt-3 text-sm text-soft max-lg:hidden">{t('keysHint')}</p>
      <StampBar selection={selection} count={count} filters={filters} />
    </div>
  )
}
