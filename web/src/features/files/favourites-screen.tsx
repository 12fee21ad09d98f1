import { useTranslation } from '../../texts/translation.js'
import { StarDrawing } from '../../ui/drawings/empty.jsx'
import { EmptyState } from '../../ui/feedback/empty-state.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.jsx'
import { PageHeader } from '../../ui/frame/page-header.jsx'
import { useNextPage } from '../../ui/list/next-page.js'
import { BulkActions } from './list/bulk-actions.jsx'
import { FileRow } from './list/file-row.jsx'
import { useItemKeys } from './list/item-keys.js'
import { SelectableList } from './list/selectable-list.jsx'
import { useRows } from './list/use-rows.js'
import { fileItem } from './model/items.js'
import { useFavourites } from './model/queries.js'

/** Files marked as favourites, from all folders. */
export function FavouritesScreen() {
  const { t } = useTranslation(['files', 'common'])
  const list = useFavourites()
  const { data, error, refetch, hasNextPage } = list
  const onEnd = useNextPage(list)
  const rows = data?.pages.flatMap((page) => page.rows) ?? []
  const count = data?.pages[0]?.count ?? rows.length
  const shared = useRows(true)
  const keys = useItemKeys()
  return (
    <>
      <PageHeader title={t('favourites')} text={t('favouritesText')} />
      {error ? <ErrorNotice title={t('notLoaded')} error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonRows label={t('common:loading')} /> : null}
      {data && rows.length === 0 ? (
        <EmptyState drawing={<StarDrawing />} title={t('empty.favourites')} text={t('empty.favouritesText')} />
      ) : null}
      {rows.length > 0 ? (
        <SelectableList
          label={t('favourites')}
          rows={rows}
          count={count}
          itemOf={fileItem}
          summary={t('count', { count })}
          actions={<BulkActions />}
          keys={keys}
          {...shared.opening}
          dropOf={shared.ontoFile}
          hasMore={hasNextPage}
          onEnd={onEnd}
        >
          {(row, place, state) => <FileRow file={row} place={place} state={state} rows={shared} />}
        </SelectableList>
      ) : null}
    </>
  )
}
