import { later } from '../later.js'

const encoder = later(() => import('uqr'))

/** Returns the dark modules of a QR code as a path in units of a module, and how many a side has; null until its encoder is loaded. */
export function useQrPath(text: string, border: number): { path: string; size: number } | null {
  const loaded = encoder.use()
  if (!loaded) return null
  const { data, size } = loaded.encode(text, { ecc: 'M', border })
  return { path: data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join(''), size }
}
