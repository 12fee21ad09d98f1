import type { ProofDocument, ProofWitness } from '@tallystick/proof'
import type { Page, StampDetails, StampItem } from '@tallystick/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from '../../session/client.js'

/** The fields of a stamp that lists show. */
export type StampSummary = Pick<StampItem, '_id' | 'name' | 'code' | 'hash' | 'isPrivate' | 'createdAt' | 'state'>

/** Filters of a list; empty: all stamps. */
export interface StampFilters {
  search?: string
  status?: boolean
  isPrivate?: boolean
}

/** Reads a page of stamps: the first, or the one at a cursor. */
async function readStamps(
  filters: StampFilters & { limit?: number },
  cursor: string | null,
): Promise<Page<StampSummary>> {
  const start = cursor === null ? { page: 1 } : { cursor }
  const params = { query: { limit: 50, ...filters, ...start } }
  const { data, headers } = await client.answer('get', '/hash', { params })
  const { files, count } = data as Extract<typeof data, { files: unknown }>
  return { items: files, count, cursor: headers.get('next-cursor') }
}

/** Lists the account's stamps, newest first. */
export function stampListQuery(filters: StampFilters) {
  return infiniteQueryOptions({
    queryKey: ['stamps', 'list', filters],
    queryFn: ({ pageParam }) => readStamps(filters, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
  })
}

/** Reads a stamp by code, hash or transaction ID. */
export function stampQuery(id: string) {
  return queryOptions({
    queryKey: ['stamps', 'one', id],
    queryFn: async () => (await client.get('/hash', { params: { query: { id } } })) as StampDetails,
  })
}

/** Reads who outside of the chain has witnessed a stamp, from its proof: it grows, so this is asked again. */
export function witnessesQuery(code: string) {
  return queryOptions({
    queryKey: ['stamps', 'witnesses', code],
    queryFn: async (): Promise<readonly ProofWitness[]> => {
      const response = await client.fetch(`/hash/${code}/proof`)
      return ((await response.json()) as ProofDocument).witnesses ?? []
    },
    refetchInterval: 60_000,
  })
}

/** Counts all stamps and the pending ones. */
export function stampCountsQuery() {
  const count = async (status?: boolean) => {
    return (await readStamps({ limit: 1, ...(status === undefined ? {} : { status }) }, null)).count
  }
  return queryOptions({
    queryKey: ['stamps', 'counts'],
    queryFn: async () => {
      const [all, waiting] = await Promise.all([count(), count(false)])
      return { all, waiting, inChain: Math.max(0, all - waiting) }
    },
  })
}
