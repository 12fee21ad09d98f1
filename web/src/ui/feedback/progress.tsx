import { useId } from 'react'
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
  const id = useId()
  const percent = value === null ? null : Math.round(value * 100)
  return (
    <div className={cn('w-full', className)}>
      <div className="mb-1.5 flex items-baseline justify-between gap-3 text-sm">
        <span id={id} className="min-w-0 truncate">
          {label}
        </span>
        {aside ? <span className="tabular whitespace-nowrap text-soft">{aside}</span> : null}
      </div>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent ?? undefined}
        className="h-2 overflow-hidden rounded-full bg-line"
      >
        <div
          className={cn(
            'h-full rounded-full bg-wood transition-[width] duration-200',
            percent === null && 'w-1/3 animate-pulse',
          )}
          style={percent === null ? undefined : { width: `${percent}%` }}
        />
      </div>
    </div>
  )
}
