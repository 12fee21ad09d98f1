import { cn } from '../classes.js'

/** A long ID or hash, shortened in the middle; in full for screen readers and on hover. */
export function HashText({ value, className }: { value: string; className?: string }) {
  const isLong = value.length > 20
  return (
    <span className={cn('font-mono text-sm', className)} title={value}>
      {isLong ? `${value.slice(0, 10)}…${value.slice(-8)}` : value}
    </span>
  )
}
