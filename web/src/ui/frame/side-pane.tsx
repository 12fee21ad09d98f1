import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../button.jsx'

interface SidePaneProps {
  /** Accessible name. */
  label: string
  /** At the left of the close button: how it stands with what is shown. */
  state?: ReactNode
  close: string
  onClose: () => void
  children: ReactNode
}

/** An item of a list, open beside it. For screens from 1280 pixels. */
export function SidePane({ label, state, close, onClose, children }: SidePaneProps) {
  return (
    <section
      aria-label={label}
      className="sticky top-6 max-h-[calc(100dvh-3rem)] w-90 shrink-0 self-start overflow-y-auto rounded-xl border border-line bg-raised"
    >
      <div className="flex items-center justify-between gap-2 ps-4 pe-2 pt-2">
        <div className="min-w-0">{state}</div>
        <Button look="quiet" size="icon-small" aria-label={close} onClick={onClose}>
          <X aria-hidden="true" />
        </Button>
      </div>
      <div className="text-base">{children}</div>
    </section>
  )
}

/** A part of a pane, with a line above. */
export const panePart = 'flex flex-col gap-4 border-t border-line p-4 first:border-0 first:pt-1'

/** Names and values in a pane: `<dl className={paneFacts}>`. */
export const paneFacts = `${panePart} grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3 gap-y-2 text-sm`
