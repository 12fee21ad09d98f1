import { useEffect, useState } from 'react'
import { useTranslation } from '../../texts/translation.js'
import { exactMoment, momentText } from './dates.js'
import { relativeText } from './formats.js'

/** A time in the reader's language and time zone, with the exact time and the zone on hover. */
export function Time({ at, withSeconds = false }: { at: string; withSeconds?: boolean }) {
  const { i18n } = useTranslation()
  return (
    <time dateTime={at} title={exactMoment(i18n.language, at)} className="tabular whitespace-nowrap">
      {momentText(i18n.language, at, { seconds: withSeconds })}
    </time>
  )
}

/** A relative time that updates itself, with the exact time and the zone on hover. */
export function RelativeTime({ at }: { at: string }) {
  const { i18n } = useTranslation()
  const [now, setNow] = useState(() => Date.now())
  const time = Date.parse(at)
  const isNear = Math.abs(time - now) < 120_000
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), isNear ? 1000 : 30_000)
    return () => clearInterval(timer)
  }, [isNear])
  return (
    <time dateTime={at} title={exactMoment(i18n.language, at)} className="tabular">
      {relativeText(i18n.language, time, now)}
    </time>
  )
}
