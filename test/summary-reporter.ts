import type { Reporter, SerializedError, TestModule, Vitest } from 'vitest/node'
import { seed, tier } from './tier.js'

/** The result of a run. */
export interface Totals {
  passed: number
  failed: number
  skipped: number
}

/** How many of its slowest files a run names at the end. */
const namedFiles = 5

/**
 * Starts the output of a test run with its tier and seed, and ends it with the slowest files and one plain line,
 * `128 passed, 0 failed`, followed by `, 3 skipped` if any were.
 *
 * Files and suites that fail outside a test, and errors that no test caught, count as failures; so does a run that ends
 * with a failing exit code for any other reason.
 */
export class SummaryReporter implements Reporter {
  private totals: Totals | undefined
  private slowest: readonly string[] = []

  onInit(vitest: Vitest): void {
    vitest.logger.log(`Tier ${tier}, seed ${seed} (TEST_SEED=${seed} repeats its random choices)`)
    // At the very end, after any output of another reporter or a closing worker.
    process.once('exit', (code) => {
      const { line, exitCode } = summary(this.totals, code)
      process.exitCode = exitCode
      process.stdout.write([...this.slowest, line].map((text) => `${text}\n`).join(''))
    })
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    this.totals = count(modules, unhandledErrors)
    this.slowest = slowestOf(modules)
  }
}

/** Returns the slowest files, one line each, slowest first. */
function slowestOf(modules: readonly TestModule[]): string[] {
  const timed = modules.map((module) => {
    const { collectDuration, duration } = module.diagnostic()
    return { name: `${module.project.name} ${module.relativeModuleId}`.trim(), ms: collectDuration + duration }
  })
  const sorted = timed.sort((a, b) => b.ms - a.ms).slice(0, namedFiles)
  return sorted.map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`)
}

/** Returns the line and the matching exit code. */
export function summary(totals: Totals | undefined, code: number): { line: string; exitCode: number } {
  const { passed, failed, skipped } = totals ?? { passed: 0, failed: 1, skipped: 0 }
  const shown = failed === 0 && code !== 0 ? 1 : failed
  const line = `${passed} passed, ${shown} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
  return { line, exitCode: code === 0 && shown > 0 ? 1 : code }
}

/** Counts tests by outcome; a test that never ran counts as failed. */
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
