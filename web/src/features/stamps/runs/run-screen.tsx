import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Pencil, Stamp } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../../texts/translation.js'
import { Button, buttonLook } from '../../../ui/button.jsx'
import { LookedFor } from '../../../ui/drawings/looked-for.jsx'
import { EmptyState } from '../../../ui/feedback/empty-state.jsx'
import { ErrorNotice, isGone } from '../../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton.jsx'
import { PageHeader } from '../../../ui/frame/page-header.jsx'
import { WithPane } from '../../../ui/frame/side-pane.jsx'
import { useHasPane } from '../../../ui/media.js'
import { momentText } from '../../../ui/values/dates.js'
import { type KeptRun, type RunFailure, runQuery } from '../kept.js'
import { Results } from '../list/results.jsx'
import { StampPane } from '../list/stamp-pane.jsx'
import { LiveMark, useLiveStamps } from '../live/live-stamps.jsx'
import { type StampOrder, stampListQuery } from '../stamp-queries.js'
import { Failures } from './failures.jsx'
import { RenameDialog } from './rename-dialog.jsx'
import { TakeMany } from './take-many.jsx'

/** A run: what to take along, what failed, and its documents in natural order, the open one beside them where there is room. */
export function RunScreen() {
  const { t } = useTranslation(['runs', 'common'])
  const { run: id } = useParams({ from: '/member/stamps/runs/$run' })
  const { data, error, refetch } = useQuery(runQuery(id))
  if (data) return <Loaded key={id} run={data} />
  const isMissing = isGone(error)
  return (
    <>
      <PageHeader title={t('one')} above={<ToAll />} />
      {isMissing ? (
        <EmptyState drawing={<LookedFor />} title={t('missingTitle')} text={t('missingText')} />
      ) : error ? (
        <ErrorNotice title={t('failedToLoad')} error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows label={t('common:loading')} />
      )}
    </>
  )
}

function ToAll() {
  const { t } = useTranslation('runs')
  return (
    <Link to="/stamps/runs" className="link">
      {t('title')}
    </Link>
  )
}

const byName: StampOrder = { sort: 'name', order: 'asc' }

function Loaded({ run }: { run: KeptRun & { failures: RunFailure[] } }) {
  const { t, i18n } = useTranslation(['runs', 'stamps'])
  const [order, setOrder] = useState<StampOrder>(byName)
  const [isRenaming, setRenaming] = useState(false)
  const connection = useLiveStamps()
  const { open } = useSearch({ from: '/member/stamps/runs/$run' })
  const navigate = useNavigate({ from: '/stamps/runs/$run' })
  const hasPane = useHasPane()
  const close = () => void navigate({ search: {}, replace: true, resetScroll: false })
  const { id, name, createdAt, stamped, isPrivate, failed, failures } = run
  const filters = { run: id }
  const list = useInfiniteQuery({ ...stampListQuery(filters, order), placeholderData: (old) => old })
  const at = momentText(i18n.language, createdAt)
  return (
    <div data-wide="">
      <PageHeader
        title={name || t('unnamed', { at })}
        above={<ToAll />}
        text={[t('documents', { count: stamped }), at, t(isPrivate ? 'private' : 'public')].join(' · ')}
        actions={
          <>
            <Button onClick={() => setRenaming(true)}>
              <Pencil aria-hidden="true" />
              {t('rename.action')}
            </Button>
            <Link to="/stamps" search={{ run: id }} className={buttonLook()}>
              {t('inList')}
            </Link>
          </>
        }
      />
      <div className="flex flex-col gap-6">
        {stamped > 0 ? <TakeMany run={id} count={stamped} isPrivate={isPrivate} /> : null}
        <Failures count={failed} failures={failures}>
          <span>{t('failed.again')}</span>
          <Link to="/stamps/new" className={buttonLook({ size: 'small' })}>
            <Stamp aria-hidden="true" />
            {t('stamps:new')}
          </Link>
        </Failures>
        <section aria-label={t('documentsTitle')}>
          <WithPane pane={hasPane && open ? <StampPane code={open} onClose={close} /> : null}>
            <Results
              filters={filters}
              order={order}
              onOrder={setOrder}
              list={list}
              aside={<LiveMark connection={connection} />}
              none={<p className="text-soft">{t('noStamps')}</p>}
              isRun
              opens={hasPane ? 'pane' : 'page'}
              open={open}
            />
          </WithPane>
        </section>
      </div>
      {isRenaming ? <RenameDialog run={run} onClose={() => setRenaming(false)} /> : null}
    </div>
  )
}
