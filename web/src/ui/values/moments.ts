import { isLanguage, languages } from '../../texts/languages.js'
import { localeOf } from './formats.js'

/** A moment as someone in a time zone reads it. */
export interface LocalMoment {
  /** With the date only where that isn't the date in UTC: "09:58:19", "26 November 2026, 00:58:19". */
  text: string
  /** "Berlin, UTC+1" */
  zone: string
}

/** Returns a moment to the second, as everyone reads it: "25 November 2026, 08:58:19 UTC". */
export function utcMoment(language: string, at: string): string {
  return `${momentIn(language, at, 'UTC')} UTC`
}

/** Returns a moment in a time zone (IANA name); null where that is UTC. */
export function localMoment(language: string, at: string, timeZone: string): LocalMoment | null {
  const date = new Date(at)
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' })
  const offset = format
    .formatToParts(date)
    .find(({ type }) => type === 'timeZoneName')
    ?.value.replace('GMT', 'UTC')
  // Some browsers write UTC+0.
  if (offset === undefined || /^UTC(\+0)?$/.test(offset)) return null
  const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone
  const isSameDay = dayIn(language, date, timeZone) === dayIn(language, date, 'UTC')
  const text = isSameDay ? clockIn(language, date, timeZone) : momentIn(language, at, timeZone)
  return { text, zone: `${place}, ${offset}` }
}

function momentIn(language: string, at: string, timeZone: string): string {
  const date = new Date(at)
  const separator = isLanguage(language) ? languages[language].dateTimeSeparator : ', '
  return `${dayIn(language, date, timeZone)}${separator}${clockIn(language, date, timeZone)}`
}

function dayIn(language: string, date: Date, timeZone: string): string {
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone }).format(date)
}

function clockIn(language: string, date: Date, timeZone: string): string {
  return new Intl.DateTimeFormat(localeOf(language), { timeStyle: 'medium', timeZone }).format(date)
}
