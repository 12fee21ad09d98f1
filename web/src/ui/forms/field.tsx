import { type ComponentProps, createContext, type ReactNode, use, useId } from 'react'
import { useTranslation } from '../../texts/translation.js'
import { cn } from '../classes.js'
import { Problems } from './problems.js'

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

/** Links a control to its field: the ID of the label, and the texts that are read with it. */
const Linked = createContext<Pick<ComponentProps<'input'>, 'id' | 'aria-describedby' | 'aria-invalid'>>({})

/** A label, its control, hint and error, linked for screen readers. */
export function Field({ label, hint, error: given, aside, className, children }: FieldProps) {
  const { t } = useTranslation('common')
  const id = useId()
  const problem = use(Problems).get(id)
  const error = given || (problem && t(`problem.${problem.kind}`, { ...problem }))
  const isBad = Boolean(error)
  const described = [hint ? `${id}hint` : '', isBad ? `${id}error` : ''].filter(Boolean).join(' ')
  const linked = {
    id,
    ...(described && { 'aria-describedby': described }),
    ...(isBad && { 'aria-invalid': true as const }),
  }
  return (
    <div className={cn('flex flex-col gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {aside ? <span className="text-sm">{aside}</span> : null}
      </div>
      <Linked value={linked}>{children}</Linked>
      {hint ? (
        <p id={`${id}hint`} className="text-sm text-soft">
          {hint}
        </p>
      ) : null}
      {isBad ? (
        <div id={`${id}error`} className="text-sm text-seal" role="alert">
          {error}
        </div>
      ) : null}
    </div>
  )
}

interface InputProps extends Omit<ComponentProps<'input'>, 'className'> {
  className?: string
  onValueChange?: (value: string) => void
}

/** Focuses an element as it enters the page. The browser heeds `autofocus` only once, and this page changes without being loaded. */
const focus = (element: HTMLElement | null) => element?.focus()

/** A single-line input, inside a {@link Field}. */
export function Input({ className, autoFocus = false, ref, onChange, onValueChange, ...rest }: InputProps) {
  return (
    <input
      {...use(Linked)}
      {...rest}
      ref={autoFocus ? focus : ref}
      className={cn(inputLook, className)}
      onChange={(event) => {
        onChange?.(event)
        onValueChange?.(event.target.value)
      }}
    />
  )
}

/** A multi-line input, inside a {@link Field}. */
export function Textarea({ className, rows = 4, autoFocus = false, ref, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...use(Linked)}
      rows={rows}
      {...rest}
      ref={autoFocus ? focus : ref}
      className={cn(inputLook, 'resize-y', className)}
    />
  )
}

/** The browser's own select, inside a {@link Field}: it works on every phone and with every screen reader. */
export function NativeSelect({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <select {...use(Linked)} {...rest} className={cn(inputLook, 'h-10.5 pe-8', className)}>
      {children}
    </select>
  )
}
