import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../button.jsx'
import { useBottomEdge } from '../frame/bottom-edge.js'
import type { Selection } from './selection.js'

interface SelectionBarProps {
  /** Accessible name. */
  label: string
  /** How much is selected, and the labels of the buttons that select all and nothing. */
  words: { chosen: string; every: string; none: string }
  selection: Pick<Selection<unknown>, 'isEvery' | 'selectEvery' | 'clear'>
  /** Buttons that act on the selection. */
  children: ReactNode
}

/** Rises from below while items of a list are selected, with the actions on them. */
export function SelectionBar({ label, words, selection, children }: SelectionBarProps) {
  const edge = useBottomEdge('--bar')
  const { isEvery, selectEvery, clear } = selection
  return (
    <div
      ref={edge}
      role="toolbar"
      aria-label={label}
      className="sticky bottom-[calc(1rem+var(--dock,0px))] z-20 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center gap-x-1 gap-y-2 rounded-xl border border-line bg-raised px-3 py-2 shadow-float max-sm:w-full max-sm:justify-between"
    >
      <p role="status" className="tabular text-sm font-medium whitespace-nowrap">
        {words.chosen}
      </p>
      {isEvery ? null : (
        <Button look="quiet" size="small" className="text-wood underline underline-offset-4" onClick={selectEvery}>
          {words.every}
        </Button>
      )}
      <Button look="quiet" size="icon-small" className="sm:order-last" aria-label={words.none} onClick={clear}>
        <X aria-hidden="true" />
      </Button>
      {children}
    </div>
  )
}
