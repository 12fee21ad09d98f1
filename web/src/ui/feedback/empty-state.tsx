import type { ReactNode } from 'react'

interface EmptyStateProps {
  /** A drawing of what will be here. */
  drawing: ReactNode
  title: ReactNode
  /** Says what will be here, what it is for, and how to start. */
  text: ReactNode
  /** Button for the first step. */
  action?: ReactNode
}

/** An empty list or page: explains what will be here. Without a frame: a dashed one says "drop here", others hold something. */
export function EmptyState({ drawing, title, text, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-4 px-6 py-10 text-center">
      {drawing}
      <div>
        <p className="text-lg font-medium">{title}</p>
        <p className="mx-auto mt-1 max-w-prose text-soft">{text}</p>
      </div>
      {action}
    </div>
  )
}
