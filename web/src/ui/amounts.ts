const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A number of bytes as a person reads it: "3.4 MB". */
export function sizeText(language: string, bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** step
  const digits = { maximumFractionDigits: step > 0 && value < 100 ? 1 : 0 }
  const unit = units[step] ?? 'byte'
  const display = step === 0 ? 'long' : 'short'
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: display, ...digits }).format(value)
}
