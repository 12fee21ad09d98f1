import { useQuery } from '@tanstack/react-query'
import { client } from '../../session/client.js'
import { useTranslation } from '../../texts/translation.js'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.jsx'
import { Card } from '../../ui/frame/card.jsx'
import { Disclosure } from '../../ui/frame/disclosure.jsx'
import { PageHeader } from '../../ui/frame/page-header.jsx'
import { Fact, Facts } from '../../ui/values/facts.jsx'
import { Time } from '../../ui/values/time.jsx'
import { BatchList } from './batch-list.jsx'
import { FundsCard } from './funds-card.jsx'
import type { NetworkStatus } from './health.js'
import { HealthCard } from './health-card.jsx'
import { WitnessesCard } from './witnesses-card.jsx'

/** Network page: one sentence first, then what proofs rest on, then the technical details. */
export function NetworkScreen() {
  const { t } = useTranslation('network')
  const status = useQuery({ queryKey: ['network'], queryFn: () => client.get('/network'), refetchInterval: 3000 })
  return (
    <>
      <PageHeader title={t('title')} />
      {status.data ? (
        <div className="flex flex-col gap-6">
          {status.error ? <ErrorNotice title={t('failed')} error={status.error} onRetry={status.refetch} /> : null}
          <HealthCard status={status.data} />
          <div className="grid gap-6 lg:grid-cols-2">
            <FoundationCard status={status.data} />
            <FundsCard status={status.data} />
          </div>
          <WitnessesCard />
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

/** Shows the basis of this network's proofs, and when an entry is final. */
function FoundationCard({ status: { name, isPrivate, finality } }: { status: NetworkStatus }) {
  const { t } = useTranslation('network')
  const { rule, blocks } = finality
  const when =
    rule === 'finalized'
      ? t('finality.finalized')
      : (blocks ?? 1) <= 1
        ? t('finality.first')
        : t('finality.blocks', { count: blocks ?? 1 })
  return (
    <Card title={t('what.title')}>
      <p>
        <strong className="font-semibold">{name}.</strong> {isPrivate ? t('private') : t('public')}
      </p>
      <h3 className="mt-6 font-semibold">{t('finality.title')}</h3>
      <p className="mt-1">{when}</p>
    </Card>
  )
}

/** Technical details, to compare elsewhere. */
function NetworkDetails({ status }: { status: NetworkStatus }) {
  const { t } = useTranslation('network')
  const copy = (text: string, what: string) => ({ text, label: t('details.copy', { what }) })
  const { finality, head } = status
  return (
    <Disclosure title={t('details.title')}>
      <div className="rounded-xl border border-line bg-raised px-4 py-2">
        <Facts>
          <Fact name={t('details.name')}>{status.name}</Fact>
          <Fact name={t('details.chain')} mono copy={copy(status.blockchainId, t('details.chain'))}>
            {status.blockchainId}
          </Fact>
          <Fact name={t('details.contract')} mono copy={copy(status.contract, t('details.contract'))}>
            {status.contract}
          </Fact>
          {status.notaries.map((address) => (
            <Fact key={address} name={t('details.notary')} mono copy={copy(address, t('details.notary'))}>
              {address}
            </Fact>
          ))}
          <Fact name={t('details.rule')}>
            {finality.rule === 'finalized'
              ? t('details.ruleFinalized')
              : t('details.ruleBlocks', { count: finality.blocks ?? 1 })}
          </Fact>
          {head === null ? null : (
            <>
              <Fact name={t('details.head')}>
                <span className="tabular">{head.number}</span>, <Time at={head.time} withSeconds />
              </Fact>
              <Fact name={t('details.finalHead')}>
                <span className="tabular">{head.finalNumber}</span>
              </Fact>
            </>
          )}
          <Fact name={t('details.evidence')}>
            {status.evidence.kinds.map((kind) => t(`details.evidence_${kind}`)).join(', ')}
          </Fact>
          <Fact name={t('details.seen')}>
            <Time at={status.seenAt} withSeconds />
          </Fact>
        </Facts>
      </div>
    </Disclosure>
  )
}
