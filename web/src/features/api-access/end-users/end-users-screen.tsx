import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../../texts/translation.js'
import { Button, buttonLook } from '../../../ui/button.jsx'
import { PeopleDrawing } from '../../../ui/drawings/empty.jsx'
import { LookedFor } from '../../../ui/drawings/looked-for.jsx'
import { EmptyState } from '../../../ui/feedback/empty-state.jsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton.jsx'
import { SearchField } from '../../../ui/forms/search-field.jsx'
import { PageHeader } from '../../../ui/frame/page-header.jsx'
import { useNextPage } from '../../../ui/list/next-page.js'
import { VirtualList } from '../../../ui/list/virtual-list.jsx'
import { EndUserRow } from './end-user-row.jsx'
import { endUsersQuery } from './end-users.js'
import { PersonDialog } from './person-dialog.jsx'

/** The people for whom the account stamps, with their numbers of stamps. */
export function EndUsersScreen() {
  const { t } = useTranslation(['endUsers', 'start', 'common'])
  const { q = '' } = useSearch({ from: '/member/api-access/users' })
  const navigate = useNavigate({ from: '/api-access/users' })
  const list = useInfiniteQuery({ ...endUsersQuery(q), placeholderData: keepPreviousData })
  const { data, error, refetch } = list
  const users = useMemo(() => data?.pages.flatMap((page) => page.users) ?? [], [data])
  const onEnd = useNextPage(list)
  const onSearch = (text: string) => void navigate({ search: text === '' ? {} : { q: text }, replace: true })
  const [isEnrolling, setEnrolling] = useState(false)
  const enrol = (
    <Button look="primary" onClick={() => setEnrolling(true)}>
      <Plus aria-hidden="true" />
      {t('enrol.action')}
    </Button>
  )
  const isEmpty = users.length === 0 && !list.isPlaceholderData
  return (
    <>
      <PageHeader
        title={t('title')}
        text={t('text')}
        actions={data === undefined || (isEmpty && q === '') ? undefined : enrol}
        above={
          <Link to="/api-access" className="link">
            {t('start:access.title')}
          </Link>
        }
      />
      {error && !data ? (
        <ErrorNotice title={t('failed')} error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows label={t('common:loading')} />
      ) : isEmpty && q === '' ? (
        <EmptyState
          drawing={<PeopleDrawing />}
          title={t('emptyTitle')}
          text={t('emptyText')}
          action={
            <div className="flex flex-wrap justify-center gap-2">
              {enrol}
              <a href="/docs" className={buttonLook()}>
                {t('how')}
              </a>
            </div>
          }
        />
      ) : (
        <div className="flex flex-col gap-4">
          <search className="flex">
            <SearchField label={t('search')} hint={t('hint')} text={q} onSearch={onSearch} />
          </search>
          {isEmpty ? (
            <EmptyState
              drawing={<LookedFor />}
              title={t('noneTitle')}
              text={t('noneText')}
              action={
                <Link to="/api-access/users" className={buttonLook()}>
                  {t('clear')}
                </Link>
              }
            />
          ) : (
            <div className="rounded-xl border border-line bg-raised">
              <VirtualList
                label={t('list')}
                rows={users}
                count={data.pages[0]?.count ?? 0}
                keyOf={({ userId }) => userId}
                onEnd={onEnd}
              >
                {(user) => <EndUserRow user={user} />}
              </VirtualList>
            </div>
          )}
        </div>
      )}
      {isEnrolling ? <PersonDialog onClose={() => setEnrolling(false)} /> : null}
    </>
  )
}
