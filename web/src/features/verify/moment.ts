import { localeOf } from '../../ui/formats.js'

/** Returns a block's time in words, in UTC, so that every reader sees the same. */
export function momentOf(blockTime: string, language: string): string {
  const at = new Date(blockTime)
  const locale = localeOf(language)
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(at)
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(at)
  return language === 'de' ? `${day} um ${time} UTC` : `${day}, ${time} UTC`
}
