import type { Client, Payload } from './client.js'
import type { operations } from './generated/openapi.js'
import { List, type ListQuery, pageOf } from './list.js'
import type { RequestOptions } from './request-options.js'

/** A webhook. */
export type Webhook = Payload<'get', '/v2/webhooks/{id}'>
/** A webhook with its signing secret, which is shown only once. */
export type NewWebhook = Payload<'post', '/v2/webhooks'>
/** A delivery in a list. */
export type Delivery = Payload<'get', '/v2/webhooks/{id}/deliveries'>['deliveries'][number]
/** A delivery with every attempt. */
export type DeliveryDetails = Payload<'get', '/v2/webhooks/{id}/deliveries/{deliveryId}'>
/** The fields of a new webhook. */
export type WebhookFields = operations['createWebhook']['requestBody']['content']['application/json']
/** Changes to a webhook. */
export type WebhookChanges = operations['updateWebhook']['requestBody']['content']['application/json']

/** The webhooks of the account, and what they have delivered. */
export class Webhooks {
  private readonly client: Client

  constructor(client: Client) {
    this.client = client
  }

  /** Registers an address. Save the `secret` of the answer, with which `verifyWebhook` verifies deliveries. */
  create(body: WebhookFields, { signal }: RequestOptions = {}): Promise<NewWebhook> {
    return this.client.post('/v2/webhooks', { body, signal: signal ?? null })
  }

  /** Lists the webhooks. */
  list({ signal }: RequestOptions = {}): List<Webhook> {
    return new List(async (start) => {
      const params = { query: { limit: 100, ...start } }
      const answer = await this.client.answer('get', '/v2/webhooks', { params, signal: signal ?? null })
      return pageOf(answer, answer.data.webhooks)
    })
  }

  /** Reads a webhook. @throws {ServiceError} 404 `webhook_not_found` */
  get(id: string, { signal }: RequestOptions = {}): Promise<Webhook> {
    return this.client.get('/v2/webhooks/{id}', { params: { path: { id } }, signal: signal ?? null })
  }

  /** Changes a webhook, enables or disables it. */
  update(id: string, body: WebhookChanges, { signal }: RequestOptions = {}): Promise<Webhook> {
    return this.client.patch('/v2/webhooks/{id}', { params: { path: { id } }, body, signal: signal ?? null })
  }

  /** Deletes a webhook with its log. */
  async delete(id: string, { signal }: RequestOptions = {}): Promise<void> {
    await this.client.delete('/v2/webhooks/{id}', { params: { path: { id } }, signal: signal ?? null })
  }

  /** Makes a new secret. The old one signs, too, for another 24 hours. */
  rotate(id: string, { signal }: RequestOptions = {}): Promise<NewWebhook> {
    return this.client.post('/v2/webhooks/{id}/rotate', { params: { path: { id } }, signal: signal ?? null })
  }

  /** Sends a test event. */
  test(id: string, { signal }: RequestOptions = {}): Promise<Delivery> {
    return this.client.post('/v2/webhooks/{id}/test', { params: { path: { id } }, signal: signal ?? null })
  }

  /** Lists the deliveries in the log, newest first. The service's operator sets how long it keeps them. */
  deliveries(
    id: string,
    query: ListQuery<operations['listDeliveries']> = {},
    { signal }: RequestOptions = {},
  ): List<Delivery> {
    return new List(async (start) => {
      const params = { path: { id }, query: { limit: 100, ...query, ...start } }
      const path = '/v2/webhooks/{id}/deliveries'
      const answer = await this.client.answer('get', path, { params, signal: signal ?? null })
      return pageOf(answer, answer.data.deliveries)
    })
  }

  /** Reads a delivery with every attempt. */
  delivery(id: string, deliveryId: string, { signal }: RequestOptions = {}): Promise<DeliveryDetails> {
    const params = { path: { id, deliveryId } }
    return this.client.get('/v2/webhooks/{id}/deliveries/{deliveryId}', { params, signal: signal ?? null })
  }

  /** Sends a delivery again. */
  redeliver(id: string, deliveryId: string, { signal }: RequestOptions = {}): Promise<Delivery> {
    const params = { path: { id, deliveryId } }
    return this.client.post('/v2/webhooks/{id}/deliveries/{deliveryId}/redeliver', { params, signal: signal ?? null })
  }

  /** Sends everything again that failed or was cancelled since a time. @returns how many deliveries */
  async recover(id: string, since: Date, { signal }: RequestOptions = {}): Promise<number> {
    const options = { params: { path: { id } }, body: { since: since.toISOString() }, signal: signal ?? null }
    return (await this.client.post('/v2/webhooks/{id}/recover', options)).recovered
  }
}
