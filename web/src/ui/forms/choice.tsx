import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox'
import { Check, Minus } from 'lucide-react'
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
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is inside, as Base UI's
    <label className={cn('flex items-start gap-2.5', className)}>
      <Box checked={checked} onCheckedChange={onChange} disabled={disabled} className="mt-0.5" />
      <Words label={label} hint={hint} />
    </label>
  )
}

type BoxProps = Omit<ComponentProps<typeof BaseCheckbox.Root>, 'className'> & { className?: string }

function Box({ className, indeterminate = false, ...rest }: BoxProps) {
  const Mark = indeterminate ? Minus : Check
  return (
    <BaseCheckbox.Root
      indeterminate={indeterminate}
      className={cn(
        'flex size-5 shrink-0 items-center justify-center rounded border border-edge bg-raised data-checked:border-ink data-checked:bg-ink data-disabled:opacity-55 data-indeterminate:border-ink data-indeterminate:bg-ink',
        className,
      )}
      {...rest}
    >
      <BaseCheckbox.Indicator className="text-paper">
        <Mark className="size-3.5" strokeWidth={3} aria-hidden="true" />
      </BaseCheckbox.Indicator>
    </BaseCheckbox.Root>
  )
}

interface TickProps extends Omit<BoxProps, 'onCheckedChange' | 'onChange'> {
  /** Accessible name; the row itself shows what is selected. */
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A check box without a visible label, for rows and headers of lists. */
export function Tick({ label, onChange, ...rest }: TickProps) {
  return <Box aria-label={label} onCheckedChange={onChange} {...rest} />
}

function Words({ label, hint }: Pick<ChoiceProps, 'label' | 'hint'>) {
  return (
    <span className="flex flex-col">
      <span>{label}</span>
      {hint ? <span className="text-sm text-soft">{hint}</span> : null}
    </span>
  )
}
