/** How dates and numbers are written in a language of the portal: English has the day before the month, and 24 hours. */
export function localeOf(language: string): string {
  return language === 'en' ? 'en-GB' : language
}
