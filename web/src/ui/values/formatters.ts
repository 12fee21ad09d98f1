/*
 * The formatters of the platform, each made once: making one costs about a hundred times what using it does, and a table of stamps
 * writes a hundred dates.
 */

/** The reader's time zone, as IANA names it, for as long as the page is open: all its times are of one zone. */
export const pageZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Returns a maker of formatters that makes one for each language and style. */
function made<Style, Formatter>(make: (language: string, style?: Style) => Formatter) {
  const known = new Map<string, Formatter>()
  return (language: string, style?: Style): Formatter => {
    const key = `${language} ${JSON.stringify(style)}`
    const formatter = known.get(key) ?? make(language, style)
    known.set(key, formatter)
    return formatter
  }
}

/** Returns the formatter of dates. */
export const dateFormat = made(
  (language, style?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, style),
)

/** Returns the formatter of numbers. */
export const numberFormat = made((language, style?: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, style))

/** Returns the formatter of times relative to another. */
export const relativeFormat = made(
  (language, style?: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(language, style),
)
