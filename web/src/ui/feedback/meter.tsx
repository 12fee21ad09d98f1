import { Meter as Base } from '@base-ui/react/meter'
import type { ReactNode } from 'react'
import { cn } from '../classes.js'

interface MeterProps {
  /** Measured quantity. */
  label: string
  /** In words: "3 GB of 50 GB". */
  words: string
  /** 0 to 1; null without a limit, and then no bar is shown. */
  share: number | null
  hint?: ReactNode
}

/** Above this share the bar warns. */
const fullShare = 0.9

/** How much of a limit is used. */
export function Meter({ label, words, share, hint }: MeterProps) {
  const isFull = share !== null && share >= fullShare
  return (
    <Base.Root
      value={share === null ? 0 : Math.min(100, share * 100)}
      getAriaValueText={() => words}
      className="w-full"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Base.Label className="font-medium">{label}</Base.Label>
        <span className={cn('tabular', isFull ? 'font-medium text-seal' : 'text-soft')}>{words}</span>
      </div>
      {share === null ? null : (
        <Base.Track className="mt-1.5 h-2 overflow-hidden rounded-full bg-line">
          <Base.Indicator className={cn('h-full rounded-full', isFull ? 'bg-seal' : 'bg-wood')} />
        </Base.Track>
      )}
      {hint ? <p className="mt-1.5 text-sm text-soft">{hint}</p> : null}
    </Base.Root>
  )
}
