import { relative } from 'node:path'
import type { ReportedHookContext, Reporter, SerializedError, TestCase, TestModule, Vitest } from 'vitest/node'
import { describeMachine } from './machine.js'
import { ProcessorTime } from './processor-time.js'
import { createRunFolder, keepLine, readFileTimes, readStarts, removeRunFolder } from './run-folder.js'
import { root } from './sources.js'
import { seed, tier } from './tier.js'
import { Watch } from './watch.js'

/** The result of a run. */
export interface Totals {
  passed: number
  failed: number
  skipped: number
}

/** How many of its slowest files a run names at the end. */
const namedFiles = 10

/**
 * Starts the output of a test run with its tier, seed and machine, and ends it with the files that took most processor time and one
 * plain line, `128 passed, 0 failed`, followed by `, 3 skipped` if any were. When something failed, one more line names the folder
 * with what the failures left.
 *
 * Files and suites that fail outside a test, and errors that no test caught, count as failures; so does a run that ends
 * with a failing exit code for any other reason, and one in which a worker hangs: a test has no time limit of its own ({@link Watch}).
 */
export class SummaryReporter implements Reporter {
  private totals: Totals | undefined
  private watch: Watch | undefined
  private readonly processorTime = new ProcessorTime()
  private readonly patience: number | undefined

  /** @param patience machine seconds without a sign of life after which a file hangs; undefined for the usual */
  constructor(patience?: number) {
    this.patience = patience
  }

  onInit(vitest: Vitest): void {
    // Not earlier: other programs read the configuration, too, and run no tests.
    const folder = createRunFolder()
    vitest.logger.log(`Tier ${tier}, seed ${seed} (TEST_SEED=${seed} repeats its random choices), ${describeMachine()}`)
    this.watch = new Watch((problems) => {
      for (const problem of problems) vitest.logger.error(problem)
      this.end(vitest.state.getTestModules(), [], problems)
      process.exit(1)
    }, this.patience)
    // At the very end, after any output of another reporter or a closing worker.
    process.once('exit', (code) => {
      const { line, exitCode } = summary(this.totals, code)
      process.exitCode = exitCode
      const times = processorTimes(this.processorTime.read())
      const left = exitCode === 0 ? [] : [`What failed left in ${relative(root, folder)}/failures`]
      if (exitCode === 0) removeRunFolder(folder)
      process.stdout.write([...times, line, ...left].map((text) => `${text}\n`).join(''))
    })
  }

  onTestModuleQueued(module: TestModule): void {
    this.watch?.begin(module)
  }

  onHookStart({ entity, name }: ReportedHookContext): void {
    this.watch?.sign(moduleOf(entity), `${name} of ${nameOf(entity)}`)
  }

  onHookEnd(hook: ReportedHookContext): void {
    this.onHookStart(hook)
  }

  onTestCaseReady(test: TestCase): void {
    this.watch?.sign(test.module, test.fullName)
  }

  onTestCaseResult(test: TestCase): void {
    this.watch?.sign(test.module, `after ${test.fullName}`)
  }

  onTestModuleEnd(module: TestModule): void {
    this.watch?.end(module)
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    this.watch?.stop()
    this.end(modules, unhandledErrors, [])
  }

  /** Counts, and writes down what failed. */
  private end(
    modules: readonly TestModule[],
    unhandledErrors: readonly SerializedError[],
    problems: readonly string[],
  ): void {
    this.totals = count(modules, unhandledErrors)
    const failures = [...problems, ...failuresOf(modules), ...unhandledErrors.map(textOf)]
    if (failures.length === 0) return
    keepLine(`Tier ${tier}, seed ${seed}, ${describeMachine()}`)
    for (const failure of failures) keepLine(`\n${failure}`)
  }
}

type Entity = ReportedHookContext['entity']
const moduleOf = (entity: Entity) => (entity.type === 'module' ? entity : entity.module)
const nameOf = (entity: Entity) => (entity.type === 'module' ? entity.relativeModuleId : entity.fullName)
const textOf = ({ message, stack }: { message: string; stack?: string | undefined }) => stack ?? message

/** Returns each failure of a run with its place and its errors. */
function failuresOf(modules: readonly TestModule[]): string[] {
  return modules.flatMap((module) => {
    const suites = [...module.children.allSuites()]
    const tests = [...module.children.allTests()].map((test) => [test.fullName, test.result().errors ?? []] as const)
    const failed = [['', module.errors()] as const, ...suites.map((suite) => [suite.fullName, suite.errors()] as const)]
    return [...failed, ...tests]
      .filter(([, errors]) => errors.length > 0)
      .map(([name, errors]) =>
        [`${module.project.name} ${module.relativeModuleId} ${name}`, ...errors.map(textOf)].join('\n'),
      )
  })
}

/** Returns what the run started, its processor time, and that of the files that took most, a line each. */
function processorTimes(total: number): string[] {
  const files = readFileTimes().sort((a, b) => b.seconds - a.seconds)
  if (files.length === 0) return []
  const line = (seconds: number, of: string) => `${seconds.toFixed(1).padStart(6)} s  ${of}`
  const starts = [...readStarts()].sort(([, a], [, b]) => b - a).map(([kind, count]) => `${count} ${kind}`)
  return [
    ...(starts.length > 0 ? [`Started: ${starts.join(', ')}`] : []),
    line(total, 'processor time, user and system, of the run; most of it in'),
    ...files.slice(0, namedFiles).map(({ file, seconds }) => line(seconds, file)),
  ]
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
