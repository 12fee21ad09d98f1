import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from './locale.js'
import { relativeText } from './moments.js'

/** How long ago, or in how long; kept true while it is looked at. The exact moment on pointing. */
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
