import type { Payload } from 'tallystick/client'

/** A webhook as its owner sees it. */
export type Webhook = Payload<'get', '/v2/webhooks/{id}'>

/** A delivery with its newest attempt. */
export type Delivery = Payload<'get', '/v2/webhooks/{id}/deliveries'>['deliveries'][number]

/** One attempt to deliver. */
export type Attempt = NonNullable<Delivery['lastAttempt']>

/** What a webhook can be called for. */
export type Action = Webhook['action'][number]

/** In the order they are offered. */
export const actions: readonly Action[] = ['hash.succeed', 'hash.failed', 'hash.reorged']

/** What a webhook is called in lists: what its owner says it is for, else where it leads. */
export function nameOf({ description, redirectUrl }: Pick<Webhook, 'description' | 'redirectUrl'>): string {
  return description === '' ? new URL(redirectUrl).host : description
}

/** Query keys: all there is about webhooks, about one, and about a delivery. */
export const keys = {
  all: ['webhooks'] as const,
  list: ['webhooks', 'list'] as const,
  one: (id: string) => ['webhooks', id] as const,
  recent: (id: string) => ['webhooks', id, 'recent'] as const,
  deliveries: (id: string, state: string) => ['webhooks', id, 'deliveries', state] as const,
  delivery: (id: string, deliveryId: string) => ['webhooks', id, 'delivery', deliveryId] as const,
}
