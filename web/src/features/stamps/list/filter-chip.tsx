import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '../../../ui/button.jsx'
import { cn } from '../../../ui/classes.js'

/** A button that opens a filter. It shows what is chosen, and stands out while something is. */
export function FilterChip({
  name,
  value,
  ...rest
}: { name: string; value: string | undefined } & Omit<ComponentProps<typeof Button>, 'value' | 'className'>) {
  return (
    <Button
      size="small"
      aria-label={value ? `${name}: ${value}` : name}
      className={cn('min-h-9 max-w-56 shrink-0', value && 'border-wood bg-wood-wash')}
      {...rest}
    >
      <span className="truncate">{value ?? name}</span>
      <ChevronDown aria-hidden="true" />
    </Button>
  )
}
