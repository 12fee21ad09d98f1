const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A number of bytes for people: `312 MB`, `5.4 GB`; in powers of a thousand, as discs are sold. */
export function bytesText(language: string, bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power < 2 || value >= 100 ? 0 : 1,
  }).format(value)
}

/** A number with the language's separators. */
export function countText(language: string, count: number): string {
  return new Intl.NumberFormat(language).format(count)
}

/** A share, 0 to 1, in per cent. */
export function percentText(language: string, share: number): string {
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(share)
}
