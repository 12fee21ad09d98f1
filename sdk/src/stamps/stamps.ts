import { toHex } from '@tallystick/proof'
import type { Client, Payload } from '../client.js'
import type { operations } from '../generated/openapi.js'
import { List, type ListQuery, pageOf } from '../list.js'
import type { RequestOptions } from '../request-options.js'

type Found = Payload<'get', '/hash'>
/** A stamp with all its details. */
export type StampDetails = Extract<Found, { code: string }>
/** A stamp in a list. */
export type StampItem = Extract<Found, { files: unknown }>['files'][number]
/** A new stamp, as it is recorded. */
export type NewStamp = Payload<'post', '/hash'>

type Fields = operations['addStamp']['requestBody']['content']['application/json']

/** Details that a stamp records beside the hash. */
export interface StampOptions extends Omit<Fields, 'hash' | 'metaData'>, RequestOptions {}

/** Records a stamp of a hash. */
export function addStamp(
  client: Client,
  hash: string | Uint8Array,
  { signal, ...fields }: StampOptions,
): Promise<NewStamp> {
  const body = { hash: typeof hash === 'string' ? hash : toHex(hash), ...fields }
  return client.post('/hash', { body, signal: signal ?? null })
}

/** Finds a stamp, or a file's record, by code, hash or transaction ID. */
export async function findStamp(client: Client, id: string, { signal }: RequestOptions = {}): Promise<StampDetails> {
  return (await client.get('/hash', { params: { query: { id } }, signal: signal ?? null })) as StampDetails
}

/** Changes made by publishing a stamp; omitted fields stay. */
export interface StampPublication {
  /** False makes a private stamp public, which cannot be undone. */
  isPrivate?: boolean
  /** True shows metadata and owner to everyone who sees the stamp. False hides them again, except from anyone who kept them. */
  publicDetails?: boolean
}

/** Makes a stamp of the account or its details public. */
export async function publishStamp(
  client: Client,
  code: string,
  body: StampPublication,
  { signal }: RequestOptions,
): Promise<StampDetails> {
  const params = { path: { code } }
  return (await client.patch('/hash/{code}', { params, body, signal: signal ?? null })) as StampDetails
}

/** Filters of a list of stamps. */
export type StampQuery = Omit<ListQuery<operations['getStampOrListStamps']>, 'id' | 'hash'>

/** Lists the account's stamps, newest first; with `txid`, all of a transaction that the account sees. */
export function listStamps(client: Client, query: StampQuery, { signal }: RequestOptions): List<StampItem> {
  return new List(async (start) => {
    const params = { query: { limit: 100, ...query, ...start } }
    const { data, headers } = await client.answer('get', '/hash', { params, signal: signal ?? null })
    const found = data as Extract<Found, { files: unknown }>
    return pageOf({ data: found, headers }, found.files)
  })
}
