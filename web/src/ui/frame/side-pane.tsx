import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../button.jsx'
import { rowLinks } from '../keys/row-keys.js'

interface SidePaneProps {
  /** Accessible name. */
  label: string
  /** At the left of the close button: how it stands with what is shown. */
  state?: ReactNode
  close: string
  onClose: () => void
  children: ReactNode
}

/** A list, and the pane with its open item beside it, if one is open. */
export function WithPane({ pane, children }: { pane: ReactNode; children: ReactNode }) {
  return (
    <div className="flex gap-6">
      <div className="min-w-0 grow">{children}</div>
      {pane}
    </div>
  )
}

/** An item of a list, open beside it. For screens from 1280 pixels. Its row in the list is `aria-current`. */
export function SidePane({ label, state, close, onClose, children }: SidePaneProps) {
  // The focus goes back to the row, from where the arrow keys lead on.
  const closeToRow = () => {
    const row = document.querySelector<HTMLElement>(`${rowLinks}[aria-current]`)
    onClose()
    row?.focus()
  }
  return (
    <section
      aria-label={label}
      className="sticky top-6 max-h-[calc(100dvh-3rem)] w-90 shrink-0 self-start overflow-y-auto rounded-xl border border-line bg-raised"
    >
      <div className="flex items-center justify-between gap-2 ps-4 pe-2 pt-2">
        <div className="min-w-0">{state}</div>
        <Button look="quiet" size="icon-small" aria-label={close} onClick={closeToRow}>
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
