import type { ProofDocument } from '@tallystick/proof'
import type { Client, Payload } from './client.js'

type Found = Payload<'get', '/hash'>
/** A stamp with all its details. */
export type StampDetails = Extract<Found, { code: string }>
/** A stamp in a list. */
export type StampItem = Extract<Found, { files: unknown }>['files'][number]

/** A page of a list. */
export interface Page<Item> {
  items: Item[]
  count: number
  /** Start of the next page; null on the last one. */
  cursor: string | null
}

/**
 * Finds a stamp, or a file's record, by code, hash or transaction ID. Of a hash with two stamps the own one; `otherCode` names the
 * other. Metadata of others' stamps is empty unless they have published it.
 * @throws ServiceError 404 `stamp_not_found`
 */
export async function getStamp(client: Client, id: string): Promise<StampDetails> {
  return (await client.get('/hash', { params: { query: { id } } })) as StampDetails
}

/** What {@link publishStamp} changes; what is left out stays. */
export interface StampPublication {
  /** False makes a private stamp public, which cannot be undone. */
  isPrivate?: boolean
  /** True shows metadata and owner to everyone who sees the stamp. False hides them again, from all who have not kept them. */
  publicDetails?: boolean
}

/**
 * Makes an own stamp or its details public.
 * @throws ServiceError 404 `stamp_not_found`; 409 `hash_is_public` when the hash has a public stamp, `stamp_stays_public`
 */
export async function publishStamp(client: Client, code: string, body: StampPublication): Promise<StampDetails> {
  return (await client.patch('/hash/{code}', { params: { path: { code } }, body })) as StampDetails
}

/** Filters of {@link listStamps}. */
export interface StampQuery {
  limit?: number
  cursor?: string
  /** True: in a block; false: not yet. */
  status?: boolean
  /** Text in code or name. */
  search?: string
  /** True: private stamps only; false: public stamps only. */
  isPrivate?: boolean
}

/** Lists the account's stamps, newest first. */
export async function listStamps(client: Client, query: StampQuery = {}): Promise<Page<StampItem>> {
  const start = query.cursor === undefined ? { page: 1 } : {}
  const { data, headers } = await client.answer('get', '/hash', {
    params: { query: { limit: 50, ...start, ...query } },
  })
  const { files, count } = data as Extract<Found, { files: unknown }>
  return { items: files, count, cursor: headers.get('next-cursor') }
}

/**
 * Returns the proof of a stamp in the current state of its anchor.
 * @throws ServiceError 404 `stamp_not_found`
 */
export async function getProof(client: Client, code: string): Promise<ProofDocument> {
  return (await client.get('/hash/{code}/proof', { params: { path: { code } } })) as unknown as ProofDocument
}
