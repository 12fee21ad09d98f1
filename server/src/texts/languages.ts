import { german } from './de.js'
import { english } from './en.js'
import type { Texts } from './texts.js'

interface LanguageRow {
  /** How `Intl` writes dates and numbers. */
  locale: string
  texts: Texts
}

/**
 * The languages of mails and certificates, by the codes of profiles. A new one takes a row here, a file of texts beside `en.ts`, a
 * migration that lets `accounts.language` hold its code, and a row and texts in the portal (`web/src/texts`).
 */
export const languages = {
  EN: { locale: 'en-GB', texts: english },
  DE: { locale: 'de-DE', texts: german },
} as const satisfies Record<string, LanguageRow>

export type Language = keyof typeof languages

export const languageCodes = Object.keys(languages) as readonly Language[]
export const defaultLanguage: Language = 'EN'

/** Returns the language of a stored code; the default one for anything else. */
export function languageFrom(code: unknown): Language {
  return languageCodes.find((known) => known === code) ?? defaultLanguage
}

/** Writes a day, in UTC: "25 November 2026". */
export function dayText(date: Date, language: Language): string {
  return date.toLocaleDateString(languages[language].locale, { dateStyle: 'long', timeZone: 'UTC' })
}

/** Returns the language an `Accept-Language` header asks for first, if there are texts in it. */
export function preferredLanguage(header = ''): Language {
  return languageFrom(/^[a-z]+\b/i.exec(header)?.[0].toUpperCase())
}
