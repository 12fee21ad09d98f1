import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/empty-state.jsx'
import { ErrorNotice } from '../../ui/error-notice.jsx'
import { PageHeader } from '../../ui/page-header.jsx'
import { SkeletonRows } from '../../ui/skeleton.jsx'
import { BinRow } from './bin-row.jsx'
import { VirtualList } from './list/virtual-list.jsx'
import { useBin } from './model/queries.js'

/** What was deleted and can still be had back. */
export function BinScreen() {
  const { t } = useTranslation(['files', 'common'])
  const { data, error, refetch, hasNextPage, fetchNextPage } = useBin()
  const rows = data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <>
      <PageHeader title={t('bin')} text={t('binText')} />
      {error ? <ErrorNotice title={t('notLoaded')} error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonRows label={t('common:loading')} /> : null}
      {data && rows.length === 0 ? <EmptyState title={t('empty.bin')} text={t('empty.binText')} /> : null}
      {rows.length > 0 ? (
        <VirtualList
          label={t('bin')}
          rows={rows}
          count={data?.pages[0]?.count ?? rows.length}
          keyOf={(row) => row._id}
          onEnd={() => hasNextPage && void fetchNextPage({ cancelRefetch: false })}
        >
          {(row) => <BinRow binned={row} />}
        </VirtualList>
      ) : null}
    </>
  )
}
