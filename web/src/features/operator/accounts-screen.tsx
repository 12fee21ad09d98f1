import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { LookedFor } from '../../ui/drawings/looked-for.jsx'
import { EmptyState } from '../../ui/feedback/empty-state.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.jsx'
import { SearchField } from '../../ui/forms/search-field.jsx'
import { WithPane } from '../../ui/frame/side-pane.jsx'
import { changedSearch, type SearchChange } from '../../ui/list/changed-search.js'
import { useHasPane } from '../../ui/media.js'
import { AccountPane } from './account-pane.jsx'
import type { AccountSearch } from './account-search.js'
import { AccountTable } from './account-table.jsx'
import { accountsQuery } from './queries.js'
import { StateFilter } from './state-filter.jsx'

/** The service counts no further, unless the list is sorted. */
const countMax = 10_000

/** All accounts, with the open one beside them where there is room. */
export function AccountsScreen() {
  const { t } = useTranslation(['operator', 'common'])
  const search = useSearch({ from: '/member/operator/accounts' })
  const navigate = useNavigate({ from: '/operator/accounts' })
  const hasPane = useHasPane()
  const list = useInfiniteQuery({ ...accountsQuery(search), placeholderData: keepPreviousData })
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const accounts = data?.pages.flatMap((page) => page.accounts)
  const count = data?.pages[0]?.count ?? 0
  const set = (change: SearchChange<AccountSearch>) =>
    void navigate({ search: (now: AccountSearch) => changedSearch(now, change), replace: true, resetScroll: false })
  return (
    <div data-wide="" className="flex flex-col gap-4">
      <search className="flex flex-wrap gap-2">
        <SearchField
          label={t('accounts.search')}
          hint={t('accounts.hint')}
          text={search.q ?? ''}
          onSearch={(q) => set({ q })}
        />
        <StateFilter state={search.state} onChange={(state) => set({ state })} />
      </search>
      {error && !data ? (
        <ErrorNotice title={t('accounts.failed')} error={error} onRetry={() => void refetch()} />
      ) : accounts === undefined ? (
        <SkeletonRows label={t('common:loading')} />
      ) : accounts.length === 0 ? (
        <EmptyState
          drawing={<LookedFor />}
          title={t('accounts.noneTitle')}
          text={t('accounts.noneText')}
          action={<Button onClick={() => void navigate({ search: {} })}>{t('accounts.clear')}</Button>}
        />
      ) : (
        <WithPane
          pane={
            hasPane && search.open ? (
              <AccountPane key={search.open} id={search.open} onClose={() => set({ open: undefined })} />
            ) : null
          }
        >
          <p role="status" className="mb-2 text-sm text-soft">
            {t(count === countMax ? 'accounts.many' : 'accounts.count', { count })}
          </p>
          <AccountTable accounts={accounts} search={search} onSort={set} opens={hasPane ? 'pane' : 'page'} />
          {hasNextPage ? (
            <Button
              className="mx-auto mt-4 flex"
              busy={isFetchingNextPage}
              onClick={() => void fetchNextPage({ cancelRefetch: false })}
            >
              {t('common:more')}
            </Button>
          ) : null}
        </WithPane>
      )}
    </div>
  )
}
