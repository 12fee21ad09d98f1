import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from './sources.js'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallystick-summary-'))
  symlinkSync(`${root}node_modules`, join(folder, 'node_modules'))
  write('package.json', '{ "type": "module" }')
  write(
    'vitest.config.ts',
    `import { SummaryReporter } from '${root}test/summary-reporter.ts'
     export default { test: { reporters: ['default', new SummaryReporter()] } }`,
  )
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text)
}

/** Runs the tests of the folder. */
function run(): { code: number | null; last: string | undefined } {
  const { status, stdout } = spawnSync(process.execPath, [`${root}node_modules/vitest/vitest.mjs`, 'run'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: undefined, FORCE_COLOR: '1' },
  })
  return { code: status, last: stdout.trimEnd().split('\n').at(-1) }
}

const head = `import { beforeAll, describe, expect, test } from 'vitest'\n`

test('the last line counts what passed and what was skipped', () => {
  write('a.test.ts', `${head}test('a', () => {})\ntest('b', () => {})\ntest.skip('c', () => {})`)
  expect(run()).toEqual({ code: 0, last: '2 passed, 0 failed, 1 skipped' })
})

test('whatever breaks counts as failed', () => {
  write('fails.test.ts', `${head}test('a', () => {})\ntest('b', () => expect(1).toBe(2))`)
  write('file.test.ts', `throw new Error('at import')`)
  write(
    'suite.test.ts',
    `${head}describe('s', () => { beforeAll(() => { throw new Error('before') })\ntest('a', () => {}) })`,
  )
  write(
    'unhandled.test.ts',
    `${head}test('a', () => { setTimeout(() => { throw new Error('late') }, 0) })
    test('b', () => new Promise((done) => setTimeout(done, 50)))`,
  )
  // A test, a file, a suite, an error that no test caught; a test whose suite failed before it is skipped.
  expect(run()).toEqual({ code: 1, last: '3 passed, 4 failed, 1 skipped' })
})

test('a run without tests is none that passed', () => {
  expect(run()).toEqual({ code: 1, last: '0 passed, 1 failed' })
})
