import { localeOf } from './locale.js'

const units = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** How far a moment is from another, as a person says it: "in 5 minutes", "2 seconds ago". */
export function relativeText(language: string, atMs: number, nowMs: number): string {
  const seconds = (atMs - nowMs) / 1000
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? (['second', 1] as const)
  // "0 seconds ago" is nothing that anybody says.
  const value = Math.round(seconds / size) || (seconds > 0 ? 1 : -1)
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(value, unit)
}

/** A length of time in its largest unit: "3 days", "40 seconds". */
export function durationText(language: string, seconds: number): string {
  const [unit, size] = units.find(([, length]) => seconds >= length) ?? (['second', 1] as const)
  const value = Math.round(seconds / size)
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}

/** A day: "5 December 2026", which no line breaks. */
export function dayText(language: string, at: string): string {
  const text = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long' }).format(new Date(at))
  return text.replaceAll(' ', '\u00a0')
}

/** A moment to the minute: "5 Dec 2026, 10:04". */
export function momentText(language: string, at: string): string {
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at))
}
