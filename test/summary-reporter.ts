import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** What a run came to. */
export interface Totals {
  passed: number
  failed: number
  skipped: number
}

/**
 * Ends the output of a test run with one plain line, `128 passed, 0 failed`, and `, 3 skipped` after it where some were.
 *
 * Files and suites that broke outside of a test, and errors that no test caught, count as failures; so does a run that ends
 * with a failing exit code for any other reason.
 */
export class SummaryReporter implements Reporter {
  private totals: Totals | undefined

  onInit(): void {
    // At the very end, so that nothing another reporter or a closing worker says comes after it.
    process.once('exit', (code) => {
      const { line, exitCode } = summary(this.totals, code)
      process.exitCode = exitCode
      process.stdout.write(`${line}\n`)
    })
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    this.totals = count(modules, unhandledErrors)
  }
}

/** The line, and the exit code that fits it. */
export function summary(totals: Totals | undefined, code: number): { line: string; exitCode: number } {
  const { passed, failed, skipped } = totals ?? { passed: 0, failed: 1, skipped: 0 }
  const shown = failed === 0 && code !== 0 ? 1 : failed
  const line = `${passed} passed, ${shown} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
  return { line, exitCode: code === 0 && shown > 0 ? 1 : code }
}

/** Counts tests by their outcome; a test that never came to run failed. */
export function count(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): Totals {
  const totals: Totals = { passed: 0, failed: unhandledErrors.length, skipped: 0 }
  for (const module of modules) {
    if (module.errors().length > 0) totals.failed++
    for (const suite of module.children.allSuites()) if (suite.errors().length > 0) totals.failed++
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      if (state === 'passed') totals.passed++
      else if (state === 'skipped') totals.skipped++
      else totals.failed++
    }
  }
  return totals
}
