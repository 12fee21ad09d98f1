import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../../base/queries.js'
import { client } from '../../session/client.js'
import { Button } from '../../ui/button.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { useErrorText } from '../../ui/feedback/error-text.js'
import { SkeletonRows } from '../../ui/feedback/skeleton.jsx'
import { showToast } from '../../ui/feedback/toast.jsx'
import { Card } from '../../ui/frame/card.jsx'
import { Disclosure } from '../../ui/frame/disclosure.jsx'
import { PageHeader } from '../../ui/frame/page-header.jsx'
import { CodeBlock } from '../../ui/values/code-block.jsx'
import { Fact, Facts } from '../../ui/values/facts.jsx'
import { RelativeTime, Time } from '../../ui/values/time.jsx'
import { AttemptCard } from './attempt-card.jsx'
import { DeliveryBadge } from './badges.jsx'
import { type Delivery, keys } from './webhook.js'

/** A delivery with all its attempts; refreshes itself while pending. */
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

/** Shows a delivery's subject, its next attempt, and its payload. */
function DeliveryFacts({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('webhooks')
  const { id, event, state, attempts, nextAttemptAt, createdAt, payload } = delivery
  return (
    <Card title={t(`events.${event}.name`)} text={t(`events.${event}.text`)}>
      <Facts>
        {state === 'waiting' && nextAttemptAt !== null ? (
          <Fact name={t('delivery.next')}>
            {Date.parse(nextAttemptAt) > Date.now() ? <RelativeTime at={nextAttemptAt} /> : t('delivery.soon')}
            {attempts > 0 ? <span className="block text-sm text-soft">{t('delivery.retried')}</span> : null}
          </Fact>
        ) : null}
        <Fact name={t('delivery.made')}>
          <Time at={createdAt} withSeconds />
        </Fact>
        <Fact name={t('delivery.number')} mono copy={{ text: id, label: t('delivery.copyNumber') }}>
          {id}
        </Fact>
      </Facts>
      <Disclosure title={t('delivery.body')} className="mt-2">
        <CodeBlock
          label={t('delivery.body')}
          text={JSON.stringify(payload, null, 2)}
          copyLabel={t('delivery.copyBody')}
        />
      </Disclosure>
    </Card>
  )
}
