import { createClient } from '@tallystick/sdk'
import { portalUrl } from './surroundings.js'
import type { Visitor } from './visitor.js'

/** Calls the API with the visitor's account, as a program would while the page is open. */
export function asAccount(visitor: Visitor): ReturnType<typeof createClient> {
  return createClient({ baseUrl: portalUrl, token: () => tokenOf(visitor) })
}

/** Returns a token of the visitor's session. */
export async function tokenOf({ context }: Visitor): Promise<string> {
  const answer = await context.request.post('/portal/api/token', { headers: { origin: portalUrl } })
  return ((await answer.json()) as { data: { token: string } }).data.token
}
