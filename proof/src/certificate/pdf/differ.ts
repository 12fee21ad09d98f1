/** A text that can be read, and says something else than the proof. */
export class WordsDiffer extends Error {
  readonly found: string
  readonly expected: string

  constructor(found: string, expected: string) {
    super(`“${found}” instead of “${expected}”`)
    this.found = found
    this.expected = expected
  }
}
