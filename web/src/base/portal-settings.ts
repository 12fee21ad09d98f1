import { useQuery } from '@tanstack/react-query'
import { askPortal } from '../session/portal-api.js'

interface PortalSettings {
  registration: 'open' | 'closed'
  /** Mails stay in the portal's own mailbox instead of being sent. */
  mailbox: boolean
  /** How long the log of webhooks keeps deliveries. */
  webhookLogDays: number
  passwordMin: number
  passwordMax: number
  /** The only host on which passkeys work. */
  passkeyHost: string
}

/** Reads the portal's public settings; undefined until they are known. */
export function usePortalSettings(): PortalSettings | undefined {
  return useQuery({
    queryKey: ['portal-settings'],
    queryFn: async () => (await askPortal<{ data: PortalSettings }>('/settings')).data,
    staleTime: 60_000,
  }).data
}
