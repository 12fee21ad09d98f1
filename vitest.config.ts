import { defineConfig } from 'vitest/config'
import { sourceAliases } from './test/built.js'
import { LongestFirst } from './test/sequencer.js'
import { root } from './test/sources.js'
import { SummaryReporter } from './test/summary-reporter.js'
import { tier } from './test/tier.js'

interface Project {
  name: string
  folder?: string
  globalSetup?: string
  /** What the quick tier leaves out. */
  slow?: string[]
  testTimeout?: number
  hookTimeout?: number
}

/**
 * The files of a project share their processes and what those have loaded. Limits are for what hangs: properties are tried a
 * thousand times over, on machines of any speed.
 */
const project = ({ name, folder = name, slow = [], globalSetup, ...limits }: Project) => ({
  resolve: { alias: sourceAliases() },
  test: {
    name,
    root: folder,
    include: ['test/**/*.test.ts'],
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
    // Many tests wait for a chain or a process: one more of them than there are cores uses those well.
    maxWorkers: 3,
    reporters: ['default', new SummaryReporter()],
    sequence: { sequencer: LongestFirst },
    projects: [
      project({ name: 'server', globalSetup: 'test/global-setup.ts', slow: ['test/faults/**'] }),
      project({
        name: 'web',
        // The browser may have to be downloaded.
        hookTimeout: 600_000,
        testTimeout: 120_000,
        globalSetup: 'test/browser/global-setup.ts',
        slow: ['test/browser/**'],
      }),
      // Rules that hold for all of the repository, and the documentation.
      project({ name: 'repository', folder: '.' }),
      project({ name: 'sdk' }),
      project({ name: 'proof' }),
      project({ name: 'contract' }),
      project({ name: 'bench' }),
    ],
  },
})
