import type { ReactNode } from 'react'

/*
 * Marks of rows, drawn for their size. Icons of the library are components in components: in a list of thirty rows, they took a third of
 * the time until it is shown.
 */

interface MarkProps {
  className?: string
  /** Accessible name; without it the mark is decoration. */
  label?: string
}

/** Draws a mark on a field of 16. */
function mark(shape: ReactNode) {
  return ({ className = 'size-4', label }: MarkProps) => (
    <svg
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`shrink-0 ${className}`}
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined ? 'true' : undefined}
    >
      {shape}
    </svg>
  )
}

/** Public. */
export const GlobeMark = mark(
  <path d="M8 1.7a6.3 6.3 0 1 0 0 12.6A6.3 6.3 0 0 0 8 1.7M1.7 8h12.6M8 1.7c-3.4 3.6-3.4 9 0 12.6M8 1.7c3.4 3.6 3.4 9 0 12.6" />,
)

/** Private. */
export const LockMark = mark(
  <path d="M3.7 7.3h8.6a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1H3.7a1 1 0 0 1-1-1v-5a1 1 0 0 1 1-1M5 7.3V5a3 3 0 0 1 6 0v2.3M8 10.4v.9" />,
)

const sheet = 'M9 1.7H4.3a1.3 1.3 0 0 0-1.3 1.3v10a1.3 1.3 0 0 0 1.3 1.3h7.4a1.3 1.3 0 0 0 1.3-1.3V5.7zM9 1.7v4h4'

/** A file. */
export const FileMark = mark(<path d={sheet} />)

/** A text. */
export const TextMark = mark(<path d={`${sheet}M5.7 8.7h4.6M5.7 11.3h4.6`} />)

/** A picture. */
export const PictureMark = mark(
  <path d="M3.3 2.3h9.4a1 1 0 0 1 1 1v9.4a1 1 0 0 1-1 1H3.3a1 1 0 0 1-1-1V3.3a1 1 0 0 1 1-1M5.7 6.7a1 1 0 1 0 0-2 1 1 0 0 0 0 2M13.7 10l-2.4-2.4a1 1 0 0 0-1.4 0l-6 6" />,
)

/** A folder. */
export const FolderMark = mark(
  <path d="M13.3 13.3H2.7a1 1 0 0 1-1-1V3.7a1 1 0 0 1 1-1h3.4l1.5 2h5.7a1 1 0 0 1 1 1v6.6a1 1 0 0 1-1 1" />,
)

/** A favourite; it is filled by its class. */
export const StarMark = mark(
  <path d="m8 1.6 1.95 4 4.4.63-3.18 3.1.75 4.37L8 11.63 4.08 13.7l.75-4.37-3.18-3.1 4.4-.63z" />,
)

/** A menu. */
export const DotsMark = mark(<path d="M8 8h.01M8 3.3h.01M8 12.7h.01" strokeWidth="2" />)

/** Takes something out of the bin. */
export const RestoreMark = mark(
  <path d="M1.7 2.7h12.6v3H1.7zM2.7 5.7v7a1 1 0 0 0 1 1h8.6a1 1 0 0 0 1-1v-7M8 11.3V7.7M6.3 9.3 8 7.7l1.7 1.6" />,
)

/** Erases something for ever. */
export const EraseMark = mark(
  <path d="M2 4h12M12.7 4v9.3a1 1 0 0 1-1 1H4.3a1 1 0 0 1-1-1V4M5.7 4V2.7a1 1 0 0 1 1-1h2.6a1 1 0 0 1 1 1V4M6.7 7.3v4M9.3 7.3v4" />,
)
