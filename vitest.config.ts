import { defineConfig } from 'vitest/config'
import { SummaryReporter } from './test/summary-reporter.js'

/** The packages whose tests need nothing but themselves. */
const pure = ['proof', 'contract', 'sdk', 'bench']

export default defineConfig({
  test: {
    // Many tests wait for a chain or a process: one more of them than the default uses two cores well.
    maxWorkers: 2,
    reporters: ['default', new SummaryReporter()],
    projects: [
      ...pure.map((name) => ({
        // A limit is for what hangs: properties are tried a thousand times over, on machines of any speed.
        test: { name, root: name, include: ['test/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 },
      })),
      {
        test: {
          name: 'web',
          root: 'web',
          include: ['test/**/*.test.ts'],
          globalSetup: 'test/browser/global-setup.ts',
          testTimeout: 120_000,
          // The browser may have to be downloaded.
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'server',
          root: 'server',
          include: ['test/**/*.test.ts'],
          globalSetup: 'test/global-setup.ts',
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      // Rules that hold for all of the repository, and the documentation.
      {
        test: {
          name: 'repository',
          root: '.',
          include: ['test/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
