import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { usageQuery } from '../../base/account.js'
import { LiveMark } from '../../features/stamps/live/live-stamps.jsx'
import type { Connection } from '../../features/stamps/live/stamp-events.js'
import { StampPanel } from '../../features/stamps/new/stamp-panel.jsx'
import { StampList } from '../../features/stamps/stamp-list.jsx'
import type { StampSummary } from '../../features/stamps/stamp-queries.js'
import { webhookListQuery } from '../../features/webhooks/webhook.js'
import { useTranslation } from '../../texts/translation.js'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.jsx'
import { PageHeader } from '../../ui/frame/page-header.jsx'
import { mattersOf } from './attention.js'
import { AttentionList } from './attention-list.jsx'
import { DaysChart } from './days-chart.jsx'
import { LastRuns } from './last-runs.jsx'
import { Quotas, RecentFiles, UnderWay } from './side.jsx'
import { lastRunsQuery, overviewQuery, recentFilesQuery } from './start-queries.js'

interface DashboardProps {
  newest: readonly StampSummary[]
  connection: Connection
}

/** Says what needs attention, then what happened in thirty days and what is under way. */
export function Dashboard({ newest, connection }: DashboardProps) {
  const { t } = useTranslation('start')
  return (
    <>
      <PageHeader title={t('title')} actions={<LiveMark connection={connection} />} />
      <div className="flex flex-col gap-6">
        <StampPanel slim />
        <Overview newest={newest} />
      </div>
    </>
  )
}

function Overview({ newest }: { newest: readonly StampSummary[] }) {
  const { t } = useTranslation(['start', 'common'])
  const overview = useQuery(overviewQuery)
  const usage = useQuery(usageQuery)
  const webhooks = useQuery(webhookListQuery)
  const runs = useQuery(lastRunsQuery)
  const files = useQuery(recentFilesQuery)
  // Shown at once, so that nothing moves when the last answer comes. One that fails leaves its part out; that of the stamps is said.
  if ([overview, usage, webhooks, runs, files].some(({ isPending }) => isPending))
    return <SkeletonRows rows={8} label={t('common:loading')} />
  if (!overview.data)
    return <ErrorNotice title={t('failed')} error={overview.error} onRetry={() => void overview.refetch()} />
  const known = { overview: overview.data, usage: usage.data, webhooks: webhooks.data?.webhooks ?? [] }
  return (
    <>
      <AttentionList matters={mattersOf(known, Date.now())} />
      <div className="grid items-start gap-x-10 gap-y-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <DaysChart days={overview.data.days} />
          <LastRuns runs={runs.data ?? []} />
          <section aria-labelledby="newest">
            <div className="mb-3 flex items-baseline justify-between gap-4">
              <h2 id="newest" className="text-lg font-semibold">
                {t('newest')}
              </h2>
              <Link to="/stamps" className="link">
                {t('allStamps')}
              </Link>
            </div>
            <StampList label={t('newest')} items={newest} />
          </section>
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <UnderWay overview={overview.data} />
          {usage.data ? <Quotas usage={usage.data} /> : null}
          <RecentFiles files={files.data ?? []} />
        </div>
      </div>
    </>
  )
}
