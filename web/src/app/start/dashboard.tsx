import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LiveMark } from '../../features/stamps/live/live-stamps.jsx'
import type { Connection } from '../../features/stamps/live/stamp-events.js'
import { StampPanel } from '../../features/stamps/new/stamp-panel.jsx'
import { StampList } from '../../features/stamps/stamp-list.jsx'
import { type StampSummary, stampCountsQuery } from '../../features/stamps/stamp-queries.js'
import type { StampSearch } from '../../features/stamps/stamp-search.js'
import { client } from '../../session/client.js'
import { PageHeader } from '../../ui/frame/page-header.jsx'
import { countText } from '../../ui/values/formats.js'

interface DashboardProps {
  title: string
  newest: readonly StampSummary[]
  connection: Connection
}

/** Overview of the account's stamps, with a drop zone for more. */
export function Dashboard({ title, newest, connection }: DashboardProps) {
  const { t } = useTranslation('start')
  return (
    <>
      <PageHeader title={title} text={t('dashboard.text')} actions={<LiveMark connection={connection} />} />
      <div className="flex flex-col gap-6">
        <Counts />
        <StampPanel />
        <section aria-labelledby="newest">
          <div className="mb-3 flex items-baseline justify-between gap-4">
            <h2 id="newest" className="text-lg font-semibold">
              {t('dashboard.newest')}
            </h2>
            <Link to="/stamps" className="link">
              {t('dashboard.allStamps')}
            </Link>
          </div>
          <StampList label={t('dashboard.newest')} items={newest} />
        </section>
        <NetworkStatus />
      </div>
    </>
  )
}

function Counts() {
  const { t } = useTranslation('start')
  const { data } = useQuery(stampCountsQuery())
  return (
    <div className="grid grid-cols-3 gap-3">
      <Count name={t('dashboard.all')} count={data?.all} search={{}} />
      <Count name={t('dashboard.inChain')} count={data?.inChain} search={{ state: 'confirmed,final' }} />
      <Count name={t('dashboard.waiting')} count={data?.waiting} search={{ state: 'submitted,failed' }} />
    </div>
  )
}

function Count({ name, count, search }: { name: string; count: number | undefined; search: StampSearch }) {
  const { i18n } = useTranslation()
  return (
    <Link
      to="/stamps"
      search={search}
      className="flex flex-col-reverse justify-end rounded-2xl border border-line bg-raised px-4 py-3 shadow-card hover:border-edge sm:px-5 sm:py-4"
    >
      <span className="text-sm text-soft">{name}</span>
      <span className="tabular text-2xl font-semibold sm:text-3xl">
        {count === undefined ? '–' : countText(i18n.language, count)}
      </span>
    </Link>
  )
}

/** Network status in one line. */
function NetworkStatus() {
  const { t } = useTranslation('start')
  const { data } = useQuery({
    queryKey: ['network'],
    queryFn: () => client.get('/network'),
    refetchInterval: 10_000,
  })
  if (!data) return null
  const { name, head, waiting } = data
  const parts = head
    ? [
        t('network.block', { number: head.number }),
        waiting.batches === 0 ? t('network.idle') : t('network.waiting', { count: waiting.batches }),
      ]
    : [t('network.silent')]
  return (
    <p className="tabular text-sm text-soft">
      <Link to="/network" className="link">
        {name}
      </Link>
      {' · '}
      {parts.join(' · ')}
    </p>
  )
}
