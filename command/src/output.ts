import { readingProblem } from './input.js'
import { printable } from './printable.js'

/** Name under which a command writes to its standard output. */
export const STANDARD_OUTPUT = '-'

/** The error for people when a file cannot be written. */
export const writeError = (path: string, error: unknown) =>
  new Error(`cannot write ${path}: ${readingProblem(error)}`, { cause: error })

/** Where a command writes: results to standard output, what is said about them to standard error. */
export class Output {
  /** Whether the reader of standard output has left, as `head` does. */
  isClosed = false
  private readonly onClosed: () => void

  /** @param onClosed called when the reader of standard output leaves */
  constructor(onClosed: () => void) {
    this.onClosed = onClosed
    // Each write learns of its own failure; without a listener, the event would end the process.
    process.stdout.on('error', () => undefined)
  }

  /** Writes to standard output. @throws Error when it fails, but not when its reader has left */
  print(text: string | Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      process.stdout.write(text, (error) => {
        if (!error) return resolve()
        if (!('code' in error && error.code === 'EPIPE'))
          return reject(new Error(`cannot write the output: ${error.message}`))
        if (!this.isClosed) this.onClosed()
        this.isClosed = true
        resolve()
      })
    })
  }

  /** Writes a line of a result, safe for a terminal. */
  line(text: string): Promise<void> {
    return this.print(`${clear()}${printable(text)}\n`)
  }

  /** Writes a value as a line of JSON, safe for a terminal. */
  json(value: unknown): Promise<void> {
    return this.print(`${clear()}${JSON.stringify(value).replace(/[\x7f-\x9f\p{Cf}\p{Zl}\p{Zp}]/gu, escaped)}\n`)
  }

  /** Prints the report on a proof; on a terminal, its verdict stands out. */
  verdict(report: string): Promise<void> {
    const color =
      process.stdout.isTTY && process.stdout.hasColors() ? verdictColors[report.split(/\W/, 1)[0] ?? ''] : undefined
    return this.print(color === undefined ? report : report.replace(/^\w+/, (word) => `\x1b[1;${color}m${word}\x1b[0m`))
  }

  /** Prints a note for the person, beside the result. */
  note(text: string): void {
    process.stderr.write(`${clear()}${printable(text)}\n`)
  }
}

/** Green, red and yellow, by the word that a report begins with. */
const verdictColors: Readonly<Record<string, number>> = {
  CONFIRMED: 32,
  STATED: 32,
  REFUSED: 31,
  INCOMPLETE: 31,
  CONSISTENT: 33,
}

/** Clears the line of a terminal: a bar may be there, which draws itself again below. */
const clear = () => (process.stdout.isTTY && process.stderr.isTTY ? '\r\x1b[K' : '')

const escaped = (character: string) =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('')
