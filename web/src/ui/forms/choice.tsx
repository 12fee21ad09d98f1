import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../classes.js'

interface ChoiceProps {
  label: ReactNode
  /** Explanation below the label. */
  hint?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  className?: string
}

/** A check box with its label. */
export function Checkbox({ label, hint, checked, onChange, disabled = false, className }: ChoiceProps) {
  return (
    <label className={cn('flex items-start gap-2.5', className)}>
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
        disabled={disabled}
        className="tick mt-0.5"
      />
      <Words label={label} hint={hint} />
    </label>
  )
}

interface TickProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** Accessible name; the row itself shows what is selected. */
  label: string
  checked: boolean
  /** Whether some are selected, and others aren't. */
  indeterminate?: boolean
}

/** A check box without a visible label, for rows and headers of lists. The browser's own: a list shows many. */
export function Tick({ label, indeterminate, className = '', ...rest }: TickProps) {
  // No attribute says so.
  const mix = (box: HTMLInputElement | null) => {
    if (box) box.indeterminate = indeterminate === true
  }
  return (
    <input
      type="checkbox"
      aria-label={label}
      {...(indeterminate === undefined ? {} : { ref: mix })}
      className={`tick ${className}`}
      {...rest}
    />
  )
}

function Words({ label, hint }: Pick<ChoiceProps, 'label' | 'hint'>) {
  return (
    <span className="flex flex-col">
      <span>{label}</span>
      {hint ? <span className="text-sm text-soft">{hint}</span> : null}
    </span>
  )
}
