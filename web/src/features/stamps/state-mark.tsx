import type { StampSummary } from './stamp-queries.js'

const tones = { submitted: 'text-amber', confirmed: 'text-wood', final: 'text-moss', failed: 'text-seal' }

const stroke = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.75 }
const cut = { fill: 'none', className: 'stroke-raised', strokeWidth: 1.75, strokeLinecap: 'round' as const }

/** Shapes that differ without colour: ring, half disc, full disc, triangle. */
const shapes = {
  submitted: <circle cx="8" cy="8" r="6" {...stroke} />,
  confirmed: (
    <>
      <circle cx="8" cy="8" r="6" {...stroke} />
      <path d="M8 2a6 6 0 0 1 0 12z" fill="currentColor" />
    </>
  ),
  final: (
    <>
      <circle cx="8" cy="8" r="7" fill="currentColor" />
      <path d="m4.9 8.3 2.2 2.2 4-4.5" {...cut} strokeLinejoin="round" />
    </>
  ),
  failed: (
    <>
      <path d="M8 1.4 15.2 14H.8z" fill="currentColor" stroke="currentColor" strokeLinejoin="round" />
      <path d="M8 6v3.6M8 11.9v.1" {...cut} />
    </>
  ),
}

/** State of a stamp in a dense list: a mark and its word. */
export function StateMark({ state, word }: { state: StampSummary['state']; word: string }) {
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap ${tones[state]}`}>
      <svg viewBox="0 0 16 16" className="size-3.5 shrink-0" aria-hidden="true">
        {shapes[state]}
      </svg>
      {word}
    </span>
  )
}
