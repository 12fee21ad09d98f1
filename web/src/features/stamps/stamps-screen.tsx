import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Layers, Stamp } from 'lucide-react'
import { useTranslation } from '../../texts/translation.js'
import { buttonLook } from '../../ui/button.jsx'
import { StampsDrawing } from '../../ui/drawings/empty.jsx'
import { LookedFor } from '../../ui/drawings/looked-for.jsx'
import { EmptyState } from '../../ui/feedback/empty-state.jsx'
import { ErrorNotice, isGone } from '../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.jsx'
import { PageHeader } from '../../ui/frame/page-header.jsx'
import { WithPane } from '../../ui/frame/side-pane.jsx'
import { changedSearch, type SearchChange } from '../../ui/list/changed-search.js'
import { useHasPane } from '../../ui/media.js'
import { Filters } from './list/filters.jsx'
import { Results } from './list/results.jsx'
import { StampPane } from './list/stamp-pane.jsx'
import { newestFirst } from './list/table-head.jsx'
import { LiveMark, useLiveStamps } from './live/live-stamps.jsx'
import { RunNotice } from './new/run-progress.jsx'
import { StampList } from './stamp-list.jsx'
import { stampListQuery, stampQuery } from './stamp-queries.js'
import { filtersOf, orderOf, type StampSearch } from './stamp-search.js'

/** A full hash or transaction ID is looked up; anything else searches names, codes, tags and notes. */
const isDigest = (text: string) => /^(0x)?([0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/i.test(text)

/** All stamps of the account, live; from 1280 pixels with the open one beside them. */
export function StampsScreen() {
  const { t } = useTranslation('stamps')
  const search = useSearch({ from: '/member/stamps' })
  const navigate = useNavigate({ from: '/stamps' })
  const hasPane = useHasPane()
  const text = (search.q ?? '').trim()
  const filters = filtersOf(search)
  const order = orderOf(search)
  const isFiltered = Object.keys(filters).length > 0
  const connection = useLiveStamps()
  const list = useInfiniteQuery({
    ...stampListQuery(filters, order),
    placeholderData: keepPreviousData,
    enabled: !isDigest(text),
  })
  const isEmpty = !isFiltered && !list.isPlaceholderData && list.data?.pages[0]?.items.length === 0
  const set = (change: SearchChange<StampSearch>) =>
    void navigate({ search: (now) => changedSearch(now, change), replace: true, resetScroll: false })
  const make = (
    <Link to="/stamps/new" className={buttonLook({ look: 'primary' })}>
      <Stamp aria-hidden="true" />
      {t('new')}
    </Link>
  )
  const actions = (
    <>
      <Link to="/stamps/runs" className={buttonLook()}>
        <Layers aria-hidden="true" />
        {t('toRuns')}
      </Link>
      {make}
    </>
  )
  return (
    <div data-wide="">
      <PageHeader title={t('title')} actions={isEmpty ? undefined : actions} />
      <div className="flex flex-col gap-4">
        <RunNotice />
        {isEmpty ? (
          <EmptyState drawing={<StampsDrawing />} title={t('emptyTitle')} text={t('emptyText')} action={make} />
        ) : (
          <>
            {isFiltered || list.data ? <Filters /> : null}
            {isDigest(text) ? (
              <StampFound id={text} />
            ) : (
              <WithPane
                pane={
                  hasPane && search.open ? (
                    <StampPane code={search.open} onClose={() => set({ open: undefined })} />
                  ) : null
                }
              >
                <Results
                  filters={filters}
                  order={order ?? newestFirst}
                  onOrder={set}
                  list={list}
                  aside={<LiveMark connection={connection} />}
                  none={<NoMatches />}
                  opens={hasPane ? 'pane' : 'page'}
                  open={search.open}
                />
              </WithPane>
            )}
          </>
        )}
      </div>
    </div>
  )
}

/** The stamp with a hash or transaction ID. */
function StampFound({ id }: { id: string }) {
  const { t } = useTranslation(['stamps', 'common'])
  const { data, error, refetch } = useQuery(stampQuery(id))
  if (isGone(error)) {
    return <NoMatches />
  }
  if (error) return <ErrorNotice title={t('listFailed')} error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows label={t('common:loading')} rows={1} />
  const { code, filename: name, isPrivate, timestamp: createdAt, state } = data
  return (
    <>
      <p role="status" className="text-sm text-soft">
        {t('found')}
      </p>
      <StampList label={t('list')} items={[{ name, code, isPrivate, createdAt, state }]} />
    </>
  )
}

/** No match; links back to the whole list. */
function NoMatches() {
  const { t } = useTranslation('stamps')
  return (
    <EmptyState
      drawing={<LookedFor />}
      title={t('noneTitle')}
      text={t('noneText')}
      action={
        <Link to="/stamps" className={buttonLook()}>
          {t('clear')}
        </Link>
      }
    />
  )
}
