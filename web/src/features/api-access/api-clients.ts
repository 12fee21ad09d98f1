import { queryOptions } from '@tanstack/react-query'
import type { Payload } from 'tallystick/client'
import { client } from '../../session/client.js'

/** With what a program logs in. */
export type ApiClient = Payload<'get', '/account/clients'>[number]

/** A client id with its secret key. */
export interface Credentials {
  clientId: string
  secretKey: string
}

/** The API clients of the account, newest first, revoked ones included. */
export const apiClientsQuery = queryOptions({
  queryKey: ['api-clients'],
  queryFn: () => client.get('/account/clients'),
})

/** Where a client is one of those in its path. */
export const pathOf = ({ clientId }: Pick<ApiClient, 'clientId'>) => ({ params: { path: { clientId } } })
