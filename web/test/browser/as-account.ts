import { createClient } from 'tallystick'
import { portalUrl } from './surroundings.js'
import type { Visitor } from './visitor.js'

/** The service as the visitor's account, to do beside the page what a program would do. */
export function asAccount({ context }: Visitor): ReturnType<typeof createClient> {
  const token = async () => {
    const answer = await context.request.post('/portal/api/token', { headers: { origin: portalUrl } })
    return ((await answer.json()) as { data: { token: string } }).data.token
  }
  return createClient({ baseUrl: portalUrl, token })
}
