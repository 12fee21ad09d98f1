import { cn } from '../classes.js'

interface ToggleProps<Value extends string> {
  label: string
  value: Value
  onChange: (value: Value) => void
  choices: readonly { value: Value; label: string }[]
}

/** Chooses one of a few. */
export function Toggle<Value extends string>({ label, value, onChange, choices }: ToggleProps<Value>) {
  return (
    <fieldset className="inline-flex max-w-full flex-wrap rounded-lg border border-line p-0.5">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
          className={cn(
            'min-h-8 rounded-md px-2.5 text-sm font-medium',
            choice.value === value ? 'bg-ink text-paper' : 'text-soft hover:text-ink',
          )}
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  )
}
