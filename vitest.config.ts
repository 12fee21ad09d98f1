import { defineConfig } from 'vitest/config'
import { compiledSources, sourceAliases } from './test/built.js'
import { limitMs } from './test/machine.js'
import { ProjectsInOrder } from './test/sequencer.js'
import { root } from './test/sources.js'
import { SummaryReporter } from './test/summary-reporter.js'
import { type Tier, tier } from './test/tier.js'

/**
 * A file's name says which tiers run it: `*.test.ts` all, `*.slow.test.ts` and `*.fault.test.ts` (kills) not the quick one,
 * `*.long.test.ts` only the long one. Files in `browser/` need a browser, which the quick tier doesn't start.
 */
const left: Record<Tier, string[]> = {
  quick: ['**/*.{slow,fault,long}.test.ts', '**/browser/**'],
  full: ['**/*.long.test.ts'],
  long: [],
}

/** In the quick tier, Node loads what tsc has compiled. */
const { plugins, external } = tier === 'quick' ? compiledSources() : { plugins: [], external: [] }

interface Project {
  name: string
  folder?: string
  include?: string[]
  globalSetup?: string
}

/** The files of a project share their processes and what those have loaded. */
const project = ({ name, folder = name, include = ['test/**/*.test.ts'], ...more }: Project) => ({
  resolve: { alias: sourceAliases() },
  plugins,
  test: {
    name,
    root: folder,
    include,
    exclude: left[tier],
    setupFiles: [`${root}test/setup.ts`],
    isolate: false,
    server: { deps: { external } },
    // No test has a limit of its own: the run finds what hangs (test/watch.ts).
    testTimeout: 0,
    hookTimeout: 0,
    ...more,
  },
})

const server = project({ name: 'server', globalSetup: 'test/global-setup.ts' })

const all = [
  // Rules that hold for all of the repository, and the documentation.
  project({ name: 'repository', folder: '.' }),
  server,
  project({
    name: 'browser',
    folder: 'web',
    include: ['test/browser/**/*.test.ts'],
    globalSetup: 'test/browser/global-setup.ts',
  }),
  project({ name: 'web', include: ['test/*.test.ts'] }),
  project({ name: 'command', globalSetup: 'test/global-setup.ts' }),
  project({ name: 'sdk', globalSetup: 'test/global-setup.ts' }),
  project({ name: 'proof' }),
  project({ name: 'contract' }),
  project({ name: 'bench' }),
]

/** Projects of the quick tier: each starts processes of its own, which takes longer than most files. */
const few = [
  server,
  project({
    name: 'packages',
    folder: '.',
    include: ['{test,{web,command,sdk,proof,contract,bench}/test}/**/*.test.ts'],
  }),
]

export default defineConfig({
  test: {
    // As many as the smallest machines have cores: more make each test wait for the others.
    maxWorkers: 2,
    globalSetup: 'test/global-setup.ts',
    teardownTimeout: limitMs(60_000),
    reporters: ['default', new SummaryReporter()],
    sequence: { sequencer: ProjectsInOrder },
    projects: tier === 'quick' ? few : all,
  },
})
