import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../texts/translation.js'
import { PaneContent } from '../../ui/frame/pane-content.jsx'
import { panePart, SidePane } from '../../ui/frame/side-pane.jsx'
import { DeliveryBadge } from './badges.jsx'
import { AttemptList, DeliveryFacts, ResendButton } from './delivery-parts.jsx'
import { type DeliveryDetails, deliveryQuery } from './webhook.js'

interface DeliveryPaneProps {
  webhookId: string
  deliveryId: string
  onClose: () => void
}

/** The open delivery beside its webhook. */
export function DeliveryPane({ webhookId, deliveryId, onClose }: DeliveryPaneProps) {
  const { t } = useTranslation('webhooks')
  const query = useQuery(deliveryQuery(webhookId, deliveryId))
  return (
    <SidePane
      label={t('pane.delivery')}
      state={query.data ? <DeliveryBadge state={query.data.state} /> : null}
      close={t('pane.close')}
      onClose={onClose}
    >
      <PaneContent query={query} missing={t('delivery.missing')} failed={t('delivery.failed')}>
        {(delivery) => <Content webhookId={webhookId} delivery={delivery} />}
      </PaneContent>
    </SidePane>
  )
}

function Content({ webhookId, delivery }: { webhookId: string; delivery: DeliveryDetails }) {
  const { t } = useTranslation('webhooks')
  const { id, event } = delivery
  return (
    <>
      <section className={panePart}>
        <div>
          <h2 className="text-lg font-semibold">{t(`events.${event}.name`)}</h2>
          <p className="mt-1 text-soft">{t(`events.${event}.text`)}</p>
        </div>
        <ResendButton webhookId={webhookId} deliveryId={id} />
        <Link
          to="/webhooks/$id/deliveries/$deliveryId"
          params={{ id: webhookId, deliveryId: id }}
          className="link self-start"
        >
          {t('pane.page')}
        </Link>
      </section>
      <AttemptList log={delivery.log} heading="h3" className="border-t border-line p-4" />
      <section className={panePart}>
        <DeliveryFacts delivery={delivery} />
      </section>
    </>
  )
}
