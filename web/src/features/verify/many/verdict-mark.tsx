import type { RowVerdict } from '@tallystick/proof'
import { cn } from '../../../ui/classes.js'

type Mark = 'good' | 'open' | 'bad' | 'none'

/** Shape before colour: a verdict can be told apart in black and white. */
export const looks: { [Verdict in RowVerdict]: { mark: Mark; color: string; bar: string } } = {
  confirmed: { mark: 'good', color: 'text-moss', bar: 'bg-moss' },
  stated: { mark: 'good', color: 'text-wood', bar: 'bg-wood' },
  consistent: { mark: 'open', color: 'text-amber', bar: 'bg-amber' },
  waiting: { mark: 'open', color: 'text-amber', bar: 'bg-amber' },
  refused: { mark: 'bad', color: 'text-seal', bar: 'bg-seal' },
  other: { mark: 'bad', color: 'text-seal', bar: 'bg-seal' },
  unread: { mark: 'bad', color: 'text-seal', bar: 'bg-seal' },
  'no-proof': { mark: 'none', color: 'text-soft', bar: 'bg-edge' },
  'no-document': { mark: 'none', color: 'text-soft', bar: 'bg-edge' },
}

const stroke = { fill: 'none', strokeWidth: 1.75, strokeLinecap: 'round', strokeLinejoin: 'round' } as const

const shapes: { [Each in Mark]: React.ReactNode } = {
  good: (
    <>
      <circle cx="8" cy="8" r="7" fill="currentColor" />
      <path d="m4.9 8.3 2.2 2.2 4-4.5" className="stroke-raised" {...stroke} />
    </>
  ),
  open: (
    <>
      <rect x="1" y="2" width="14" height="5" rx="1" fill="currentColor" />
      <rect x="1.75" y="9.75" width="12.5" height="3.5" rx=".6" fill="none" stroke="currentColor" strokeWidth="1.5" />
    </>
  ),
  bad: (
    <>
      <path d="M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1z" fill="currentColor" />
      <path d="m5.5 5.5 5 5m0-5-5 5" className="stroke-raised" {...stroke} />
    </>
  ),
  none: (
    <>
      <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M5.5 8h5" stroke="currentColor" strokeWidth="1.5" />
    </>
  ),
}

/** The mark of a verdict, beside its word. */
export function VerdictMark({ verdict }: { verdict: RowVerdict }) {
  const { mark, color } = looks[verdict]
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className={cn('size-3.5 shrink-0', color)}>
      {shapes[mark]}
    </svg>
  )
}
