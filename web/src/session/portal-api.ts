import { errorOf } from 'tallystick/service-error'

/**
 * Asks the portal's own addresses, which know the session by its cookie. (All else speaks through `client`.)
 * @throws ServiceError
 */
export async function askPortal<Answer>(path: string, body?: object): Promise<Answer> {
  const response = await fetch(`/portal/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    credentials: 'same-origin',
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (!response.ok) throw await errorOf(response)
  return (await response.json()) as Answer
}

/** A public setting of the portal. */
export interface PortalSettings {
  registration: 'open' | 'closed'
  /** Mails are kept in the portal's own mailbox instead of being sent. */
  mailbox: boolean
  passwordMin: number
  passwordMax: number
  /** Passkeys work at this host alone. */
  passkeyHost: string
}

/** Reads the portal's settings. */
export async function portalSettings(): Promise<PortalSettings> {
  return (await askPortal<{ data: PortalSettings }>('/settings')).data
}
