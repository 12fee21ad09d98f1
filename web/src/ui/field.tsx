import { Field as Base } from '@base-ui/react/field'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from './classes.js'

/** The look of what is typed into. */
export const inputLook =
  'block w-full min-h-10 rounded-lg border border-edge bg-raised px-3 py-2 text-ink placeholder:text-soft hover:border-ink/60 focus-visible:outline-offset-0 disabled:bg-sunken disabled:text-soft data-invalid:border-seal aria-invalid:border-seal'

interface FieldProps {
  label: ReactNode
  /** What it is for, below it. */
  hint?: ReactNode
  /** What is wrong with it, and what to do. */
  error?: ReactNode
  /** Beside the label, at the right: e.g. "Forgotten?". */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

/** A label with its control, its hint and its error, tied together for those who do not see them. */
export function Field({ label, hint, error, aside, className, children }: FieldProps) {
  return (
    <Base.Root className={cn('flex flex-col gap-1.5', className)} invalid={Boolean(error)}>
      <div className="flex items-baseline justify-between gap-3">
        <Base.Label className="text-sm font-medium">{label}</Base.Label>
        {aside ? <span className="text-sm">{aside}</span> : null}
      </div>
      {children}
      {hint ? <Base.Description className="text-sm text-soft">{hint}</Base.Description> : null}
      <Base.Error match={Boolean(error)} className="text-sm text-seal" role="alert">
        {error}
      </Base.Error>
    </Base.Root>
  )
}

/** A line of text, inside a {@link Field}. */
export function Input({
  className,
  ...rest
}: Omit<ComponentProps<typeof Base.Control>, 'className'> & { className?: string }) {
  return <Base.Control className={cn(inputLook, className)} {...rest} />
}

/** Several lines of text, inside a {@link Field}. */
export function Textarea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return <Base.Control render={<textarea rows={rows} {...rest} />} className={cn(inputLook, 'resize-y', className)} />
}

/** One of a few, inside a {@link Field}: the browser's own, which works on every phone and with every reader. */
export function NativeSelect({ className, children, ...rest }: ComponentProps<'select'>) {
  return <Base.Control render={<select {...rest}>{children}</select>} className={cn(inputLook, 'pe-8', className)} />
}
