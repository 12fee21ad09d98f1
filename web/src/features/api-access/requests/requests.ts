import type { Payload } from '@tallystick/sdk'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { client } from '../../../session/client.js'
import type { RequestSearch } from './request-search.js'

/** A request of an API client, or several alike. */
export type LoggedRequest = Payload<'get', '/account/clients/{clientId}/requests'>['requests'][number]

/** Lists the requests of a client, newest first. The first page refreshes itself, until more is shown. */
export function requestsQuery(clientId: string, search: RequestSearch) {
  return infiniteQueryOptions({
    queryKey: ['api-clients', 'requests', clientId, search],
    queryFn: async ({ pageParam: cursor }) => {
      const { data, headers } = await client.answer('get', '/account/clients/{clientId}/requests', {
        params: { path: { clientId }, query: { limit: 50, ...search, ...(cursor === null ? {} : { cursor }) } },
      })
      return { requests: data.requests, next: headers.get('next-cursor') }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : 5000),
  })
}
