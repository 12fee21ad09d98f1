import type { ReactNode } from 'react'
import { MenuItem } from '../../../ui/menu.jsx'

interface ActionProps {
  icon: ReactNode
  /** The key that does the same on a row. */
  shortcut?: string
  onSelect: () => void
  danger?: boolean
  children: ReactNode
}

/** An entry of a row's menu, with the key that does the same. */
export function Action({ icon, shortcut, onSelect, danger = false, children }: ActionProps) {
  return (
    <MenuItem icon={icon} onSelect={onSelect} danger={danger}>
      <span className="flex-1">{children}</span>
      {shortcut ? (
        <span aria-hidden="true" className="ps-4 font-sans text-xs text-soft max-sm:hidden">
          {shortcut}
        </span>
      ) : null}
    </MenuItem>
  )
}
