import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../ui/relative-time.jsx'
import { DeliveryBadge } from './state-badge.jsx'
import type { Delivery } from './webhook.js'

/** A delivery in the log; all of it is the link. */
export function DeliveryRow({ webhookId, delivery }: { webhookId: string; delivery: Delivery }) {
  const { t } = useTranslation('webhooks')
  const { event, state, attempts, lastAttempt, nextAttemptAt, createdAt } = delivery
  const subject = (delivery.payload as { data?: { name?: string } }).data?.name
  return (
    <li className="relative grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-sunken/60 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 has-[a:focus-visible]:outline-wood sm:grid-cols-[minmax(0,1fr)_10rem_9rem_8.5rem]">
      <span className="min-w-0">
        <Link
          to="/webhooks/$id/deliveries/$deliveryId"
          params={{ id: webhookId, deliveryId: delivery.id }}
          className="font-medium outline-none before:absolute before:inset-0"
        >
          {t(`events.${event}.name`)}
        </Link>
        {event === 'test' ? null : <span className="block truncate text-sm text-soft">{subject}</span>}
      </span>
      <span className="text-end sm:text-start">
        <DeliveryBadge state={state} />
      </span>
      <span className="text-sm text-soft">
        {lastAttempt === null ? t('log.none') : (lastAttempt.responseStatus ?? t('log.noAnswer'))}
        {attempts > 1 ? ` · ${t('log.attempts', { count: attempts })}` : ''}
      </span>
      <span className="text-end text-sm text-soft">
        {state === 'waiting' && nextAttemptAt !== null && attempts > 0 ? (
          <>
            <span className="sr-only">{t('delivery.next')}: </span>
            {Date.parse(nextAttemptAt) > Date.now() ? <RelativeTime at={nextAttemptAt} /> : t('delivery.soon')}
          </>
        ) : (
          <RelativeTime at={lastAttempt?.at ?? createdAt} />
        )}
      </span>
    </li>
  )
}
