import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePortalSettings } from '../../base/portal-settings.js'
import { client } from '../../session/client.js'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { MessageDrawing } from '../../ui/drawings/empty.jsx'
import { EmptyState } from '../../ui/feedback/empty-state.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.jsx'
import { useListKeys } from '../../ui/keys/row-keys.js'
import { DeliveryRow } from './delivery-row.jsx'
import { type Delivery, keys } from './webhook.js'

const filters = ['all', 'waiting', 'delivered', 'failed', 'cancelled'] as const
type Filter = (typeof filters)[number]

interface DeliveryLogProps {
  webhookId: string
  /** Deliveries open beside the log, not on their pages. Which is open there. */
  pane: { open: string | undefined } | undefined
}

/** Log of deliveries, past and pending; refreshes itself. */
export function DeliveryLog({ webhookId: id, pane }: DeliveryLogProps) {
  const { t } = useTranslation(['webhooks', 'common'])
  const [filter, setFilter] = useState<Filter>('all')
  const days = usePortalSettings()?.webhookLogDays
  const log = useInfiniteQuery({
    queryKey: keys.deliveries(id, filter),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => pageOf(id, filter, pageParam),
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: 5000,
  })
  const rows = useListKeys<HTMLUListElement>()
  const deliveries = log.data?.pages.flatMap((page) => page.deliveries)
  return (
    <section aria-labelledby="deliveries" className="@container">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="deliveries" className="text-lg font-semibold">
            {t('log.title')}
          </h2>
          <p className="mt-0.5 text-soft">{days === undefined ? null : t('log.text', { count: days })}</p>
        </div>
        <Filters value={filter} onChange={setFilter} />
      </div>
      {log.isPending ? <SkeletonRows label={t('log.loading')} /> : null}
      {log.error ? <ErrorNotice title={t('log.failed')} error={log.error} onRetry={log.refetch} /> : null}
      {deliveries?.length === 0 ? (
        filter === 'all' ? (
          <EmptyState drawing={<MessageDrawing />} title={t('log.empty.title')} text={t('log.empty.text')} />
        ) : (
          <p className="rounded-xl border border-line bg-raised p-4 text-soft">{t('log.emptyFilter')}</p>
        )
      ) : null}
      {deliveries?.length ? (
        <ul
          ref={rows.ref}
          onKeyDown={rows.onKeyDown}
          className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-raised"
        >
          {deliveries.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              webhookId={id}
              delivery={delivery}
              inPane={pane ? { isOpen: delivery.id === pane.open } : undefined}
            />
          ))}
        </ul>
      ) : null}
      {log.hasNextPage ? (
        <Button className="mx-auto mt-4 flex" busy={log.isFetchingNextPage} onClick={() => log.fetchNextPage()}>
          {t('common:more')}
        </Button>
      ) : null}
    </section>
  )
}

async function pageOf(
  id: string,
  filter: Filter,
  cursor: string | undefined,
): Promise<{ deliveries: Delivery[]; next: string | null }> {
  const query = { limit: 20, ...(filter === 'all' ? {} : { state: filter }), ...(cursor ? { cursor } : {}) }
  const { data, headers } = await client.answer('get', '/v2/webhooks/{id}/deliveries', {
    params: { path: { id }, query },
  })
  return { deliveries: data.deliveries, next: headers.get('next-cursor') }
}

function Filters({ value, onChange }: { value: Filter; onChange: (value: Filter) => void }) {
  const { t } = useTranslation('webhooks')
  return (
    <fieldset className="flex flex-wrap gap-1.5 sm:gap-1 sm:rounded-lg sm:bg-sunken sm:p-1">
      <legend className="sr-only">{t('log.filter')}</legend>
      {filters.map((filter) => (
        <Button
          key={filter}
          size="small"
          look="quiet"
          aria-pressed={filter === value}
          className="border border-edge/60 text-soft aria-pressed:border-ink aria-pressed:bg-raised aria-pressed:text-ink sm:border-transparent sm:aria-pressed:border-transparent sm:aria-pressed:shadow-card"
          onClick={() => onChange(filter)}
        >
          {t(`log.filters.${filter}`)}
        </Button>
      ))}
    </fieldset>
  )
}
