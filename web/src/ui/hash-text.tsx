import { cn } from './classes.js'

/** A long id or hash, shortened in the middle; whole for readers and on pointing. */
export function HashText({ value, className }: { value: string; className?: string }) {
  const isLong = value.length > 20
  return (
    <span className={cn('font-mono text-sm', className)} title={value}>
      {isLong ? `${value.slice(0, 10)}…${value.slice(-8)}` : value}
    </span>
  )
}
