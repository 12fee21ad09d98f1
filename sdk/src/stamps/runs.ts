import type { Client, Payload } from '../client.js'
import type { operations } from '../generated/openapi.js'
import { List, pageOf } from '../list.js'
import type { RequestOptions } from '../request-options.js'

/** Documents stamped in one go. */
export type Run = Payload<'post', '/hash/runs'>
/** A run with the documents that have no stamp. */
export type RunDetails = Payload<'get', '/hash/runs/{id}'>
/** A new run. */
export type NewRun = operations['createRun']['requestBody']['content']['application/json']
/** Stamps to add to a run, and its documents without one. */
export type RunAdditions = operations['addToRun']['requestBody']['content']['application/json']

/** Creates a run. */
export function createRun(client: Client, body: NewRun, { signal }: RequestOptions): Promise<Run> {
  return client.post('/hash/runs', { body, signal: signal ?? null })
}

/** Adds stamps to a run. */
export function addToRun(client: Client, id: string, body: RunAdditions, { signal }: RequestOptions): Promise<Run> {
  return client.post('/hash/runs/{id}/stamps', { params: { path: { id } }, body, signal: signal ?? null })
}

/** Reads a run. */
export function findRun(client: Client, id: string, { signal }: RequestOptions): Promise<RunDetails> {
  return client.get('/hash/runs/{id}', { params: { path: { id } }, signal: signal ?? null })
}

/** Lists the account's runs, newest first. */
export function listRuns(client: Client, { signal }: RequestOptions): List<Run> {
  return new List(async (start) => {
    const answer = await client.answer('get', '/hash/runs', {
      params: { query: { limit: 100, ...start } },
      signal: signal ?? null,
    })
    return pageOf(answer, answer.data.runs)
  })
}
