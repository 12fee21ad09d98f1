import type { Output } from './output.js'

/** Passed to every command. */
export interface Context {
  output: Output
  /** Aborts when the person interrupts, or the reader of the output leaves. */
  signal: AbortSignal
  /** Sets the exit code of a command that ends without an error; 0 by default. */
  exit(code: number): void
  /** Sets what is said when the person interrupts: what is done, what is left, how to go on. */
  onInterrupt(words: () => string): void
}
