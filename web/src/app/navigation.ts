import {
  Code2,
  FolderClosed,
  Gauge,
  House,
  KeyRound,
  type LucideIcon,
  SearchCheck,
  Stamp,
  Waypoints,
  Webhook,
} from 'lucide-react'
import type { NavKey } from '../texts/en/pages/portal.js'

/** An entry of the main navigation. */
export interface NavEntry {
  /** A route of the portal (`/stamps`), or an address of the service. */
  to: string
  label: NavKey
  icon: LucideIcon
  /** Outside the portal: opened as a new page. */
  isOutside?: boolean
}

/** In display order. The labels are the namespace `navigation`. */
export const navigation: readonly NavEntry[] = [
  { to: '/', label: 'start', icon: House },
  { to: '/stamps', label: 'stamps', icon: Stamp },
  { to: '/files', label: 'files', icon: FolderClosed },
  { to: '/webhooks', label: 'webhooks', icon: Webhook },
  { to: '/api-access', label: 'access', icon: KeyRound },
  { to: '/network', label: 'network', icon: Waypoints },
]

/** Shown to operators alone, after the others. */
export const forOperators: NavEntry = { to: '/operator', label: 'operator', icon: Gauge }

/** Shown below the separator. */
export const outside: readonly NavEntry[] = [
  { to: '/verify', label: 'verify', icon: SearchCheck, isOutside: true },
  { to: '/docs', label: 'docs', icon: Code2, isOutside: true },
]
