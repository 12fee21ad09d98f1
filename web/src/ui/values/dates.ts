import { isLanguage, languages } from '../../texts/languages.js'
import { dateFormat, pageZone } from './formatters.js'

/*
 * Dates and times in a reader's language: the only place that writes any. Times are local, and sentences name their zone; verdicts
 * and proofs say UTC, with the local time beside it.
 */

/** A moment as someone in a time zone reads it. */
export interface LocalMoment {
  /** With the date only where that isn't the date in UTC: "09:58:19", "26 November 2026, 00:58:19". */
  text: string
  /** "Berlin, UTC+1" */
  zone: string
}

type Style = Intl.DateTimeFormatOptions

/** Returns a date without line breaks: "5 December 2026". */
export function dayText(language: string, at: string): string {
  return written(language, at, { dateStyle: 'long' }).replaceAll(' ', '\u00a0')
}

/** Returns a date where there is little room: "5 Dec 2026". */
export function shortDayText(language: string, at: string): string {
  return written(language, at, { dateStyle: 'medium' })
}

/** Returns a day in UTC, for an axis: "26 Nov". */
export function axisDayText(language: string, at: string): string {
  return written(language, at, { day: 'numeric', month: 'short', timeZone: 'UTC' })
}

/** Returns a date with the time, for tables and names: "5 Dec 2026, 10:04". */
export function momentText(language: string, at: string, { seconds = false, timeZone = pageZone } = {}): string {
  return written(language, at, { dateStyle: 'medium', timeStyle: seconds ? 'medium' : 'short', timeZone })
}

/** Returns a date with the time and its zone, for sentences: "5 Dec 2026, 10:04 (UTC+1)". */
export function zonedMoment(language: string, at: string, { seconds = false, timeZone = pageZone } = {}): string {
  return `${momentText(language, at, { seconds, timeZone })} (${offsetOf(at, timeZone)})`
}

/** Returns everything about a moment, for a tooltip: "5 December 2026, 10:04:19 (Berlin, UTC+1)". */
export function exactMoment(language: string, at: string, timeZone = pageZone): string {
  return `${longMoment(language, at, timeZone)} (${zoneName(at, timeZone)})`
}

/** Returns a time in UTC, so that every reader sees the same: "5 December 2026, 10:04 UTC". */
export function utcText(language: string, at: string): string {
  const time = written(language, at, { timeStyle: 'short', timeZone: 'UTC' })
  return `${joined(language, longDay(language, at, 'UTC'), time)} UTC`
}

/** Returns a moment to the second, as everyone reads it: "25 November 2026, 08:58:19 UTC". */
export function utcMoment(language: string, at: string): string {
  return `${longMoment(language, at, 'UTC')} UTC`
}

/** Returns the same for a column whose head says UTC: "25 Nov 2026, 08:58:19". */
export function utcColumnText(language: string, at: string): string {
  return momentText(language, at, { seconds: true, timeZone: 'UTC' })
}

/** Returns a moment in a time zone; null where that is UTC. */
export function localMoment(language: string, at: string, timeZone = pageZone): LocalMoment | null {
  if (offsetOf(at, timeZone) === 'UTC') return null
  const isSameDay = longDay(language, at, timeZone) === longDay(language, at, 'UTC')
  const text = isSameDay ? clock(language, at, timeZone) : longMoment(language, at, timeZone)
  return { text, zone: zoneName(at, timeZone) }
}

/** Returns how far a zone is from UTC: "UTC+1", "UTC". */
function offsetOf(at: string, timeZone: string): string {
  const parts = dateFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(new Date(at))
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC') ?? 'UTC'
  // Some browsers write UTC+0.
  return offset === 'UTC+0' ? 'UTC' : offset
}

/** Names a zone by its place, too: "Berlin, UTC+1", "UTC". */
function zoneName(at: string, timeZone: string): string {
  const offset = offsetOf(at, timeZone)
  const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone
  return offset === 'UTC' ? offset : `${place}, ${offset}`
}

const longDay = (language: string, at: string, timeZone: string) =>
  written(language, at, { dateStyle: 'long', timeZone })
const clock = (language: string, at: string, timeZone: string) =>
  written(language, at, { timeStyle: 'medium', timeZone })
const longMoment = (language: string, at: string, timeZone: string) =>
  joined(language, longDay(language, at, timeZone), clock(language, at, timeZone))

/** Joins a date and a time, which browsers do in one way or another. */
function joined(language: string, day: string, time: string): string {
  return `${day}${isLanguage(language) ? languages[language].dateTimeSeparator : ', '}${time}`
}

function written(language: string, at: string, style: Style): string {
  const locale = isLanguage(language) ? languages[language].locale : language
  return dateFormat(locale, style).format(new Date(at))
}
