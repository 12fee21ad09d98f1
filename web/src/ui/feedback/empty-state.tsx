import type { ReactNode } from 'react'
import { TallyDrawing } from '../values/tally.jsx'

interface EmptyStateProps {
  title: ReactNode
  /** Says what will be here, what it is for, and how to start. */
  text: ReactNode
  /** Button for the first step. */
  action?: ReactNode
}

/** An empty list or page: explains what will be here. */
export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-4 rounded-2xl border border-dashed border-edge/50 px-6 py-14 text-center">
      <TallyDrawing className="h-14 w-36 text-edge" />
      <div>
        <p className="text-lg font-medium">{title}</p>
        <p className="mx-auto mt-1 max-w-prose text-soft">{text}</p>
      </div>
      {action}
    </div>
  )
}
