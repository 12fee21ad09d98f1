import { type Page, ServiceError } from '@tallystick/sdk'
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Stamp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, buttonLook } from '../../ui/button.jsx'
import { EmptyState } from '../../ui/feedback/empty-state.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.jsx'
import { PageHeader } from '../../ui/frame/page-header.jsx'
import { LiveMark, useLiveStamps } from './live/live-stamps.jsx'
import type { Connection } from './live/stamp-events.js'
import { RunNotice } from './new/run-progress.jsx'
import { StampFiltersBar } from './stamp-filters.jsx'
import { StampList } from './stamp-list.jsx'
import { type StampFilters, type StampSummary, stampListQuery, stampQuery } from './stamp-queries.js'

/** A full hash or transaction ID is looked up; anything else searches names and codes. */
const isDigest = (text: string) => /^(0x)?([0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/i.test(text)
/** The service stops counting matches here. */
const countMax = 10_000

/** All stamps of the account, live. */
export function StampsScreen() {
  const { t } = useTranslation('stamps')
  const { q = '', state, who } = useSearch({ from: '/member/stamps' })
  const text = q.trim()
  const filters: StampFilters = {
    ...(text === '' || isDigest(text) ? {} : { search: text }),
    ...(state ? { status: state === 'inChain' } : {}),
    ...(who ? { isPrivate: who === 'private' } : {}),
  }
  const isFiltered = text !== '' || Object.keys(filters).length > 0
  const connection = useLiveStamps()
  const list = useInfiniteQuery({
    ...stampListQuery(filters),
    placeholderData: (old) => old,
    enabled: !isDigest(text),
  })
  const isEmpty = !isFiltered && !list.isPlaceholderData && list.data?.pages[0]?.items.length === 0
  const make = (
    <Link to="/stamps/new" className={buttonLook({ look: 'primary' })}>
      <Stamp aria-hidden="true" />
      {t('new')}
    </Link>
  )
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} actions={isEmpty ? undefined : make} />
      <div className="flex flex-col gap-4">
        <RunNotice />
        {isEmpty ? (
          <EmptyState title={t('emptyTitle')} text={t('emptyText')} action={make} />
        ) : (
          <>
            {isFiltered || list.data ? <StampFiltersBar /> : null}
            {isDigest(text) ? (
              <StampFound id={text} />
            ) : (
              <Results filters={filters} list={list} connection={connection} />
            )}
          </>
        )}
      </div>
    </>
  )
}

interface ResultsProps {
  filters: StampFilters
  list: UseInfiniteQueryResult<InfiniteData<Page<StampSummary>>>
  connection: Connection
}

function Results({ filters, list, connection }: ResultsProps) {
  const { t } = useTranslation(['stamps', 'common'])
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = list
  if (error && !data) return <ErrorNotice title={t('listFailed')} error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows label={t('common:loading')} />
  const items = data.pages.flatMap((page) => page.items)
  if (items.length === 0) return <NoMatches />
  const count = data.pages[0]?.count ?? 0
  const isOver = (filters.search !== undefined || filters.isPrivate !== undefined) && count >= countMax
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p role="status" className="tabular text-sm text-soft">
          {t(isOver ? 'countOver' : 'count', { count })}
        </p>
        <LiveMark connection={connection} />
      </div>
      <StampList label={t('list')} items={items} />
      {hasNextPage ? (
        <Button className="self-center" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('common:more')}
        </Button>
      ) : null}
    </>
  )
}

/** The stamp with a hash or transaction ID. */
function StampFound({ id }: { id: string }) {
  const { t } = useTranslation(['stamps', 'common'])
  const { data, error, refetch } = useQuery(stampQuery(id))
  if (error instanceof ServiceError && error.status === 404) {
    return <NoMatches />
  }
  if (error) return <ErrorNotice title={t('listFailed')} error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows label={t('common:loading')} rows={1} />
  const { code, filename: name, hash, isPrivate, timestamp: createdAt, state } = data
  return (
    <>
      <p role="status" className="text-sm text-soft">
        {t('found')}
      </p>
      <StampList label={t('list')} items={[{ _id: code, name, code, hash, isPrivate, createdAt, state }]} />
    </>
  )
}

/** No match; links back to the whole list. */
function NoMatches() {
  const { t } = useTranslation('stamps')
  return (
    <EmptyState
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
