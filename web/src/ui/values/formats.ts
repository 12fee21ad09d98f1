import { isLanguage, languages } from '../../texts/languages.js'

/** Returns the locale in which `Intl` writes dates and numbers of a language. */
export function localeOf(language: string): string {
  return isLanguage(language) ? languages[language].locale : language
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** Returns a size: `312 MB`, `5.4 GB`, in powers of a thousand. */
export function bytesText(language: string, bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: byteUnits[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power < 2 || value >= 100 ? 0 : 1,
  }).format(value)
}

/** Returns a number with the language's separators. */
export function countText(language: string, count: number): string {
  return new Intl.NumberFormat(language).format(count)
}

/** Returns a share of 0 to 1 as a percentage. */
export function percentText(language: string, share: number): string {
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(share)
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
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(value, unit)
}

/** Returns a duration in its largest unit: "3 days", "40 seconds". */
export function durationText(language: string, seconds: number): string {
  const [unit, size] = timeUnits.find(([, length]) => seconds >= length) ?? (['second', 1] as const)
  const value = Math.round(seconds / size)
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}

/** Returns a date without line breaks: "5 December 2026". */
export function dayText(language: string, at: string): string {
  const text = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long' }).format(new Date(at))
  return text.replaceAll(' ', '\u00a0')
}

/** Returns a date with the time: "5 Dec 2026, 10:04". */
export function momentText(language: string, at: string): string {
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at))
}

/** Returns a time in UTC, so that every reader sees the same: "5 December 2026, 10:04 UTC". */
export function utcText(language: string, at: string): string {
  const write = (style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(localeOf(language), { ...style, timeZone: 'UTC' }).format(new Date(at))
  const separator = isLanguage(language) ? languages[language].dateTimeSeparator : ', '
  return `${write({ dateStyle: 'long' })}${separator}${write({ timeStyle: 'short' })} UTC`
}
