import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { client } from '../../session/client.js'
import { ErrorNotice } from '../../ui/error-notice.jsx'
import { PageHeader } from '../../ui/page-header.jsx'
import { SkeletonRows } from '../../ui/skeleton.jsx'
import { BatchList } from './batch-list.jsx'
import { FoundationCard } from './foundation-card.jsx'
import { MeansCard } from './means-card.jsx'
import { NetworkDetails } from './network-details.jsx'
import { OutlookCard } from './outlook-card.jsx'

/** How the network stands: one sentence first, then what it rests on, then everything. */
export function NetworkScreen() {
  const { t } = useTranslation('network')
  const status = useQuery({ queryKey: ['network'], queryFn: () => client.get('/network'), refetchInterval: 3000 })
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} />
      {status.data ? (
        <div className="flex flex-col gap-6">
          {status.error ? <ErrorNotice title={t('failed')} error={status.error} onRetry={status.refetch} /> : null}
          <OutlookCard status={status.data} />
          <div className="grid gap-6 lg:grid-cols-2">
            <FoundationCard status={status.data} />
            <MeansCard status={status.data} />
          </div>
          <BatchList batches={status.data.batches} />
          <NetworkDetails status={status.data} />
        </div>
      ) : status.error ? (
        <ErrorNotice title={t('failed')} error={status.error} onRetry={status.refetch} />
      ) : (
        <SkeletonRows label={t('loading')} />
      )}
    </>
  )
}
