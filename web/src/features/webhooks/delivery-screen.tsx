import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from '../../texts/translation.js'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.jsx'
import { Card } from '../../ui/frame/card.jsx'
import { PageHeader } from '../../ui/frame/page-header.jsx'
import { DeliveryBadge } from './badges.jsx'
import { AttemptList, DeliveryFacts, ResendButton } from './delivery-parts.jsx'
import { deliveryQuery } from './webhook.js'

/** A delivery with all its attempts; refreshes itself while pending. */
export function DeliveryScreen() {
  const { t } = useTranslation('webhooks')
  const { id, deliveryId } = useParams({ from: '/member/webhooks/$id/deliveries/$deliveryId' })
  const delivery = useQuery(deliveryQuery(id, deliveryId))
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
        actions={<ResendButton webhookId={id} deliveryId={deliveryId} />}
      />
      <div className="flex flex-col gap-6">
        <AttemptList
          log={log}
          heading="h2"
          className="not-first:mt-4 rounded-2xl border border-line bg-raised p-4 shadow-card"
        />
        <Card title={t(`events.${event}.name`)} text={t(`events.${event}.text`)}>
          <DeliveryFacts delivery={delivery.data} />
        </Card>
      </div>
    </>
  )
}
