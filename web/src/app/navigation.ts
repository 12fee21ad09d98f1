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
import { useAccount } from '../session/session.js'
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

const everybodys: readonly NavEntry[] = [
  { to: '/', label: 'start', icon: House },
  { to: '/stamps', label: 'stamps', icon: Stamp },
  { to: '/files', label: 'files', icon: FolderClosed },
  { to: '/webhooks', label: 'webhooks', icon: Webhook },
  { to: '/api-access', label: 'access', icon: KeyRound },
  { to: '/network', label: 'network', icon: Waypoints },
]

const operators: NavEntry = { to: '/operator', label: 'operator', icon: Gauge }

/** Returns what the account may open, in display order. The labels are the namespace `navigation`. */
export function useNavigation(): readonly NavEntry[] {
  return useAccount()?.isOperator === true ? [...everybodys, operators] : everybodys
}

/** Shown below the separator. */
export const outside: readonly NavEntry[] = [
  { to: '/verify', label: 'verify', icon: SearchCheck, isOutside: true },
  { to: '/docs', label: 'docs', icon: Code2, isOutside: true },
]
