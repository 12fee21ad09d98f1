import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox'
import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { Check, type LucideIcon, Minus } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
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

interface ChoiceCardsProps<Value extends string> {
  label: ReactNode
  /** At the right of the label. */
  aside?: ReactNode
  /** Null: nothing is chosen yet. */
  value: Value | null
  /** The options, each with its consequences. */
  options: readonly { value: Value; icon: LucideIcon; name: string; text: string }[]
  onChange: (value: Value) => void
  /** Problem with the choice. */
  error?: ReactNode
  /** Side by side where there is room. */
  wide?: boolean
}

/** A choice between a few options that need explanation. */
export function ChoiceCards<Value extends string>({
  label,
  aside,
  value,
  options,
  onChange,
  error,
  wide = false,
}: ChoiceCardsProps<Value>) {
  const id = useId()
  return (
    <div>
      <p className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <span id={id} className="font-medium">
          {label}
        </span>
        {aside ? <span className="text-soft">{aside}</span> : null}
      </p>
      <RadioGroup
        aria-labelledby={id}
        aria-describedby={error ? `${id}-error` : undefined}
        value={value}
        onValueChange={(next) => onChange(next as Value)}
        className={cn('grid gap-3', wide && 'sm:grid-cols-2')}
      >
        {options.map(({ value, icon: Icon, name, text }) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the control is inside, as Base UI's
          <label
            key={value}
            className="flex cursor-pointer items-start gap-3 rounded-xl border border-line bg-raised p-4 hover:border-edge has-data-checked:border-ink has-data-checked:bg-sunken"
          >
            <Radio.Root
              value={value}
              className="mt-0.5 flex size-5 shrink-0 items-center justify-center rounded-full border border-edge bg-raised data-checked:border-ink"
            >
              <Radio.Indicator className="size-2.5 rounded-full bg-ink" />
            </Radio.Root>
            <span className="min-w-0">
              <span className="flex items-center gap-2 font-medium">
                <Icon className="size-4 text-soft" aria-hidden="true" />
                {name}
              </span>
              <span className="mt-0.5 block text-sm text-soft">{text}</span>
            </span>
          </label>
        ))}
      </RadioGroup>
      {error ? (
        <p id={`${id}-error`} role="alert" className="mt-2 text-sm text-seal">
          {error}
        </p>
      ) : null}
    </div>
  )
}
