import { relative } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, expect, type RunnerTestSuite } from 'vitest'
import { endExplanations, keepExplanations } from './failures.js'
import { processorSeconds } from './processor-time.js'
import { writeFileTime } from './run-folder.js'
import { root } from './sources.js'
import { runs, seed } from './tier.js'
import { beginFile } from './waits.js'

// Runs before each test file. Properties follow the seed of the run.
fc.configureGlobal({ seed, numRuns: runs(100) })

const { testPath = '' } = expect.getState()
const file = relative(root, testPath)
beginFile(testPath)

// Before those of the file in this list, so after them in time.
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await keepExplanations(`${file} ${task.name}`)
})

/** Kept from file to file. */
const kept = globalThis as {
  /** Of this process and all it started, at the end of the file before: the start of a process counts to its first file. */
  processorSecondsBefore?: number
  endsWithRun?: boolean
}

// The runner gives a process up that takes too long to stop, or is killed itself: what that process started would go on.
if (!kept.endsWithRun) process.once('disconnect', () => process.exit(1))
kept.endsWithRun = true

// biome-ignore lint/correctness/noEmptyPattern: vitest reads the needed fixtures from the pattern
afterAll(async ({}, suite) => {
  for (const name of failedHooks(suite)) await keepExplanations(`${file} hooks of ${name}`)
  endExplanations()
  const now = processorSeconds()
  writeFileTime({ file, seconds: now - (kept.processorSecondsBefore ?? 0) })
  kept.processorSecondsBefore = now
})

/** Names the suites with a hook that failed. */
function failedHooks(suite: Readonly<RunnerTestSuite>): string[] {
  const own = suite.result?.errors?.length ? [suite.name] : []
  return [...own, ...suite.tasks.flatMap((task) => (task.type === 'suite' ? failedHooks(task) : []))]
}
