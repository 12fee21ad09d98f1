import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from '../../../texts/translation.js'
import { LookedFor } from '../../../ui/drawings/looked-for.jsx'
import { EmptyState } from '../../../ui/feedback/empty-state.jsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton.jsx'
import { PageHeader } from '../../../ui/frame/page-header.jsx'
import type { Place } from '../../../ui/list/grid.jsx'
import { useNextPage } from '../../../ui/list/next-page.js'
import { BulkActions } from '../list/bulk-actions.jsx'
import { FileRow } from '../list/file-row.jsx'
import { FolderRow } from '../list/folder-row.jsx'
import { useItemKeys } from '../list/item-keys.js'
import type { RowState } from '../list/row.jsx'
import { SelectableList } from '../list/selectable-list.jsx'
import { type Rows, useRows } from '../list/use-rows.js'
import { type SearchResult, searchResultItem } from '../model/items.js'
import { useFolder, useSearchResults } from '../model/queries.js'

/** Search results with their locations, from all folders or one. */
export function SearchScreen() {
  const { t } = useTranslation(['files', 'common'])
  const { q, from, here = false } = useSearch({ from: '/member/files/search' })
  const folder = useFolder(from ?? 'root')
  const list = useSearchResults(q, here ? (from ?? null) : null)
  const { data, error, refetch, hasNextPage, isPlaceholderData } = list
  const onEnd = useNextPage(list)
  const rows = data?.pages.flatMap((page) => page.rows) ?? []
  const count = data?.pages[0]?.count ?? 0
  const isOwn = folder.data?.isOwn ?? true
  const name = folder.data?.folderName
  const shared = useRows(isOwn)
  const keys = useItemKeys()
  return (
    <>
      <PageHeader
        title={t('search.title', { search: q })}
        text={from && name ? <Scope search={q} folder={{ _id: from, name, isOwn }} isHere={here} /> : undefined}
      />
      {error ? <ErrorNotice title={t('notLoaded')} error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error && q !== '' ? <SkeletonRows label={t('common:loading')} /> : null}
      {data && count === 0 && !isPlaceholderData ? (
        <EmptyState drawing={<LookedFor />} title={t('search.none')} text={t('search.noneText')} />
      ) : null}
      {rows.length > 0 ? (
        <SelectableList
          label={t('search.title', { search: q })}
          rows={rows}
          count={count}
          itemOf={searchResultItem}
          summary={t('search.found', { count })}
          actions={isOwn ? <BulkActions /> : undefined}
          keys={keys}
          {...shared.opening}
          dropOf={(row) => (row.type === 'folder' ? shared.intoFolder(row) : shared.ontoFile(row))}
          hasMore={hasNextPage}
          onEnd={onEnd}
        >
          {(row, place, state) => <ResultRow found={row} place={place} state={state} rows={shared} />}
        </SelectableList>
      ) : null}
    </>
  )
}

interface ResultRowProps {
  found: SearchResult
  place: Place
  state: RowState
  rows: Rows
}

function ResultRow({ found, place, state, rows }: ResultRowProps) {
  const where = found.path.map(({ folderName }) => folderName).join(' › ') || rows.t('root')
  return found.type === 'folder' ? (
    <FolderRow
      folder={found}
      place={place}
      state={state}
      rows={rows}
      isInPrivate={found.path.at(-1)?.folderType === 'private'}
      where={where}
    />
  ) : (
    <FileRow file={found} place={place} state={state} rows={rows} where={where} />
  )
}

interface ScopeProps {
  search: string
  folder: { _id: string; name: string; isOwn: boolean }
  isHere: boolean
}

/** Switches between searching all folders and the one the search started from. */
function Scope({ search, folder: { _id: from, name, isOwn }, isHere }: ScopeProps) {
  const { t } = useTranslation('files')
  return (
    <>
      {isHere ? t('search.here', { name }) : t('search.everywhere')}{' '}
      {isOwn ? (
        <Link
          to="/files/search"
          search={{ q: search, from, ...(isHere ? {} : { here: true as const }) }}
          replace
          className="link"
        >
          {isHere ? t('search.goEverywhere') : t('search.goHere', { name })}
        </Link>
      ) : null}
    </>
  )
}
