import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'

export interface PopoverProps {
  /** Accessible name. */
  label: string
  /** The button that opens it: `<Button …/>`. */
  trigger: ReactElement
  children: ReactNode
}

/** The panel of a `Popover`, with its button. Open from the start: the button was used. */
export function PopoverPanel({ label, trigger, children }: PopoverProps) {
  return (
    <Base.Root defaultOpen>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align="start" sideOffset={6} className="z-50">
          <Base.Popup
            aria-label={label}
            className="flex w-64 flex-col gap-4 rounded-xl border border-line bg-raised p-4 shadow-float"
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
