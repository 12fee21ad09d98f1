import { type PointerEvent, useEffect, useState } from 'react'
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

/** The same in a row of a list, whose table says the exact time: {@link sayExactTime}. */
export function RowTime({ language, at }: { language: string; at: string }) {
  return (
    <time dateTime={at} className="tabular whitespace-nowrap">
      {momentText(language, at)}
    </time>
  )
}

/** Gives a {@link RowTime} the exact time and the zone once the pointer is on it: a list has a hundred, and few are looked at. */
export function sayExactTime(language: string, { target }: PointerEvent): void {
  const time = (target as Element).closest('time')
  if (time) time.title = exactMoment(language, time.dateTime)
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
