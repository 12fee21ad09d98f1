import { useTranslation } from '../../texts/translation.js'
import { Badge } from '../../ui/feedback/badge.jsx'
import type { Delivery, Webhook } from './webhook.js'

/** Whether a webhook is enabled, and if not, why. */
export function StateBadge({ webhook: { enabled, disabledReason } }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  if (enabled) return <Badge tone="good">{t('states.on')}</Badge>
  const reason = disabledReason ?? 'owner'
  return <Badge tone={reason === 'owner' ? 'plain' : 'bad'}>{t(`states.${reason}`)}</Badge>
}

const tones = { waiting: 'waiting', delivered: 'good', failed: 'bad', cancelled: 'plain' } as const

/** State of a delivery. */
export function DeliveryBadge({ state }: { state: Delivery['state'] }) {
  const { t } = useTranslation('webhooks')
  return <Badge tone={tones[state]}>{t(`log.filters.${state}`)}</Badge>
}
