import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cn } from '../classes.js'

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
