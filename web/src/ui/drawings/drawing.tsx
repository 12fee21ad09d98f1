import type { ReactNode } from 'react'

/** A small drawing of one style: lines of wood, what is at the back fainter. Decoration: the words beside it say the same. */
export function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 160 96"
      aria-hidden="true"
      className="w-36 text-wood"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  )
}

/** A sheet with a folded corner, its upper left corner at a point. */
export function Sheet({ x, y, children }: { x: number; y: number; children?: ReactNode }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path d="M0 0h36l14 14v56H0z" />
      <path d="M36 0v14h14" />
      {children}
    </g>
  )
}

/** Lines of writing on a sheet. */
export const writing = <path d="M11 30h28M11 42h28M11 54h16" opacity=".45" />
