import { createClient } from 'tallystick'
import { portalUrl } from './surroundings.js'
import type { Visitor } from './visitor.js'

/** The service as whoever is logged in there, to do beside the page what a program would do. */
export function asAccount({ page }: Visitor): ReturnType<typeof createClient> {
  const token = () =>
    page.evaluate(async () => {
      const response = await fetch('/portal/api/token', { method: 'POST' })
      return ((await response.json()) as { data: { token: string } }).data.token
    })
  return createClient({ baseUrl: portalUrl, token })
}
