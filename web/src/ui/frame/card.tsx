import type { ReactNode } from 'react'
import { cn } from '../classes.js'

interface CardProps {
  title?: ReactNode
  text?: ReactNode
  actions?: ReactNode
  className?: string
  children?: ReactNode
}

/** A card: one subject of the page. */
export function Card({ title, text, actions, className, children }: CardProps) {
  return (
    <section className={cn('rounded-2xl border border-line bg-raised p-4 shadow-card sm:p-6', className)}>
      {title ? (
        <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0 grow basis-56">
            <h2 className="text-lg font-semibold">{title}</h2>
            {text ? <p className="mt-0.5 max-w-prose text-soft">{text}</p> : null}
          </div>
          {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
        </div>
      ) : null}
      {children}
    </section>
  )
}
