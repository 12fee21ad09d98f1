import { cn } from '../classes.js'
import { later } from '../later.js'

const encoder = later(() => import('uqr'))

/** A QR code: dark on light in both themes, for cameras. Its place is kept until the encoder is loaded. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const loaded = encoder.use()
  const look = cn('size-44 rounded-lg', className)
  if (!loaded) return <div className={look} />
  const { data, size } = loaded.encode(text, { ecc: 'M', border: 2 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges" className={look}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#14171b" />
    </svg>
  )
}
