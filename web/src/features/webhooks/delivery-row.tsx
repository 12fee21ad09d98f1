import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../texts/translation.js'
import { cn } from '../../ui/classes.js'
import { RelativeTime } from '../../ui/values/time.jsx'
import { DeliveryBadge } from './badges.jsx'
import type { Delivery } from './webhook.js'

interface DeliveryRowProps {
  webhookId: string
  delivery: Delivery
  /** It opens beside the webhook, not on its page. Whether it is open there. */
  inPane: { isOpen: boolean } | undefined
}

/** A delivery in a list. The whole row is its link. Its list is a container: `@container`. */
export function DeliveryRow({ webhookId: id, delivery, inPane }: DeliveryRowProps) {
  const { t } = useTranslation('webhooks')
  const { event, state, attempts, lastAttempt, nextAttemptAt, createdAt } = delivery
  const subject = (delivery.payload as { data?: { name?: string } }).data?.name
  const link = { 'data-row-link': '', className: 'font-medium outline-none before:absolute before:inset-0' }
  const name = t(`events.${event}.name`)
  return (
    <li
      className={cn(
        'relative grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-sunken/60 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 has-[a:focus-visible]:outline-wood @2xl:grid-cols-[minmax(0,1fr)_8rem_12rem_8.5rem]',
        inPane?.isOpen && 'shadow-[inset_3px_0_var(--wood)]',
      )}
    >
      <span className="min-w-0">
        {inPane ? (
          <Link
            to="/webhooks/$id"
            params={{ id }}
            search={{ open: delivery.id }}
            resetScroll={false}
            aria-current={inPane.isOpen ? 'true' : undefined}
            {...link}
          >
            {name}
          </Link>
        ) : (
          <Link to="/webhooks/$id/deliveries/$deliveryId" params={{ id, deliveryId: delivery.id }} {...link}>
            {name}
          </Link>
        )}
        {event === 'test' ? null : <span className="block truncate text-sm text-soft">{subject}</span>}
      </span>
      <span className="text-end @2xl:text-start">
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
