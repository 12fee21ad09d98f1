import { CircleAlert, CircleCheck, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../classes.js'

const looks = {
  good: { icon: CircleCheck, look: 'border-moss/40 bg-moss-wash [&_svg]:text-moss' },
  warning: { icon: TriangleAlert, look: 'border-amber/40 bg-amber-wash [&_svg]:text-amber' },
  bad: { icon: CircleAlert, look: 'border-seal/40 bg-seal-wash [&_svg]:text-seal' },
}

interface StatusCardProps {
  tone: keyof typeof looks
  /** Instead of the tone's. */
  icon?: LucideIcon | undefined
  title: ReactNode
  text: ReactNode
  children?: ReactNode
}

/** How something stands, in one sentence, at the head of a page. */
export function StatusCard({ tone, icon, title, text, children }: StatusCardProps) {
  const { icon: usual, look } = looks[tone]
  const Icon = icon ?? usual
  return (
    <section className={cn('flex items-start gap-4 rounded-2xl border p-4 sm:p-6', look)}>
      <Icon className="mt-0.5 size-7 shrink-0" aria-hidden="true" />
      <div className="min-w-0">
        <h2 className="text-lg font-semibold">{title}</h2>
        <p className="mt-1 max-w-prose">{text}</p>
        {children}
      </div>
    </section>
  )
}
