import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BatchList } from '../../features/network/batch-list.jsx'
import { FundsCard } from '../../features/network/funds-card.jsx'
import { WitnessesCard } from '../../features/network/witnesses-card.jsx'
import { LanesCard, MailsCard, QueueCard, StorageCard } from '../../features/operator/parts.jsx'
import { StateCard } from '../../features/operator/state-card.jsx'
import { client } from '../../session/client.js'
import { useTranslation } from '../../texts/translation.js'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'

const reloadMs = 10_000

/** How the service stands. Each part loads by itself, again every ten seconds while the page is visible. */
export function OverviewScreen() {
  const { t } = useTranslation('operator')
  const network = useQuery({ queryKey: ['network'], queryFn: () => client.get('/network'), refetchInterval: reloadMs })
  const { data, error, refetch } = network
  return (
    <div className="flex flex-col gap-6">
      <StateCard />
      <div className="grid gap-6 lg:grid-cols-2">
        <QueueCard network={network} />
        <LanesCard />
        <StorageCard />
        <MailsCard />
        {data ? <FundsCard status={data} /> : null}
        <WitnessesCard />
      </div>
      {error ? <ErrorNotice title={t('batches.failed')} error={error} onRetry={() => void refetch()} /> : null}
      {data ? <BatchList batches={data.batches} /> : null}
      <Link to="/network" className="link self-start">
        {t('batches.all')}
      </Link>
    </div>
  )
}
