import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from '../../texts/translation.js'
import { FolderDrawing } from '../../ui/drawings/empty.jsx'
import { EmptyState } from '../../ui/feedback/empty-state.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.jsx'
import { PageHeader } from '../../ui/frame/page-header.jsx'
import { useNextPage } from '../../ui/list/next-page.js'
import { RowTime } from '../../ui/list/row-time.jsx'
import { FolderPicture, FolderVisibility } from './list/folder-row.jsx'
import { Row } from './list/row.jsx'
import { SelectableList } from './list/selectable-list.jsx'
import { useRows } from './list/use-rows.js'
import { folderItem } from './model/items.js'
import { useOthersFolders } from './model/queries.js'

/** The top-level public folders of another account. */
export function OthersScreen() {
  const { t } = useTranslation(['files', 'common'])
  const { accountId } = useParams({ from: '/member/files/of/$accountId' })
  const list = useOthersFolders(accountId)
  const { data, error, refetch, hasNextPage } = list
  const onEnd = useNextPage(list)
  const rows = data?.pages.flatMap((page) => page.rows) ?? []
  const name = rows[0]?.userData.name
  const count = data?.pages[0]?.count ?? 0
  const shared = useRows(false)
  const title = name ? t('others.title', { name }) : t('others.titleOfNobody')
  return (
    <>
      <PageHeader title={title} text={rows.length > 0 ? t('others.text') : undefined} />
      {error ? <ErrorNotice title={t('notLoaded')} error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonRows label={t('common:loading')} /> : null}
      {data && rows.length === 0 ? (
        <EmptyState
          drawing={<FolderDrawing />}
          title={t('others.none')}
          text={t('others.noneText')}
          action={
            <Link to="/files" className="link">
              {t('root')}
            </Link>
          }
        />
      ) : null}
      {rows.length > 0 ? (
        <SelectableList
          label={title}
          rows={rows}
          count={count}
          itemOf={folderItem}
          summary={t('folders', { count })}
          {...shared.opening}
          hasMore={hasNextPage}
          onEnd={onEnd}
        >
          {(row, place, state) => (
            <Row
              item={folderItem(row)}
              place={place}
              state={state}
              rows={shared}
              picture={<FolderPicture />}
              text=""
              cells={{
                type: <FolderVisibility type="public" word={t('type.public')} />,
                date: <RowTime language={shared.language} at={row.createdAt} />,
              }}
            />
          )}
        </SelectableList>
      ) : null}
    </>
  )
}
