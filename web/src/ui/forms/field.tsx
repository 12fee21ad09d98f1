import { Field as Base } from '@base-ui/react/field'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../classes.js'

/** Look of input elements. */
export const inputLook =
  'block w-full min-h-10 rounded-lg border border-edge bg-raised px-3 py-2 text-ink placeholder:text-soft hover:border-ink/60 focus-visible:outline-offset-0 disabled:bg-sunken disabled:text-soft data-invalid:border-seal aria-invalid:border-seal'

interface FieldProps {
  label: ReactNode
  /** Explanation below the field. */
  hint?: ReactNode
  /** Problem, and what to do. */
  error?: ReactNode
  /** At the right of the label: "Forgotten?". */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

/** A label, its control, hint and error, linked for screen readers. */
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

/** A single-line input, inside a {@link Field}. */
export function Input({
  className,
  ...rest
}: Omit<ComponentProps<typeof Base.Control>, 'className'> & { className?: string }) {
  return <Base.Control className={cn(inputLook, className)} {...rest} />
}

/** A multi-line input, inside a {@link Field}. */
export function Textarea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return <Base.Control render={<textarea rows={rows} {...rest} />} className={cn(inputLook, 'resize-y', className)} />
}

/** The browser's own select, inside a {@link Field}: it works on every phone and with every screen reader. */
export function NativeSelect({ className, children, ...rest }: ComponentProps<'select'>) {
  return <Base.Control render={<select {...rest}>{children}</select>} className={cn(inputLook, 'pe-8', className)} />
}
