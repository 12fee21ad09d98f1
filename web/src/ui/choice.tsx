import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox'
import { Switch as BaseSwitch } from '@base-ui/react/switch'
import { Check, Minus } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from './classes.js'

interface ChoiceProps {
  label: ReactNode
  /** What it means, below the label. */
  hint?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  className?: string
}

/** Something to tick. */
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
  /** Not seen, but heard: what is ticked stands beside it. */
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A box to tick where there is no room for words: in a row of a list, above one. */
export function Tick({ label, onChange, ...rest }: TickProps) {
  return <Box aria-label={label} onCheckedChange={onChange} {...rest} />
}

/** Something that is on or off, at once. */
export function Switch({ label, hint, checked, onChange, disabled = false, className }: ChoiceProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is inside, as Base UI's
    <label className={cn('flex items-start gap-3', className)}>
      <BaseSwitch.Root
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        className="mt-0.5 flex h-5.5 w-9.5 shrink-0 rounded-full border border-edge bg-sunken p-0.5 transition-colors data-checked:border-ink data-checked:bg-ink data-disabled:opacity-55"
      >
        <BaseSwitch.Thumb className="aspect-square h-full rounded-full bg-edge transition-transform data-checked:translate-x-4 data-checked:bg-paper" />
      </BaseSwitch.Root>
      <Words label={label} hint={hint} />
    </label>
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
