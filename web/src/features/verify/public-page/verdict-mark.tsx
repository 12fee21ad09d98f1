import type { Outcome } from '@tallystick/proof'
import type { ReactNode } from 'react'
import { cn } from '../../../ui/classes.js'

const hole = 'stroke-raised [stroke-linecap:round] [stroke-linejoin:round]'
const check = <path d="m4.9 8.3 2.2 2.2 4-4.5" fill="none" strokeWidth="1.75" className={hole} />

/** A mark for each verdict: told apart by its shape, before its colour. */
const marks: Record<Outcome, ReactNode> = {
  confirmed: (
    <>
      <circle cx="8" cy="8" r="7" fill="currentColor" />
      {check}
    </>
  ),
  stated: (
    <>
      <rect x="1" y="1" width="14" height="14" rx="3.5" fill="currentColor" />
      {check}
    </>
  ),
  consistent: (
    <>
      <rect x="1" y="2" width="14" height="5" rx="1" fill="currentColor" />
      <rect x="1.75" y="9.75" width="12.5" height="3.5" rx=".6" fill="none" stroke="currentColor" strokeWidth="1.5" />
    </>
  ),
  refused: (
    <>
      <path d="M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1z" fill="currentColor" />
      <path d="m5.5 5.5 5 5m0-5-5 5" strokeWidth="1.75" className={hole} />
    </>
  ),
}

/** The mark of a verdict; its words stand beside it. */
export function VerdictMark({ outcome, className }: { outcome: Outcome; className?: string }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className={cn('size-4 shrink-0', className)}>
      {marks[outcome]}
    </svg>
  )
}
