import type { EndUser as Listed } from '@tallystick/sdk'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { queryClient } from '../../../base/queries.js'
import { client } from '../../../session/client.js'

/** A person for whom the account stamps. */
export type EndUser = Listed

const pageItems = 100

/** Lists the account's end users, newest first: all, or those that a search finds. */
export function endUsersQuery(search: string) {
  return infiniteQueryOptions({
    queryKey: ['end-users', 'list', search],
    queryFn: ({ pageParam: page, signal }) => {
      const query = { page, limit: pageItems, ...(search === '' ? {} : { search }) }
      return client.get('/v2/enroll-user', { params: { query }, signal })
    },
    initialPageParam: 1,
    getNextPageParam: ({ count }, _, page) => (page * pageItems < count ? page + 1 : null),
  })
}

/** Erases what is known about an end user. */
export async function eraseEndUser({ userId }: EndUser): Promise<void> {
  await client.delete('/v2/enroll-user/{userId}', { params: { path: { userId } } })
  await queryClient.invalidateQueries({ queryKey: ['end-users'] })
}
