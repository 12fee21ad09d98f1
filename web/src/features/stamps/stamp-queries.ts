import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { getStamp, listStamps, type Page, type StampItem } from 'tallystick/stamps'
import { client } from '../../session/client.js'

/** What lists show of a stamp. */
export type StampLine = Pick<StampItem, '_id' | 'name' | 'code' | 'hash' | 'isPrivateBc' | 'createdAt' | 'state'>

/** Which stamps a list shows; empty: all. */
export interface StampFilters {
  search?: string
  status?: boolean
  isPrivate?: boolean
}

/** A list of the own stamps, newest first, page by page. */
export function stampListQuery(filters: StampFilters) {
  return infiniteQueryOptions({
    queryKey: ['stamps', 'list', filters],
    queryFn: ({ pageParam }): Promise<Page<StampLine>> =>
      listStamps(client, { ...filters, ...(pageParam === null ? {} : { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
  })
}

/** One stamp, by code, hash or transaction id. */
export function stampQuery(id: string) {
  return queryOptions({ queryKey: ['stamps', 'one', id], queryFn: () => getStamp(client, id) })
}

/** How many stamps there are, and how many of them wait for a block. */
export function stampCountsQuery() {
  const count = async (status?: boolean) => {
    return (await listStamps(client, { limit: 1, ...(status === undefined ? {} : { status }) })).count
  }
  return queryOptions({
    queryKey: ['stamps', 'counts'],
    queryFn: async () => {
      const [all, waiting] = await Promise.all([count(), count(false)])
      return { all, waiting, inChain: Math.max(0, all - waiting) }
    },
  })
}
