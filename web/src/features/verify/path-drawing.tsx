import type { ProofDocument } from '@tallystick/proof'
import { useTranslation } from 'react-i18next'

const rise = 22
const width = 150

/** Which way each pairing goes: whether our node is the left one, from the leaf upwards (RFC 9162 §2.1.3.2). */
export function turnsOf(leafIndex: number, treeSize: number, steps: number): boolean[] {
  const turns: boolean[] = []
  let node = leafIndex
  let last = treeSize - 1
  for (let step = 0; step < steps; step++) {
    // The last node of an odd level has no sibling there: it rises until it has one.
    while (node % 2 === 0 && node === last && last > 0) {
      node = Math.floor(node / 2)
      last = Math.floor(last / 2)
    }
    turns.push(node % 2 === 0)
    node = Math.floor(node / 2)
    last = Math.floor(last / 2)
  }
  return turns
}

/** How the document's leaf is joined with others, level by level, up to the root. */
export function PathDrawing({ proof: { leafIndex, treeSize, path } }: { proof: ProofDocument }) {
  const { t } = useTranslation('verify')
  const turns = turnsOf(leafIndex, treeSize, path.length)
  const height = rise * path.length + 24
  let x = width / 2
  const levels = turns.map((isLeft, level) => {
    const y = height - 12 - level * rise
    const spread = 16
    const sibling = isLeft ? x + spread * 2 : x - spread * 2
    const parent = isLeft ? x + spread : x - spread
    const drawn = { x, y, sibling, parent }
    // Keeps the way inside the picture: what counts is left or right, not how far.
    x = Math.max(44, Math.min(width - 44, parent))
    return { ...drawn, shown: x }
  })
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={t('pathDrawing', { count: path.length })}
      className="mt-2 w-full max-w-44"
    >
      {levels.map(({ x, y, sibling, shown }) => (
        <g key={y} fill="none" strokeWidth="1.5">
          <path d={`M${sibling} ${y}L${shown} ${y - rise}`} className="stroke-edge" />
          <path d={`M${x} ${y}L${shown} ${y - rise}`} className="stroke-wood" strokeWidth="2" />
          <circle cx={sibling} cy={y} r="4" className="fill-raised stroke-edge" />
          <circle cx={x} cy={y} r="4.5" className="fill-wood" />
        </g>
      ))}
      <circle cx={x} cy={height - 12 - path.length * rise} r="6" className="fill-ink" />
    </svg>
  )
}
