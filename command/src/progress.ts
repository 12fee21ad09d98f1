import cliProgress from 'cli-progress'

const { Format, SingleBar } = cliProgress

const saveCursor = '\x1b7'
const decimal = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
/** A number of bytes for people. */
export const megabytes = (bytes: number) => `${decimal.format(bytes / 1e6)} MB`

/** How far a command is: a bar on a terminal, nothing elsewhere. */
export interface Progress {
  add(amount: number): void
  /** Adds what was there before: it says nothing about the speed. */
  skip(amount: number): void
  end(): void
}

/** Shows on standard error how many bytes were read, and how many in a second. @param total null when it is not known */
export function showBytes(total: number | null): Progress {
  const startMs = performance.now()
  const speed = (bytes: number) => `${megabytes((1000 * bytes) / Math.max(1, performance.now() - startMs))}/s`
  return show(total, (bytes, skipped) => {
    const far = total === null ? megabytes(bytes) : `${megabytes(bytes)} of ${megabytes(total)}`
    return `${far}  ${speed(bytes - skipped)}`
  })
}

/** Shows on standard error how many of a number of things are done. @param total null when it is not known */
export function showCount(total: number | null): Progress {
  return show(total, (count) =>
    total === null ? decimal.format(count) : `${decimal.format(count)} of ${decimal.format(total)}`,
  )
}

function show(total: number | null, words: (value: number, skipped: number) => string): Progress {
  const nothing = () => undefined
  if (!process.stderr.isTTY) return { add: nothing, skip: nothing, end: nothing }
  let skipped = 0
  const bar = new SingleBar({
    stream: process.stderr,
    clearOnComplete: true,
    hideCursor: true,
    format: (options, { value, progress }) =>
      `${total === null ? '' : `${Format.BarFormat(progress, options)} `}${words(value, skipped)}`,
  })
  bar.start(total ?? 0, 0)
  const end = () => {
    // The bar ends where the cursor was when it was saved: at first above the lines printed since, which it would clear.
    process.stderr.write(saveCursor)
    bar.stop()
  }
  const skip = (amount: number) => {
    skipped += amount
    bar.increment(amount)
  }
  return { add: (amount) => bar.increment(amount), skip, end }
}
