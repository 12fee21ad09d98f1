import type { Run, RunDetails, StampExportOptions } from '@tallystick/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from '../../session/client.js'
import type { ServiceLanguage } from '../../texts/languages.js'
import type { StampFilters } from './stamp-queries.js'

/** Documents that were stamped together. */
export type KeptRun = Run

/** A document of a run that couldn't be stamped; its reason is the code of an error, or `unreadable`. */
export type RunFailure = RunDetails['failures'][number]

/** A stamp of a run, by its code or, as answers for many name them, its id. */
export type RunMember = ({ code: string } | { id: string }) & { folder?: string }

/** Stamps to act on: these, or all that a list's filters match. */
export type Select = { codes: string[] } | { filter: StampFilters }

/** Most stamps that a selection may name one by one. */
export const selectMax = 1_000

/** Lists the account's runs, newest first. */
export function runListQuery() {
  return infiniteQueryOptions({
    queryKey: ['stamps', 'runs', 'list'],
    queryFn: ({ pageParam: page }) => client.get('/hash/runs', { params: { query: { page, limit: 100 } } }),
    initialPageParam: 1,
    getNextPageParam: ({ count }, _, page) => (page * 100 < count ? page + 1 : null),
  })
}

/** Reads a run and what failed in it. */
export function runQuery(id: string) {
  return queryOptions({
    queryKey: ['stamps', 'runs', 'one', id],
    queryFn: () => client.get('/hash/runs/{id}', { params: { path: { id } } }),
  })
}

/** Starts a run. */
export function createRun(run: { name?: string; isPrivate: boolean }): Promise<KeptRun> {
  return client.post('/hash/runs', { body: run })
}

/** Names a run. */
export function renameRun(id: string, name: string): Promise<KeptRun> {
  return client.patch('/hash/runs/{id}', { params: { path: { id } }, body: { name } })
}

/** Adds stamps to a run; repeating is harmless. Failures replace those that it had. */
export function addToRun(id: string, added: { items: RunMember[]; failures?: RunFailure[] }): Promise<unknown> {
  return client.post('/hash/runs/{id}/stamps', { params: { path: { id } }, body: added })
}

/** Lists the account's tags. */
export function tagsQuery() {
  return queryOptions({
    queryKey: ['stamps', 'tags'],
    queryFn: () => client.get('/hash/tags'),
  })
}

/** The account's newest end users; the page on all of them leads to the stamps of each. */
export const someEndUsersQuery = queryOptions({
  queryKey: ['end-users', 'newest'],
  queryFn: () => client.get('/v2/enroll-user', { params: { query: { page: 1, limit: 100 } } }),
})

/** Changes the tags of stamps, or the note of one. */
export function changeLabels(change: {
  select: Select
  addTags?: string[]
  removeTags?: string[]
  note?: string
}): Promise<{ changed: number }> {
  return client.post('/hash/labels', { body: change })
}

/** Files of a ZIP with proofs. */
export type ProofPart = NonNullable<StampExportOptions['parts']>[number]

/** Kinds of download: proofs, lists, and one certificate for all. */
export type ExportFormat = StampExportOptions['format']

/** Prepares a download and returns its address, good for ten minutes. */
export async function prepareExport(wanted: {
  select: Select
  format: ExportFormat
  parts?: ProofPart[]
  language: ServiceLanguage
}): Promise<string> {
  return (await client.post('/hash/exports', { body: wanted })).url
}
