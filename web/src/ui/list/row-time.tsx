import { momentText } from '../values/dates.js'

/** A time in a row. The link that fills the row lies above it, so it has no tooltip; what the row opens says the exact time. */
export function RowTime({ language, at }: { language: string; at: string }) {
  return (
    <time dateTime={at} className="tabular whitespace-nowrap">
      {momentText(language, at)}
    </time>
  )
}
