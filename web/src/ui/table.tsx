import type { ComponentProps, ReactNode } from 'react'
import { cn } from './classes.js'

/** A table that scrolls sideways inside its frame when it has to. `label` names it for those who do not see it. */
export function Table({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    // A region that scrolls has to be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section aria-label={label} tabIndex={0} className="overflow-x-auto rounded-xl border border-line bg-raised">
      <table className={cn('w-full border-collapse text-[0.9375rem]', className)}>{children}</table>
    </section>
  )
}

/** A heading cell. */
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

/** A row; rows that can be opened are links in their first cell, so that the keyboard finds them. */
export function Tr({ className, ...rest }: ComponentProps<'tr'>) {
  return <tr className={cn('border-b border-line last:border-0 hover:bg-sunken/60', className)} {...rest} />
}

/** A cell. */
export function Td({ className, ...rest }: ComponentProps<'td'>) {
  return <td className={cn('px-4 py-3 align-middle', className)} {...rest} />
}
