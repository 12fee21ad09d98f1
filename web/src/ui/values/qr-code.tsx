import { encode } from 'uqr'
import { cn } from '../classes.js'

/** A QR code: dark on light in both themes, for cameras. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={cn('size-44 rounded-lg', className)}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#14171b" />
    </svg>
  )
}
