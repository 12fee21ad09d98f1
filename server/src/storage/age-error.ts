/**
 * What is wrong with an age file: its header (`header`), it is for other identities (`no match`), its header was changed
 * (`mac`), its content was changed, cut off or added to (`payload`).
 */
export type AgeProblem = 'header' | 'no match' | 'mac' | 'payload'

/** An age file that does not open. Repeating does not help. */
export class AgeError extends Error {
  override name = 'AgeError'
  readonly problem: AgeProblem

  constructor(problem: AgeProblem, message: string) {
    super(`age ${problem}: ${message}`)
    this.problem = problem
  }
}
