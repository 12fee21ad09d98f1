import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../classes.js'

/** Content shown on request: plain words first, details behind this. */
export function Disclosure({
  title,
  className,
  children,
}: {
  title: ReactNode
  className?: string
  children: ReactNode
}) {
  return (
    <details className={cn('group', className)}>
      <summary className="-mx-2 inline-flex min-h-9 cursor-pointer list-none items-center gap-1.5 rounded-lg px-2 font-medium text-soft hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          className="size-4.5 shrink-0 transition-transform group-open:rotate-90 rtl:-scale-x-100"
          aria-hidden="true"
        />
        {title}
      </summary>
      <div className="pt-2">{children}</div>
    </details>
  )
}
