import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

interface FoldProps {
  id: string
  title: string
  /** Names the content, where there is room. */
  hint?: string
  children: ReactNode
}

/** A section of the page that opens on request. */
export function Fold({ id, title, hint, children }: FoldProps) {
  return (
    <details id={id} className="group border-b border-line first:border-t">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-md py-2 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          className="size-4.5 shrink-0 text-soft transition-transform group-open:rotate-90"
          aria-hidden="true"
        />
        <h2 className="font-medium">{title}</h2>
        {hint ? <span className="hidden text-sm text-soft sm:inline">{hint}</span> : null}
      </summary>
      <div className="pt-1 pb-6 sm:ps-6.5">{children}</div>
    </details>
  )
}

/** Opens a fold, and continues from it. */
export function openFold(id: string): void {
  const fold = document.getElementById(id)
  if (!(fold instanceof HTMLDetailsElement)) return
  fold.open = true
  fold.querySelector('summary')?.focus()
}
