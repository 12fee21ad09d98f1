import { defineConfig } from 'vitest/config'
import { sourceAliases } from './test/built.js'
import { LongestFirst } from './test/sequencer.js'
import { root } from './test/sources.js'
import { SummaryReporter } from './test/summary-reporter.js'
import { type Tier, tier } from './test/tier.js'

/** What the quick tier leaves out: kills, what takes long or needs programs of Debian packages, and the browser. */
const slow = ['**/*.fault.test.ts', '**/*.slow.test.ts', '**/browser/**']
/** What only the long tier runs: nodes of other makers, and what takes long and is tested in a smaller way elsewhere. */
const long = [
  '**/foreign/**',
  '**/faults/resumable.fault.test.ts',
  '**/faults/witnesses.fault.test.ts',
  '**/backup/external.slow.test.ts',
  '**/browse/turns.slow.test.ts',
  '**/command/key-store.slow.test.ts',
  '**/browser/evidence.test.ts',
  '**/browser/folder-check.test.ts',
  '**/browser/many.test.ts',
  '**/browser/several.test.ts',
  '**/browser/webhook-care.test.ts',
  '**/files/s3.slow.test.ts',
  '**/media/hostile.slow.test.ts',
  '**/http/generated-clients.slow.test.ts',
  '**/storage/age-debian.slow.test.ts',
  '**/storage/s3.slow.test.ts',
  'test/api-description.slow.test.ts',
  'test/image.slow.test.ts',
  'test/manifests.slow.test.ts',
  'test/node.slow.test.ts',
]
const left: Record<Tier, string[]> = { quick: [...slow, ...long], full: long, long: [] }

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
    exclude: left[tier],
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
