import type { Payload } from '@tallystick/sdk'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../session/client.js'

/** An API client, without its secret key. */
export type ApiClient = Payload<'get', '/account/clients'>[number]

/** Client ID and secret key. */
export interface Credentials {
  clientId: string
  secretKey: string
}

/** The account's API clients, newest first, revoked ones included. */
export const apiClientsQuery = queryOptions({
  queryKey: ['api-clients'],
  queryFn: () => client.get('/account/clients'),
})

/** Path parameters that select one client. */
export const pathOf = ({ clientId }: Pick<ApiClient, 'clientId'>) => ({ params: { path: { clientId } } })
