import type { PointerEvent } from 'react'
import { exactMoment, momentText } from '../values/dates.js'

/** A time in a row, whose table says the exact one: {@link sayExactTime}. */
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
