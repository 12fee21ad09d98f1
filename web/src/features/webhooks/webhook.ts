import type { Payload } from '@tallystick/sdk'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../session/client.js'

/** A webhook as its owner sees it. */
export type Webhook = Payload<'get', '/v2/webhooks/{id}'>

/** A delivery with all its attempts. */
export type DeliveryDetails = Payload<'get', '/v2/webhooks/{id}/deliveries/{deliveryId}'>

/** A delivery with its latest attempt. */
export type Delivery = Payload<'get', '/v2/webhooks/{id}/deliveries'>['deliveries'][number]

/** An attempt to deliver. */
export type Attempt = NonNullable<Delivery['lastAttempt']>

/** An event a webhook can subscribe to. */
export type Action = Webhook['action'][number]

/** In display order. */
export const actions: readonly Action[] = ['hash.succeed', 'hash.failed', 'hash.reorged']

/** Returns a webhook's name in lists: its description, else its host. */
export function nameOf({ description, redirectUrl }: Pick<Webhook, 'description' | 'redirectUrl'>): string {
  return description === '' ? new URL(redirectUrl).host : description
}

/** Query keys: all webhooks, one, and a delivery. */
export const keys = {
  all: ['webhooks'] as const,
  list: ['webhooks', 'list'] as const,
  one: (id: string) => ['webhooks', id] as const,
  recent: (id: string) => ['webhooks', id, 'recent'] as const,
  deliveries: (id: string, state: string) => ['webhooks', id, 'deliveries', state] as const,
  delivery: (id: string, deliveryId: string) => ['webhooks', id, 'delivery', deliveryId] as const,
}

/** Reads a webhook, again and again: failures may disable it meanwhile. */
export function webhookQuery(id: string) {
  return queryOptions({
    queryKey: keys.one(id),
    queryFn: () => client.get('/v2/webhooks/{id}', { params: { path: { id } } }),
    refetchInterval: 10_000,
  })
}

/** How many deliveries {@link recentQuery} reads. */
const recentMax = 20

/** Reads a webhook's newest deliveries, again and again. */
export function recentQuery(id: string) {
  return queryOptions({
    queryKey: keys.recent(id),
    queryFn: () =>
      client.get('/v2/webhooks/{id}/deliveries', { params: { path: { id }, query: { limit: recentMax } } }),
    refetchInterval: 10_000,
  })
}

/** Reads a delivery with all its attempts; again and again while it is pending. */
export function deliveryQuery(id: string, deliveryId: string) {
  return queryOptions({
    queryKey: keys.delivery(id, deliveryId),
    queryFn: () => client.get('/v2/webhooks/{id}/deliveries/{deliveryId}', { params: { path: { id, deliveryId } } }),
    refetchInterval: (query) => (query.state.data?.state === 'waiting' ? 1000 : false),
  })
}

/** Lists all webhooks. There are twenty at most. */
export const webhookListQuery = queryOptions({
  queryKey: keys.list,
  queryFn: () => client.get('/v2/webhooks', { params: { query: { limit: 100 } } }),
})
