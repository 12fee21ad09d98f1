/** The languages there are. */
export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

/** The form of messages in another language than the first: the same keys, other words. */
export type MessagesLike<Messages> = {
  [Key in keyof Messages]: Messages[Key] extends string ? string : MessagesLike<Messages[Key]>
}

const key = 'tallystick.language'

/** What was chosen here before, else what the browser prefers. */
export function initialLanguage(): Language {
  const kept = localStorage.getItem(key)
  if (kept === 'en' || kept === 'de') return kept
  return navigator.language.startsWith('de') ? 'de' : 'en'
}

/** Keeps the choice for the next time. */
export function rememberLanguage(language: Language): void {
  localStorage.setItem(key, language)
}
