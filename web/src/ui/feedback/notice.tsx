import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../classes.js'

const tones = {
  plain: 'border-line bg-sunken [&>svg]:text-soft',
  good: 'border-moss/40 bg-moss-wash [&>svg]:text-moss',
  waiting: 'border-amber/40 bg-amber-wash [&>svg]:text-amber',
}

/** A note beside the content. */
export function Notice({
  tone = 'plain',
  icon,
  className,
  children,
}: {
  tone?: keyof typeof tones
  icon?: ReactNode
  className?: string
  children: ReactNode
}) {
  return (
    <div
      className={cn(
        'flex items-start gap-3 rounded-xl border p-4 text-base [&>svg]:mt-0.5 [&>svg]:size-5 [&>svg]:shrink-0',
        tones[tone],
        className,
      )}
    >
      {icon ?? <Info aria-hidden="true" />}
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}
