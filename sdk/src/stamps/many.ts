import type { Client, Payload } from '../client.js'
import type { operations } from '../generated/openapi.js'
import type { RequestOptions } from '../request-options.js'

type Body<Operation extends 'labelStamps' | 'exportStamps'> =
  operations[Operation]['requestBody']['content']['application/json']

/** Changes to tags and notes, and the stamps they are of. */
export type StampLabels = Body<'labelStamps'>
/** Which stamps are exported, and how. */
export type StampExportOptions = Body<'exportStamps'>
/** An export that can be downloaded, from a path of the service, without a token. */
export type StampExport = Payload<'post', '/hash/exports'>

/** Changes tags and notes of stamps. Returns how many changed. */
export async function labelStamps(client: Client, body: StampLabels, { signal }: RequestOptions): Promise<number> {
  return (await client.post('/hash/labels', { body, signal: signal ?? null })).changed
}

/** Prepares the download of stamps. */
export function exportStamps(
  client: Client,
  body: StampExportOptions,
  { signal }: RequestOptions,
): Promise<StampExport> {
  return client.post('/hash/exports', { body, signal: signal ?? null })
}
