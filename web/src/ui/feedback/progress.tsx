import { Progress as Base } from '@base-ui/react/progress'
import { cn } from '../classes.js'

interface ProgressProps {
  /** Activity in progress. */
  label: string
  /** 0 to 1; null if unknown. */
  value: number | null
  /** At the right: "312 MB/s", "3 of 8". */
  aside?: string
  className?: string
}

/** A progress bar. */
export function Progress({ label, value, aside, className }: ProgressProps) {
  return (
    <Base.Root value={value === null ? null : Math.round(value * 100)} className={cn('w-full', className)}>
      <div className="mb-1.5 flex items-baseline justify-between gap-3 text-sm">
        <Base.Label className="min-w-0 truncate">{label}</Base.Label>
        {aside ? <span className="tabular whitespace-nowrap text-soft">{aside}</span> : null}
      </div>
      <Base.Track className="h-2 overflow-hidden rounded-full bg-line">
        <Base.Indicator className="h-full rounded-full bg-wood transition-[width] duration-200 data-indeterminate:w-1/3 data-indeterminate:animate-pulse" />
      </Base.Track>
    </Base.Root>
  )
}
