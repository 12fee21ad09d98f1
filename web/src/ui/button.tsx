import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { cn } from './classes.js'
import { Spinner } from './spinner.jsx'

/** Look of a button, for links that act as one: `<Link className={buttonLook({ look: 'primary' })}>`. */
export const buttonLook = cva(
  'inline-flex min-h-10 items-center justify-center gap-2 rounded-lg px-4 text-base font-medium whitespace-nowrap transition-colors select-none disabled:opacity-55 data-disabled:opacity-55 [&_svg]:size-4.5 [&_svg]:shrink-0',
  {
    variants: {
      look: {
        primary: 'bg-ink text-paper hover:bg-ink/88',
        secondary: 'border border-edge/60 bg-raised text-ink hover:border-edge hover:bg-sunken',
        quiet: 'text-ink hover:bg-sunken',
        danger: 'border border-seal/50 bg-raised text-seal hover:bg-seal-wash',
      },
      size: {
        normal: '',
        small: 'min-h-8 rounded-md px-2.5 text-sm',
        icon: 'size-10 shrink-0 px-0',
        'icon-small': 'size-8 min-h-8 shrink-0 rounded-md px-0',
      },
      wide: { true: 'w-full', false: '' },
    },
    defaultVariants: { look: 'secondary', size: 'normal', wide: false },
  },
)

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> &
  VariantProps<typeof buttonLook> & {
    className?: string
    /** Shows a spinner and ignores clicks. */
    busy?: boolean
  }

/** A button. Pass lucide-react icons as children; without text it needs `aria-label`. */
export function Button({
  look,
  size,
  wide,
  busy = false,
  className,
  children,
  disabled,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      className={cn(buttonLook({ look, size, wide }), className)}
      // A busy button keeps the focus, which a disabled one would lose.
      disabled={disabled === true && !busy}
      aria-disabled={busy || undefined}
      data-disabled={busy ? '' : undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {busy ? <Spinner /> : null}
      {children}
    </button>
  )
}
