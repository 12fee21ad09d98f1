import type { Output } from './output.js'

/** Passed to every command. */
export interface Context {
  output: Output
  /** Aborts when the person interrupts, or the reader of the output leaves. */
  signal: AbortSignal
  /** Sets the exit code of a command that ends without an error; 0 by default. */
  exit(code: number): void
}
