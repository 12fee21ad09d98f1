import type { Client, Payload } from '../client.js'
import type { RequestOptions } from '../request-options.js'

/** Reserved codes with the addresses of their public pages, and when unused ones expire. */
export type CodeReservation = Payload<'post', '/hash/codes'>

/** Reserves codes for stamps to come. */
export function reserveCodes(client: Client, count: number, { signal }: RequestOptions): Promise<CodeReservation> {
  return client.post('/hash/codes', { body: { count }, signal: signal ?? null })
}
