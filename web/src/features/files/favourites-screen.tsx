import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/empty-state.jsx'
import { ErrorNotice } from '../../ui/error-notice.jsx'
import { PageHeader } from '../../ui/page-header.jsx'
import { SkeletonRows } from '../../ui/skeleton.jsx'
import { FileRow } from './list/file-row.jsx'
import { VirtualList } from './list/virtual-list.jsx'
import { useFavourites } from './model/queries.js'

/** The files that were marked with a star, of all folders. */
export function FavouritesScreen() {
  const { t } = useTranslation(['files', 'common'])
  const { data, error, refetch, hasNextPage, fetchNextPage } = useFavourites()
  const rows = data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <>
      <PageHeader title={t('favourites')} text={t('favouritesText')} />
      {error ? <ErrorNotice title={t('notLoaded')} error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonRows label={t('common:loading')} /> : null}
      {data && rows.length === 0 ? <EmptyState title={t('empty.favourites')} text={t('empty.favouritesText')} /> : null}
      {rows.length > 0 ? (
        <VirtualList
          label={t('favourites')}
          rows={rows}
          count={data?.pages[0]?.count ?? rows.length}
          keyOf={(row) => row._id}
          onEnd={() => hasNextPage && void fetchNextPage({ cancelRefetch: false })}
        >
          {(row) => <FileRow file={row} isOwn />}
        </VirtualList>
      ) : null}
    </>
  )
}
