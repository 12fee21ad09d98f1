import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../classes.js'

/** A table that scrolls sideways inside its frame. `label` is its accessible name. */
export function Table({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    // A scrollable region must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section aria-label={label} tabIndex={0} className="overflow-x-auto rounded-xl border border-line bg-raised">
      <table className={cn('w-full border-collapse text-base', className)}>{children}</table>
    </section>
  )
}

/** A header cell. */
export function Th({ className, ...rest }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      className={cn(
        'border-b border-line px-4 py-2.5 text-start text-sm font-medium whitespace-nowrap text-soft',
        className,
      )}
      {...rest}
    />
  )
}

/** A row. Rows that can be opened have a link in their first cell, for the keyboard. */
export function Tr({ className, ...rest }: ComponentProps<'tr'>) {
  return <tr className={cn('border-b border-line last:border-0 hover:bg-sunken/60', className)} {...rest} />
}

/** A cell. */
export function Td({ className, ...rest }: ComponentProps<'td'>) {
  return <td className={cn('px-4 py-3 align-middle', className)} {...rest} />
}
