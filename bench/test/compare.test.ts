import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { eventually } from '../../test/eventually.js'
import { buildCommit, buildIn } from '../src/compare/build-commit.js'
import { startCounting } from '../src/compare/cost.js'
import { repository } from '../src/processes.js'
import { processesOf } from '../src/programs.js'

const hasProc = existsSync('/proc/self/stat')

it.skipIf(!hasProc)('counts the processor time and page faults of a service since a moment', async () => {
  const costs = await startCounting(process.pid)
  await eventually('processor time was used', async () => (await costs()).seconds.service > 0)
  const { seconds } = await costs()
  expect(seconds.chain).toBe(0)
  expect((await processesOf(process.pid))[0]).toEqual({ pid: process.pid, program: 'service' })
})

it('names a build by its commit, and takes the folder of a built checkout as it is', () => {
  const build = buildIn(repository)
  expect(build.name).toMatch(/^[0-9a-f]{8,40}(-dirty)?$/)
  expect(buildCommit('/nowhere', repository).name).toBe(build.name)
  build.remove()
  expect(existsSync(repository)).toBe(true)
})

it('refuses a commit that there is not', () => {
  expect(() => buildCommit(repository, 'no-such-commit')).toThrow(/no-such-commit/)
})
