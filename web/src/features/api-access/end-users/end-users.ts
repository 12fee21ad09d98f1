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

/** Data of an end user that the account gives. */
export type Person = Pick<EndUser, 'userId' | 'username' | 'email' | 'publishName'>

/** Enrols an end user, or changes what is known about the one with this ID. */
export async function saveEndUser(person: Person): Promise<void> {
  await client.post('/v2/enroll-user', { body: person })
  await queryClient.invalidateQueries({ queryKey: ['end-users'] })
}

/** Returns the end user with an ID; undefined when it is free. */
export async function endUserOf(userId: string): Promise<EndUser | undefined> {
  const query = { page: 1, limit: pageItems, search: userId }
  const { users } = await client.get('/v2/enroll-user', { params: { query } })
  return users.find((user) => user.userId === userId)
}

/** Erases what is known about an end user. */
export async function eraseEndUser({ userId }: EndUser): Promise<void> {
  await client.delete('/v2/enroll-user/{userId}', { params: { path: { userId } } })
  await queryClient.invalidateQueries({ queryKey: ['end-users'] })
}
