import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useLiveStamps } from '../../features/stamps/live/live-stamps.jsx'
import { stampListQuery } from '../../features/stamps/stamp-queries.js'
import { useTranslation } from '../../texts/translation.js'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.jsx'
import { PageHeader } from '../../ui/frame/page-header.jsx'
import { Dashboard } from './dashboard.jsx'
import { FirstStamp } from './first-stamp.jsx'

/** Start page: the way to a first stamp, later an overview of all of them. */
export function StartScreen() {
  const { t } = useTranslation(['start', 'common'])
  const connection = useLiveStamps()
  const { data, error, refetch } = useInfiniteQuery(stampListQuery({}))
  const items = data?.pages[0]?.items
  // The page keeps its form while the first stamp appears; the overview replaces it on the next visit.
  const wasEmpty = useRef<boolean | null>(null)
  if (items) wasEmpty.current ??= items.length === 0
  if (!items) {
    return (
      <>
        <PageHeader title={t('title')} />
        {error ? (
          <ErrorNotice title={t('failed')} error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows label={t('common:loading')} />
        )}
      </>
    )
  }
  if (wasEmpty.current) return <FirstStamp first={items.at(-1) ?? null} connection={connection} />
  return <Dashboard newest={items.slice(0, 5)} connection={connection} />
}
