import { cn } from '../classes.js'

/** Placeholder for content that is loading. */
function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cn('h-4 animate-pulse rounded-md bg-line', className)} />
}

/** Placeholder rows, announced to screen readers. */
export function SkeletonRows({ rows = 5, label }: { rows?: number; label: string }) {
  return (
    <div role="status" aria-label={label} className="flex flex-col gap-4 rounded-xl border border-line bg-raised p-4">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows have no other key
        <Skeleton key={row} className={row % 3 === 2 ? 'w-1/2' : row % 3 === 1 ? 'w-5/6' : 'w-2/3'} />
      ))}
    </div>
  )
}
