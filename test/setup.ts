import { relative } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, expect } from 'vitest'
import { keepExplanations } from './failures.js'
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

/** Of this process and all it started, at the end of the file before: the start of a process counts to its first file. */
const kept = globalThis as { processorSecondsBefore?: number }

afterAll(() => {
  const now = processorSeconds()
  writeFileTime({ file, seconds: now - (kept.processorSecondsBefore ?? 0) })
  kept.processorSecondsBefore = now
})
