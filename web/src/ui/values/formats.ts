import { numberFormat, relativeFormat } from './formatters.js'

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** Returns a size: `312 MB`, `5.4 GB`, in powers of a thousand. */
export function bytesText(language: string, bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  return numberFormat(language, {
    style: 'unit',
    unit: byteUnits[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power < 2 || value >= 100 ? 0 : 1,
  }).format(value)
}

/** Returns a number with the language's separators. */
export function countText(language: string, count: number): string {
  return numberFormat(language).format(count)
}

/** Returns an amount of a currency, with six figures. */
export function figuresText(language: string, amount: number): string {
  return numberFormat(language, { maximumSignificantDigits: 6 }).format(amount)
}

/** Returns a share of 0 to 1 as a percentage. */
export function percentText(language: string, share: number): string {
  return numberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(share)
}

const timeUnits = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** Returns a time relative to another: "in 5 minutes", "2 seconds ago". */
export function relativeText(language: string, atMs: number, nowMs: number): string {
  const seconds = (atMs - nowMs) / 1000
  const [unit, size] = timeUnits.find(([, length]) => Math.abs(seconds) >= length) ?? (['second', 1] as const)
  // Never "0 seconds ago".
  const value = Math.round(seconds / size) || (seconds > 0 ? 1 : -1)
  return relativeFormat(language, { numeric: 'auto' }).format(value, unit)
}

/** Returns a duration in its largest unit: "3 days", "40 seconds"; in a narrow place "3 days", "40 sec". */
export function durationText(language: string, seconds: number, unitDisplay: 'long' | 'short' = 'long'): string {
  const [unit, size] = timeUnits.find(([, length]) => seconds >= length) ?? (['second', 1] as const)
  const value = Math.round(seconds / size)
  return numberFormat(language, { style: 'unit', unit, unitDisplay }).format(value)
}

/** Returns how long something took: "312 ms"; from one second on "1.2 sec". */
export function tookText(language: string, ms: number): string {
  const isLong = ms >= 1000
  return numberFormat(language, {
    style: 'unit',
    unit: isLong ? 'second' : 'millisecond',
    maximumFractionDigits: isLong || ms < 10 ? 1 : 0,
  }).format(isLong ? ms / 1000 : ms)
}
