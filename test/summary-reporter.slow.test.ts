import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isAlive, kill9 } from '../server/test/processes.js'
import { eventually } from './eventually.js'
import { root } from './sources.js'

/** Machine seconds without a sign of life after which a file hangs here. */
const patience = 2

let folder: string
/** Folders that runs left. */
const left: string[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallystick-summary-'))
  symlinkSync(`${root}node_modules`, join(folder, 'node_modules'))
  write('package.json', '{ "type": "module" }')
})

/** The setup of our own tests, which measures processor time and keeps what explains a failure. */
const ourSetup = `${root}test/setup.ts`

function configure(...setupFiles: readonly string[]): void {
  const options = { setupFiles, maxWorkers: 1, isolate: false, testTimeout: 0, hookTimeout: 0 }
  write(
    'vitest.config.ts',
    `import { SummaryReporter } from '${root}test/summary-reporter.ts'
     const reporters = ['default', new SummaryReporter(${patience})]
     export default { test: { ...${JSON.stringify(options)}, reporters } }`,
  )
}

afterEach(() => {
  for (const path of [folder, ...left.splice(0)]) rmSync(path, { recursive: true, force: true })
})

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text)
}

interface Run {
  code: number | null
  /** All it printed. */
  output: string
  /** The last lines of it, the last first. */
  last: readonly string[]
}

/** Starts the tests of the folder, as a run of their own. */
function startRun() {
  const { TEST_RUN: _, ...inherited } = process.env
  return spawn(process.execPath, [`${root}node_modules/vitest/vitest.mjs`, 'run'], {
    cwd: folder,
    env: { ...inherited, NO_COLOR: undefined, FORCE_COLOR: '1' },
  })
}

/** Runs the tests of the folder to their end. */
async function run(): Promise<Run> {
  const program = startRun()
  let [stdout, stderr] = ['', '']
  program.stdout.on('data', (piece) => (stdout += piece))
  program.stderr.on('data', (piece) => (stderr += piece))
  const [code] = await once(program, 'close')
  const last = stdout.trimEnd().split('\n').reverse()
  const [, named] = /^What failed left in (.+)\/failures$/.exec(last[0] ?? '') ?? []
  if (named) left.push(join(root, named))
  return { code, output: stdout + stderr, last }
}

/** Reads what the failures of the run left. */
function readLeft(...path: readonly string[]): string {
  return readFileSync(join(`${left[0]}`, 'failures', ...path), 'utf8')
}

/** Reads the log that a failed test or hook kept. */
function keptOf(of: string): string {
  const kept = readdirSync(join(`${left[0]}`, 'failures')).find((name) => name.endsWith(of))
  return readLeft(`${kept}`, 'log.txt')
}

const head = `import { beforeAll, describe, expect, test } from 'vitest'\n`

test('the last line counts what passed and was skipped, after the ten files that took most processor time', async () => {
  configure(ourSetup)
  write('a.test.ts', `${head}test('a', () => {})\ntest('b', () => {})\ntest.skip('c', () => {})`)
  for (let at = 0; at < 11; at++) write(`${at}.test.ts`, `${head}test('a', () => {})`)
  const before = readdirSync(join(root, 'test-results'))
  const { code, last } = await run()
  expect([code, last[0]]).toEqual([0, '13 passed, 0 failed, 1 skipped'])
  for (const line of last.slice(1, 11)) expect(line).toMatch(/^ +\d+\.\d s {2}\S+\.test\.ts$/)
  expect(last[11]).toMatch(/^ +\d+\.\d s {2}processor time, user and system, of the run; most of it in$/)
  expect(leftSince(before)).toEqual([])
})

/** Folders of runs that weren't there before, without those of runs that go on. A process may have the number of one that ended long ago. */
function leftSince(before: readonly string[]): string[] {
  const now = readdirSync(join(root, 'test-results'))
  return now.filter((name) => !before.includes(name) && !existsSync(`/proc/${name.split('-').at(-1)}`))
}

