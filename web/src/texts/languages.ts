import type { Payload } from '@tallystick/sdk'

/** A language code of the API. */
export type ServiceLanguage = Payload<'get', '/profile'>['language']

interface LanguageRow {
  /** The language's name for itself. */
  name: string
  /** How `Intl` writes dates and numbers. English puts the day before the month and uses 24 hours. */
  locale: string
  /** Between a long date and its time. */
  dateTimeSeparator: string
}

/** The portal's languages. A new one takes a row here, a folder of texts beside `en`, and a row in the server's table. */
export const languages = {
  en: { name: 'English', locale: 'en-GB', dateTimeSeparator: ', ' },
  de: { name: 'Deutsch', locale: 'de', dateTimeSeparator: ' um ' },
} as const satisfies Record<Lowercase<ServiceLanguage>, LanguageRow>

/** Code of a language; also the `lang` of the page. */
export type Language = keyof typeof languages

/** All languages, in display order. */
export const languageCodes = Object.keys(languages) as readonly Language[]

/** Whether the portal has a language. */
export function isLanguage(code: string): code is Language {
  return Object.hasOwn(languages, code)
}

/** Returns the API's code of a language. */
export function serviceLanguage(language: Language): ServiceLanguage {
  return language.toUpperCase() as Uppercase<Language>
}

/** Returns the portal's code of a language. */
export function pageLanguage(code: ServiceLanguage): Language {
  return code.toLowerCase() as Lowercase<ServiceLanguage>
}

/** Shape of a translation: the keys of the English texts. */
export type TextsLike<Texts> = {
  [Key in keyof Texts]: Texts[Key] extends string ? string : TextsLike<Texts[Key]>
}
