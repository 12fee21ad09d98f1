import { cn } from '../classes.js'

const width = 120
const notches = 7

/**
 * Returns where the notches of a tally are cut. They follow from the hash, so that two halves fit only if they belong to the same
 * document.
 */
function notchesOf(hash: string): number[] {
  return Array.from({ length: notches }, (_, at) => {
    const byte = Number.parseInt(hash.slice(at * 2, at * 2 + 2), 16) || 0
    return 12 + at * 14 + (byte / 255) * 8
  })
}

const plain = [16, 27, 44, 52, 71, 84, 97]

/** Outlines one half with its cut at `edge`; `up`: the wood is above it. */
function half(cuts: readonly number[], edge: number, up: boolean): string {
  const deep = up ? -6 : 6
  const cut = cuts.map((x) => `L${x - 3} ${edge}L${x} ${edge + deep}L${x + 3} ${edge}`).join('')
  const outer = up ? edge - 16 : edge + 16
  return `M4 ${edge}${cut}L${width - 4} ${edge}L${width - 4} ${outer}L4 ${outer}Z`
}

interface TallyDrawingProps {
  /** Hash of one half; without it the logo is drawn. */
  left?: string
  /** Hash of the other half. */
  right?: string
  /** Gap between the halves, 0 to 10. */
  gap?: number
  className?: string
}

/** A tally stick, split lengthwise. Both halves carry the same notches, so each proves the other. */
export function TallyDrawing({ left, right, gap = 3, className }: TallyDrawingProps) {
  return (
    <svg viewBox={`0 0 ${width} 48`} aria-hidden="true" className={cn('w-full', className)}>
      <path d={half(left ? notchesOf(left) : plain, 24 - gap / 2, true)} className="fill-current" />
      <path
        d={half(right ? notchesOf(right) : left ? notchesOf(left) : plain, 24 + gap / 2, false)}
        className="fill-current opacity-70"
      />
    </svg>
  )
}
