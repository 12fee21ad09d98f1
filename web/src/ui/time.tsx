import { useTranslation } from 'react-i18next'
import { localeOf } from './locale.js'

/** A moment, in the reader's language and time zone, with the exact one on request. */
export function Time({ at, withSeconds = false }: { at: string; withSeconds?: boolean }) {
  const { i18n } = useTranslation()
  const text = new Intl.DateTimeFormat(localeOf(i18n.language), {
    dateStyle: 'medium',
    timeStyle: withSeconds ? 'medium' : 'short',
  }).format(new Date(at))
  return (
    <time dateTime={at} title={at} className="tabular whitespace-nowrap">
      {text}
    </time>
  )
}
