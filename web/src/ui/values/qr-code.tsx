import { cn } from '../classes.js'
import { useQrPath } from './qr-path.js'

/** A QR code: dark on light in both themes, for cameras. Its place is kept until it can be drawn. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const qr = useQrPath(text, 2)
  const look = cn('size-44 rounded-lg', className)
  if (!qr) return <div className={look} />
  return (
    <svg
      viewBox={`0 0 ${qr.size} ${qr.size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={look}
    >
      <rect width={qr.size} height={qr.size} fill="#fff" />
      <path d={qr.path} fill="#14171b" />
    </svg>
  )
}
