/*
 * The seal: a tally bent into a circle, whose notches follow from a digest alone, so that two prints of one document carry the same
 * seal. Two rings meet at a seam with 32 notches, one for each byte; in the middle is the tally that screens show, of the first seven.
 */

/** A closed line, as corners. */
type Outline = readonly (readonly [x: number, y: number])[]

/** The parts of a seal of radius 100 around the origin, y downwards. `dark` and `pale`: each an area, filled by the even-odd rule. */
export interface Seal {
  readonly dark: readonly (readonly Outline[])[]
  readonly pale: readonly (readonly Outline[])[]
}

const outer = { from: 84.6, to: 100 } as const
const inner = { from: 68, to: 83.4 } as const
/** Between two corners of an arc, in degrees: no eye sees them. */
const arcStep = 3.75
/** The tally in the middle: smaller than on screens, around their middle. */
const tally = { scale: 0.86, x: 60, y: 24 } as const

/** Draws the seal of a digest. @param hex at least 32 bytes, in hex; the first 32 count */
export function sealOf(hex: string): Seal {
  const bytes = Array.from({ length: 32 }, (_, at) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16))
  return {
    dark: [[circle(outer.to), seam(bytes, outer.from, 1)], [half(bytes, -1)]],
    pale: [[seam(bytes, inner.to, -1), circle(inner.from)], [half(bytes, 1)]],
  }
}

/** The side of a ring with the notches, cut outwards (1) or inwards (-1) from its radius. */
function seam(bytes: readonly number[], radius: number, direction: 1 | -1): Outline {
  return bytes.flatMap((byte, at) => {
    const middle = at * 11.25
    const depth = 4 + (byte >> 4) * 0.5
    const reach = 1.2 + (byte & 15) * 0.12
    const next = bytes[(at + 1) % 32] ?? 0
    const end = middle + 11.25 - (1.2 + (next & 15) * 0.12)
    const notch = [
      onCircle(radius, middle - reach),
      onCircle(radius + direction * depth, middle),
      onCircle(radius, middle + reach),
    ]
    return [...notch, ...arc(radius, middle + reach, end)]
  })
}

/** The corners of an arc between its ends. */
function arc(radius: number, from: number, to: number): [number, number][] {
  const steps = Math.ceil((to - from) / arcStep)
  return Array.from({ length: steps - 1 }, (_, at) => onCircle(radius, from + ((at + 1) * (to - from)) / steps))
}

const circle = (radius: number): Outline =>
  Array.from({ length: 360 / arcStep }, (_, at) => onCircle(radius, at * arcStep))

/** A half of the tally: above (-1) or below (1). */
function half(bytes: readonly number[], side: 1 | -1): Outline {
  const at = (x: number, y: number): [number, number] => [tally.scale * (x - tally.x), tally.scale * side * y]
  const cuts = bytes.slice(0, 7).flatMap((byte, index) => {
    const x = 12 + index * 14 + (byte / 255) * 8
    return [at(x - 3, 0.8), at(x, 6.8), at(x + 3, 0.8)]
  })
  return [at(4, 0.8), ...cuts, at(116, 0.8), at(116, 15.8), at(4, 15.8)]
}

/** A place on a circle, by degrees clockwise from its top. Rounded, so that every machine draws the same. */
function onCircle(radius: number, degrees: number): [number, number] {
  const angle = (degrees * Math.PI) / 180
  return [rounded(radius * Math.sin(angle)), rounded(-radius * Math.cos(angle))]
}

/** To thousandths; adding zero makes a negative zero a plain one. */
const rounded = (value: number) => Math.round(value * 1000) / 1000 + 0
