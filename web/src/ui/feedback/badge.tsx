import { cva, type VariantProps } from 'class-variance-authority'
import type { ReactNode } from 'react'
import { cn } from '../classes.js'

const look = cva(
  'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm font-medium whitespace-nowrap [&_svg]:size-3.5',
  {
    variants: {
      tone: {
        plain: 'bg-sunken text-soft',
        good: 'bg-moss-wash text-moss',
        waiting: 'bg-amber-wash text-amber',
        bad: 'bg-seal-wash text-seal',
        accent: 'bg-wood-wash text-wood',
      },
    },
    defaultVariants: { tone: 'plain' },
  },
)

/** A state in one or two words. */
export function Badge({
  tone,
  className,
  children,
}: VariantProps<typeof look> & { className?: string; children: ReactNode }) {
  return <span className={cn(look({ tone }), className)}>{children}</span>
}
