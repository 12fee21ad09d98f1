import {
  Code2,
  FolderClosed,
  House,
  KeyRound,
  type LucideIcon,
  SearchCheck,
  Stamp,
  Waypoints,
  Webhook,
} from 'lucide-react'
import type { NavKey } from '../texts/en/navigation.js'

/** An entry of the main navigation. */
export interface NavEntry {
  /** Inside the portal a route (`/stamps`), else an address of the service. */
  to: string
  label: NavKey
  icon: LucideIcon
  /** Not a page of the portal: loaded anew. */
  isOutside?: boolean
}

/** In the order they are shown; the words are in `navigation.en.ts` and `navigation.de.ts`. */
export const navigation: readonly NavEntry[] = [
  { to: '/', label: 'start', icon: House },
  { to: '/stamps', label: 'stamps', icon: Stamp },
  { to: '/files', label: 'files', icon: FolderClosed },
  { to: '/webhooks', label: 'webhooks', icon: Webhook },
  { to: '/api-access', label: 'access', icon: KeyRound },
  { to: '/network', label: 'network', icon: Waypoints },
]

/** Below the line. */
export const outside: readonly NavEntry[] = [
  { to: '/verify', label: 'verify', icon: SearchCheck, isOutside: true },
  { to: '/docs', label: 'docs', icon: Code2, isOutside: true },
]
