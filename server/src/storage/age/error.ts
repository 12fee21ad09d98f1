/**
 * Why an age file can't be decrypted: malformed header (`header`), encrypted to other recipients (`no match`), header modified
 * (`mac`), content modified, truncated or extended (`payload`).
 */
export type AgeProblem = 'header' | 'no match' | 'mac' | 'payload'

/** Thrown when an age file can't be decrypted. Not retryable. */
export class AgeError extends Error {
  override name = 'AgeError'
  readonly problem: AgeProblem

  constructor(problem: AgeProblem, message: string) {
    super(`age ${problem}: ${message}`)
    this.problem = problem
  }
}
