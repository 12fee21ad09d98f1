import { defineConfig } from 'vitest/config'
import { sourceAliases } from './test/built.js'
import { LongestFirst } from './test/sequencer.js'
import { root } from './test/sources.js'
import { SummaryReporter } from './test/summary-reporter.js'
import { tier } from './test/tier.js'

/** What the quick tier leaves out: kills, what takes long or needs programs of Debian packages, and the browser. */
const slow = ['**/*.fault.test.ts', '**/*.slow.test.ts', '**/browser/**']

interface Project {
  name: string
  folder?: string
  include?: string[]
  globalSetup?: string
  testTimeout?: number
  hookTimeout?: number
}

/**
 * The files of a project share their processes and what those have loaded. Limits are for what hangs: properties are tried a
 * thousand times over, on machines of any speed.
 */
const project = ({ name, folder = name, include = ['test/**/*.test.ts'], globalSetup, ...limits }: Project) => ({
  resolve: { alias: sourceAliases() },
  test: {
    name,
    root: folder,
    include,
    exclude: tier === 'quick' ? slow : [],
    setupFiles: [`${root}test/setup.ts`],
    ...(globalSetup && { globalSetup }),
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    ...limits,
  },
})

export default defineConfig({
  test: {
    // Many tests wait for a chain or a process: two for each of the two cores of CI keep those busy.
    maxWorkers: 4,
    globalSetup: 'test/global-setup.ts',
    teardownTimeout: 60_000,
    reporters: ['default', new SummaryReporter()],
    sequence: { sequencer: LongestFirst },
    projects: [
      // Rules that hold for all of the repository, and the documentation.
      project({ name: 'repository', folder: '.' }),
      project({ name: 'server', globalSetup: 'test/global-setup.ts' }),
      project({
        name: 'browser',
        folder: 'web',
        include: ['test/browser/**/*.test.ts'],
        testTimeout: 120_000,
        globalSetup: 'test/browser/global-setup.ts',
      }),
      project({ name: 'web', include: ['test/*.test.ts'] }),
      project({ name: 'sdk', globalSetup: 'test/global-setup.ts' }),
      project({ name: 'proof' }),
      project({ name: 'contract' }),
      project({ name: 'bench' }),
    ],
  },
})
