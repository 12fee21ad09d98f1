import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useMemo } from 'react'
import { usePortalSettings } from '../../../base/portal-settings.js'
import { useTranslation } from '../../../texts/translation.js'
import { Button, buttonLook } from '../../../ui/button.jsx'
import { cn } from '../../../ui/classes.js'
import { KeyDrawing } from '../../../ui/drawings/empty.jsx'
import { LookedFor } from '../../../ui/drawings/looked-for.jsx'
import { EmptyState } from '../../../ui/feedback/empty-state.jsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton.jsx'
import { PageHeader } from '../../../ui/frame/page-header.jsx'
import { apiClientsQuery } from '../api-clients.js'
import { answerClasses } from './request-search.js'
import { RequestTable } from './request-table.jsx'
import { requestsQuery } from './requests.js'

/** The request log of an API client; its filters are in the address. */
export function RequestsScreen() {
  const { t } = useTranslation(['requestLog', 'start', 'common'])
  const { clientId } = useParams({ from: '/member/api-access/$clientId' })
  const search = useSearch({ from: '/member/api-access/$clientId' })
  const days = usePortalSettings()?.requestLogDays
  const clients = useQuery(apiClientsQuery)
  const name = clients.data?.find((one) => one.clientId === clientId)?.name ?? clientId
  const log = useInfiniteQuery({ ...requestsQuery(clientId, search), placeholderData: keepPreviousData })
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = log
  const requests = useMemo(() => data?.pages.flatMap((page) => page.requests), [data])
  const isFiltered = search.status !== undefined || search.route !== undefined
  return (
    <>
      <PageHeader
        title={t('title')}
        text={days === undefined ? name : days === 0 ? t('off') : t('text', { name, count: days })}
        above={
          <Link to="/api-access" activeOptions={{ exact: true }} className="link">
            {t('start:access.title')}
          </Link>
        }
      />
      <Filters />
      {error && !data ? (
        <ErrorNotice title={t('failed')} error={error} onRetry={() => void refetch()} />
      ) : requests === undefined ? (
        <SkeletonRows label={t('common:loading')} />
      ) : requests.length > 0 ? (
        <RequestTable label={t('of', { name })} requests={requests} />
      ) : isFiltered ? (
        <EmptyState
          drawing={<LookedFor />}
          title={t('noneTitle')}
          text={t('noneText')}
          action={
            <Link to="/api-access/$clientId" params={{ clientId }} className={buttonLook()}>
              {t('clear')}
            </Link>
          }
        />
      ) : (
        <EmptyState drawing={<KeyDrawing />} title={t('emptyTitle')} text={days === 0 ? t('off') : t('emptyText')} />
      )}
      {hasNextPage ? (
        <Button className="mx-auto mt-4 flex" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('common:more')}
        </Button>
      ) : null}
    </>
  )
}

const labels = { '2xx': 'successful', '4xx': 'refused', '5xx': 'broken' } as const

/** Links, so that each choice has an address. */
function Filters() {
  const { t } = useTranslation('requestLog')
  const { route } = useSearch({ from: '/member/api-access/$clientId' })
  return (
    <nav aria-label={t('filter')} className="mb-4 flex flex-wrap items-center gap-1.5">
      {[undefined, ...answerClasses].map((one) => (
        <Link
          key={one ?? 'all'}
          from="/api-access/$clientId"
          to="."
          search={({ status: _, ...now }) => (one ? { ...now, status: one } : now)}
          replace
          activeOptions={{ exact: true }}
          className={cn(
            buttonLook({ size: 'small' }),
            'min-h-9 aria-[current=page]:border-wood aria-[current=page]:bg-wood-wash',
          )}
        >
          {t(one ? labels[one] : 'all')}
        </Link>
      ))}
      {route === undefined ? null : (
        <Link
          from="/api-access/$clientId"
          to="."
          search={({ route: _, ...now }) => now}
          replace
          aria-label={t('anyRoute', { route })}
          className={cn(buttonLook({ size: 'small' }), 'min-h-9 min-w-0 border-wood bg-wood-wash font-mono')}
        >
          <span className="truncate">{route}</span>
          <X aria-hidden="true" />
        </Link>
      )}
    </nav>
  )
}
