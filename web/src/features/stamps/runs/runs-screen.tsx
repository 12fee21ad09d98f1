import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Globe, LockKeyhole } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from '../../../texts/translation.js'
import { buttonLook } from '../../../ui/button.jsx'
import { cn } from '../../../ui/classes.js'
import { RunsDrawing } from '../../../ui/drawings/empty.jsx'
import { EmptyState } from '../../../ui/feedback/empty-state.jsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton.jsx'
import { PageHeader } from '../../../ui/frame/page-header.jsx'
import { WithPane } from '../../../ui/frame/side-pane.jsx'
import { useNextPage } from '../../../ui/list/next-page.js'
import { VirtualList } from '../../../ui/list/virtual-list.jsx'
import { useHasPane } from '../../../ui/media.js'
import { momentText } from '../../../ui/values/dates.js'
import { type KeptRun, runListQuery } from '../kept.js'
import { useLiveStamps } from '../live/live-stamps.jsx'
import { RunPane } from './run-pane.jsx'

/** The account's runs, newest first; from 1280 pixels with the open one beside them. */
export function RunsScreen() {
  const { t } = useTranslation(['runs', 'stamps', 'common'])
  useLiveStamps()
  const { open } = useSearch({ from: '/member/stamps/runs' })
  const navigate = useNavigate({ from: '/stamps/runs' })
  const hasPane = useHasPane()
  const close = () => void navigate({ search: {}, replace: true, resetScroll: false })
  const list = useInfiniteQuery(runListQuery())
  const { data, error, refetch } = list
  const runs = useMemo(() => data?.pages.flatMap((page) => page.runs) ?? [], [data])
  const onEnd = useNextPage(list)
  const count = data?.pages[0]?.count ?? 0
  return (
    <div data-wide="">
      <PageHeader
        title={t('title')}
        above={
          <Link to="/stamps" className="link">
            {t('stamps:one.back')}
          </Link>
        }
      />
      {error && !data ? (
        <ErrorNotice title={t('failedToLoad')} error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows label={t('common:loading')} />
      ) : runs.length === 0 ? (
        <EmptyState
          drawing={<RunsDrawing />}
          title={t('emptyTitle')}
          text={t('emptyText')}
          action={
            <Link to="/stamps/new" className={buttonLook({ look: 'primary' })}>
              {t('stamps:new')}
            </Link>
          }
        />
      ) : (
        <WithPane pane={hasPane && open ? <RunPane key={open} id={open} onClose={close} /> : null}>
          <div className="rounded-xl border border-line bg-raised">
            <VirtualList label={t('title')} rows={runs} count={count} keyOf={({ id }) => id} onEnd={onEnd}>
              {(run) => <RunRow run={run} inPane={hasPane ? { isOpen: run.id === open } : undefined} />}
            </VirtualList>
          </div>
        </WithPane>
      )}
    </div>
  )
}

interface RunRowProps {
  run: KeptRun
  /** Its name opens it beside the list, not on its page. Whether it is open there. */
  inPane: { isOpen: boolean } | undefined
}

function RunRow({ run: { id, name, createdAt, isPrivate, stamped, failed, confirmed }, inPane }: RunRowProps) {
  const { t, i18n } = useTranslation(['runs', 'stamping'])
  const at = momentText(i18n.language, createdAt)
  const Who = isPrivate ? LockKeyhole : Globe
  const waiting = stamped - confirmed
  const link = {
    'data-row-link': '',
    className:
      'block truncate font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-wood',
  }
  return (
    <div
      className={cn(
        'relative flex h-full items-center gap-4 px-4 hover:bg-sunken/70',
        inPane?.isOpen && 'shadow-[inset_3px_0_var(--wood)]',
      )}
    >
      <span className="text-soft">
        <Who className="size-4" aria-hidden="true" />
        <span className="sr-only">{t(isPrivate ? 'stamping:private' : 'stamping:public')}</span>
      </span>
      <div className="min-w-0 flex-1">
        {inPane ? (
          <Link
            to="/stamps/runs"
            search={{ open: id }}
            replace
            resetScroll={false}
            aria-current={inPane.isOpen ? 'true' : undefined}
            {...link}
          >
            {name || t('unnamed', { at })}
          </Link>
        ) : (
          <Link to="/stamps/runs/$run" params={{ run: id }} {...link}>
            {name || t('unnamed', { at })}
          </Link>
        )}
        <p className="truncate text-sm text-soft">{at}</p>
      </div>
      <p className="tabular text-end text-sm text-soft">
        {t('documents', { count: stamped })}
        {waiting > 0 ? <span className="block">{t('waiting', { count: waiting })}</span> : null}
        {failed > 0 ? <span className="block text-seal">{t('failed.short', { count: failed })}</span> : null}
      </p>
    </div>
  )
}
