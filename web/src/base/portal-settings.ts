import { useQuery } from '@tanstack/react-query'
import { readPortal } from '../session/portal-api.js'

/** Reads the portal's public settings; undefined until they are known. */
export function usePortalSettings() {
  return useQuery({ queryKey: ['portal-settings'], queryFn: () => readPortal('/settings'), staleTime: 60_000 }).data
}
