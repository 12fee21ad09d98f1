import { useQuery } from '@tanstack/react-query'
import { type PortalSettings, portalSettings } from '../../session/portal-api.js'

/** What the operator allows; undefined until it is known. */
export function usePortalSettings(): PortalSettings | undefined {
  return useQuery({ queryKey: ['portal-settings'], queryFn: portalSettings, staleTime: 60_000 }).data
}
