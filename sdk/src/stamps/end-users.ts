import type { Client, Payload } from '../client.js'
import type { operations } from '../generated/openapi.js'
import { List, type ListQuery, pageOf } from '../list.js'
import type { RequestOptions } from '../request-options.js'

/** A person for whom an account stamps, with the number of its stamps. */
export type EndUser = Payload<'get', '/v2/enroll-user'>['users'][number]
/** The ID and the wallet address of an end user. */
export type EnrolledUser = Payload<'post', '/v2/enroll-user'>
/** The data of an end user, under an ID of your own. */
export type NewEndUser = operations['enrollUser']['requestBody']['content']['application/json']
/** Filters of a list of end users. */
export type EndUserQuery = ListQuery<operations['listUsers']>

/** Enrols an end user, or changes its data. */
export function enrollUser(client: Client, body: NewEndUser, { signal }: RequestOptions): Promise<EnrolledUser> {
  return client.post('/v2/enroll-user', { body, signal: signal ?? null })
}

/** Lists the account's end users, newest first. */
export function listEndUsers(client: Client, query: EndUserQuery, { signal }: RequestOptions): List<EndUser> {
  return new List(async (start) => {
    const params = { query: { limit: 100, ...query, ...start } }
    const answer = await client.answer('get', '/v2/enroll-user', { params, signal: signal ?? null })
    return pageOf(answer, answer.data.users)
  })
}

/** Erases what is known about an end user. */
export async function eraseUser(client: Client, userId: string, { signal }: RequestOptions): Promise<void> {
  await client.delete('/v2/enroll-user/{userId}', { params: { path: { userId } }, signal: signal ?? null })
}
