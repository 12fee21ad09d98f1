import { cn } from './classes.js'

/** Where something is about to appear. */
function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cn('h-4 animate-pulse rounded-md bg-line', className)} />
}

/** Lines that are about to appear; says so to those who do not see it. */
export function SkeletonRows({ rows = 5, label }: { rows?: number; label: string }) {
  return (
    <div role="status" aria-label={label} className="flex flex-col gap-4 rounded-xl border border-line bg-raised p-5">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without content have nothing else
        <Skeleton key={row} className={row % 3 === 2 ? 'w-1/2' : row % 3 === 1 ? 'w-5/6' : 'w-2/3'} />
      ))}
    </div>
  )
}
