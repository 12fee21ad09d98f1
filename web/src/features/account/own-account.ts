import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Payload } from 'tallystick'
import { client } from '../../session/client.js'

/** The account as `GET /account` tells it. */
export type OwnAccount = Payload<'get', '/account'>

/** The account of whoever is logged in. */
export function useOwnAccount(): UseQueryResult<OwnAccount> {
  return useQuery({ queryKey: ['account'], queryFn: () => client.get('/account') })
}