test('every failure counts, and the folder named in the last line explains it', async () => {
  configure(ourSetup)
  write(
    'fails.test.ts',
    `${head}import { explainFailures } from '${root}test/failures.ts'
    explainFailures('log.txt', () => 'the lamp went out')
    test('a', () => {})\ntest('b', () => expect(1).toBe(2))
    test.each(['one', 'two'])('${'a long name '.repeat(12)}%s', () => expect(1).toBe(2))`,
  )
  write('file.test.ts', `throw new Error('at import')`)
  write(
    'suite.test.ts',
    `${head}import { explainFailures } from '${root}test/failures.ts'
    describe('s', () => { beforeAll(() => { explainFailures('log.txt', () => 'the door jammed')(); throw new Error('before') })
    test('a', () => {}) })`,
  )
  write(
    'unhandled.test.ts',
    `${head}test('a', () => { setTimeout(() => { throw new Error('late') }, 0) })
    test('b', () => new Promise((done) => setTimeout(done, 50)))`,
  )
  const { code, last } = await run()
  // A test, a file, a suite, an error that no test caught; a test whose suite failed before it is skipped.
  expect([code, last[1]]).toEqual([1, '3 passed, 6 failed, 1 skipped'])
  const failures = readLeft('failures.txt')
  expect(failures).toMatch(/^Tier \w+, seed \d+, machine /)
  for (const words of ['fails.test.ts b', 'at import', 'before', 'late']) expect(failures).toContain(words)
  const long = readdirSync(join(`${left[0]}`, 'failures')).filter((name) => /fails\.test\.ts-a-long-name/.test(name))
  expect(long).toHaveLength(2)
  expect(keptOf('fails.test.ts-b')).toBe('the lamp went out')
  expect(keptOf('suite.test.ts-hooks-of-s')).toBe('the door jammed')
})

test('a run without tests does not pass', async () => {
  configure()
  const { code, last } = await run()
  expect([code, last[1]]).toEqual([1, '0 passed, 1 failed'])
})

test('a test that hangs ends the run, which reports what it waited for', async () => {
  configure(ourSetup)
  // Waits long enough to be shown, and is then never answered.
  write(
    'hangs.test.ts',
    `${head}import { eventually } from '${root}test/eventually.ts'
    let looks = 0
    test('the sky', () => eventually('the moon is blue', () => (looks++ < 100 ? false : new Promise(() => {}))))`,
  )
  const { code, output, last } = await run()
  const found =
    /hangs\.test\.ts hangs, quiet for \d+ machine seconds \(machine .+\) in: the sky, waits for: the moon is blue/
  expect(output).toMatch(found)
  expect([code, last[1]]).toEqual([1, '0 passed, 1 failed'])
  expect(readLeft('failures.txt')).toMatch(found)
})

test('a process that does not stop after its tests ends with the run', async () => {
  configure(ourSetup)
  const written = join(folder, 'pid')
  write(
    'stops.test.ts',
    `import { writeFileSync } from 'node:fs'
    import { test } from 'vitest'
    const stuck = test.extend('lamp', { scope: 'worker' }, ({}, { onCleanup }) => {
      onCleanup(() => {
        writeFileSync('${written}', String(process.pid))
        return new Promise(() => setInterval(() => {}, 1_000_000))
      })
    })
    stuck('a', ({ lamp }) => {})`,
  )
  const program = startRun()
  const pid = await eventually('the tests are over', () => existsSync(written) && Number(readFileSync(written, 'utf8')))
  expect(isAlive(pid)).toBe(true)
  program.kill('SIGKILL')
  const of = readdirSync(join(root, 'test-results')).filter((name) => name.endsWith(`-${program.pid}`))
  left.push(...of.map((name) => join(root, 'test-results', name)))
  await eventually('the process has ended', () => !isAlive(pid)).finally(() => kill9(pid))
})
