import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../../base/queries.js'
import { client } from '../../session/client.js'
import { Button } from '../../ui/button.jsx'
import { ErrorNotice } from '../../ui/error-notice.jsx'
import { useErrorText } from '../../ui/error-text.js'
import { PageHeader } from '../../ui/page-header.jsx'
import { SkeletonRows } from '../../ui/skeleton.jsx'
import { showToast } from '../../ui/toast.jsx'
import { AttemptCard } from './attempt-card.jsx'
import { DeliveryFacts } from './delivery-facts.jsx'
import { DeliveryBadge } from './state-badge.jsx'
import { keys } from './webhook.js'

/** One delivery with every attempt; watches while it is under way. */
export function DeliveryScreen() {
  const { t } = useTranslation('webhooks')
  const { id, deliveryId } = useParams({ from: '/member/webhooks/$id/deliveries/$deliveryId' })
  const errorText = useErrorText()
  const path = { id, deliveryId }
  const delivery = useQuery({
    queryKey: keys.delivery(id, deliveryId),
    queryFn: () => client.get('/v2/webhooks/{id}/deliveries/{deliveryId}', { params: { path } }),
    refetchInterval: (query) => (query.state.data?.state === 'waiting' ? 1000 : false),
  })
  const again = useMutation({
    mutationFn: () => client.post('/v2/webhooks/{id}/deliveries/{deliveryId}/redeliver', { params: { path } }),
    onSuccess: async () => {
      showToast({ title: t('delivery.againDone') })
      await queryClient.invalidateQueries({ queryKey: keys.one(id) })
    },
    onError: (error) => showToast({ title: t('delivery.againFailed'), text: errorText(error), tone: 'bad' }),
  })
  const above = (
    <Link to="/webhooks/$id" params={{ id }} className="link">
      {t('log.title')}
    </Link>
  )
  if (!delivery.data) {
    return (
      <>
        <PageHeader title={t('log.title')} above={above} />
        {delivery.error ? (
          <ErrorNotice title={t('delivery.failed')} error={delivery.error} onRetry={delivery.refetch} />
        ) : (
          <SkeletonRows label={t('delivery.loading')} />
        )}
      </>
    )
  }
  const { event, state, log } = delivery.data
  return (
    <>
      <PageHeader
        title={t(`events.${event}.name`)}
        text={<DeliveryBadge state={state} />}
        above={above}
        actions={
          <Button busy={again.isPending} onClick={() => again.mutate()}>
            <RotateCcw aria-hidden="true" />
            {t('delivery.again')}
          </Button>
        }
      />
      <div className="flex flex-col gap-6">
        <section aria-label={t('delivery.attempts')} aria-live="polite" className="flex flex-col gap-4">
          {log.length === 0 ? <p className="text-soft">{t('delivery.notYet')}</p> : null}
          {log.toReversed().map((attempt) => (
            <AttemptCard key={attempt.number} attempt={attempt} />
          ))}
        </section>
        <DeliveryFacts delivery={delivery.data} />
      </div>
    </>
  )
}
