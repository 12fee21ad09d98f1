import type { ProofDocument, ProofWitness } from '@tallystick/proof'
import type { Page, StampDetails, StampItem } from '@tallystick/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from '../../session/client.js'

/** The fields of an own stamp that lists show. */
export interface StampSummary
  extends Pick<StampItem, '_id' | 'name' | 'code' | 'hash' | 'isPrivate' | 'createdAt' | 'state'> {
  /** Time of its block; null while there is none. */
  blockTime: string | null
  tags: readonly string[]
  /** The run it was stamped in, and its folder there; both may be empty. */
  run: { id: string; name: string; folder: string } | null
}

/** Filters of a list, as the API takes them; empty: all stamps. */
export interface StampFilters {
  search?: string
  /** States, separated by commas. */
  state?: string
  isPrivate?: boolean
  /** Instants of receipt, RFC 3339: the first is included, the last isn't. */
  from?: string
  to?: string
  tag?: string
  /** Id of a run. */
  run?: string
  /** The integrator's ID of an end user. */
  userId?: string
}

/** Order of a list. */
export interface StampOrder {
  sort: 'received' | 'blockTime' | 'name' | 'code'
  order: 'asc' | 'desc'
}

const pageItems = 100

/** Reads a page of stamps: the first, or the one at a cursor. */
async function readStamps(
  filters: StampFilters & Partial<StampOrder>,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<Page<StampSummary>> {
  const start = cursor === null ? { page: 1 } : { cursor }
  const params = { query: { limit: pageItems, ...filters, ...start } }
  const { data, headers } = await client.answer('get', '/hash', { params, ...(signal && { signal }) })
  const { files, count } = data as Extract<typeof data, { files: unknown }>
  return { items: files.map(summaryOf), count, cursor: headers.get('next-cursor') }
}

/** Keeps what lists show: there may be a hundred thousand. */
function summaryOf({
  _id,
  name,
  code,
  hash,
  isPrivate,
  createdAt,
  state,
  blockTime,
  tags,
  run,
}: StampItem): StampSummary {
  return {
    _id,
    name,
    code,
    hash,
    isPrivate,
    createdAt,
    state,
    blockTime: blockTime ?? null,
    tags: tags ?? [],
    run: run ?? null,
  }
}

/** Lists the account's stamps, newest first unless an order is given. */
export function stampListQuery(filters: StampFilters, order?: StampOrder) {
  return infiniteQueryOptions({
    queryKey: ['stamps', 'list', filters, order],
    queryFn: ({ pageParam, signal }) => readStamps({ ...filters, ...order }, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
  })
}

/** Reads all stamps of a list, page by page. */
export async function* eachStamp(filters: StampFilters): AsyncGenerator<StampSummary> {
  let cursor: string | null = null
  do {
    const page: Page<StampSummary> = await readStamps(filters, cursor)
    yield* page.items
    cursor = page.cursor
  } while (cursor !== null)
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
