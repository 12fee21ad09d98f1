import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf, relativeText } from './formats.js'

/** A time in the reader's language and time zone, with the exact time on hover. */
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

/** A relative time that updates itself, with the exact time on hover. */
export function RelativeTime({ at }: { at: string }) {
  const { i18n } = useTranslation()
  const [now, setNow] = useState(() => Date.now())
  const time = Date.parse(at)
  const isNear = Math.abs(time - now) < 120_000
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), isNear ? 1000 : 30_000)
    return () => clearInterval(timer)
  }, [isNear])
  const exact = new Intl.DateTimeFormat(localeOf(i18n.language), { dateStyle: 'medium', timeStyle: 'medium' }).format(
    time,
  )
  return (
    <time dateTime={at} title={exact} className="tabular">
      {relativeText(i18n.language, time, now)}
    </time>
  )
}
