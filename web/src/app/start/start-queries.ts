import type { Payload } from '@tallystick/sdk'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../session/client.js'

/** The account's stamps by day, and those that aren't final. */
export type StampOverview = Payload<'get', '/hash/overview'>

/** A file as lists show it. */
export type RecentFile = Payload<'get', '/api/recent'>[number]

// Keys begin as those of the screens whose changes they follow.

export const overviewQuery = queryOptions({
  queryKey: ['stamps', 'overview'],
  queryFn: () => client.get('/hash/overview'),
})

export const lastRunsQuery = queryOptions({
  queryKey: ['stamps', 'runs', 'last'],
  queryFn: async () => (await client.get('/hash/runs', { params: { query: { page: 1, limit: 4 } } })).runs,
})

export const recentFilesQuery = queryOptions({
  queryKey: ['files', 'recent'],
  queryFn: async () => (await client.get('/api/recent')).slice(0, 5),
  // Files come and go on other screens, and through the API.
  staleTime: 0,
})

export const networkQuery = queryOptions({
  queryKey: ['network'],
  queryFn: () => client.get('/network'),
  refetchInterval: 10_000,
})
