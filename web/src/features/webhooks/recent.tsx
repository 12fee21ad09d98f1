import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { client } from '../../session/client.js'
import { cn } from '../../ui/classes.js'
import { type Delivery, keys } from './webhook.js'

const shown = 20
const looks: Record<Delivery['state'], string> = {
  delivered: 'h-6 bg-moss',
  waiting: 'h-3 bg-amber',
  failed: 'h-6 bg-seal',
  cancelled: 'h-3 bg-edge/60',
}

/** How the last deliveries went: a notch for each, the newest at the right, and the same in words. */
export function Recent({ webhookId: id }: { webhookId: string }) {
  const { t } = useTranslation('webhooks')
  const recent = useQuery({
    queryKey: keys.recent(id),
    queryFn: () => client.get('/v2/webhooks/{id}/deliveries', { params: { path: { id }, query: { limit: shown } } }),
    refetchInterval: 10_000,
  })
  const deliveries = recent.data?.deliveries
  if (deliveries === undefined) return <div className="h-12 sm:w-52" />
  const done = deliveries.filter(({ state }) => state === 'delivered' || state === 'failed')
  const delivered = done.filter(({ state }) => state === 'delivered').length
  const troubled = deliveries.filter(({ state, attempts }) => state === 'waiting' && attempts > 0).length
  const words =
    done.length === 0
      ? troubled === 0
        ? t('recent.none')
        : null
      : delivered === done.length
        ? t('recent.all', { count: delivered })
        : t('recent.some', { delivered, count: done.length })
  return (
    <div className="sm:w-52">
      <div aria-hidden="true" className="flex h-6 items-end gap-1 border-b border-line">
        {deliveries.toReversed().map(({ id, state, attempts }) => (
          <span
            key={id}
            className={cn('w-1.5 rounded-t-sm', looks[state], state === 'waiting' && attempts > 0 && 'h-6')}
          />
        ))}
      </div>
      {words === null ? null : <p className="mt-1.5 text-sm text-soft">{words}</p>}
      {troubled === 0 ? null : (
        <p className="mt-1.5 text-sm font-medium text-amber">{t('recent.again', { count: troubled })}</p>
      )}
    </div>
  )
}
