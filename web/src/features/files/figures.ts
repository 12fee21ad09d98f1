const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A number of bytes for people, in the reader's language: 12.3 MB. */
export function formatBytes(bytes: number, language: string): string {
  let unit = 0
  let value = bytes
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[unit] ?? 'byte',
    unitDisplay: unit === 0 ? 'long' : 'short',
    maximumFractionDigits: unit > 0 && value < 99.5 ? 1 : 0,
  }).format(value)
}

/** How long something will take, roughly: "2 min". */
export function formatSeconds(seconds: number, language: string): string {
  const [value, unit] =
    seconds < 60 ? [seconds, 'second'] : seconds < 3600 ? [seconds / 60, 'minute'] : [seconds / 3600, 'hour']
  return new Intl.NumberFormat(language, { style: 'unit', unit: unit as string, unitDisplay: 'short' }).format(
    Math.max(1, Math.round(value as number)),
  )
}

/** A signed address of the service as an address of this page's origin, which is all that the page may load. */
export function localUrl(url: string): string {
  const { pathname, search } = new URL(url, location.origin)
  return pathname + search
}
