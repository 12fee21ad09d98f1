import { defineConfig } from 'vitest/config'

/** The packages whose tests need nothing but themselves. */
const pure = ['proof', 'contract', 'sdk', 'web', 'bench']

export default defineConfig({
  test: {
    projects: [
      ...pure.map((name) => ({ test: { name, root: name, include: ['test/**/*.test.ts'] } })),
      {
        test: {
          name: 'server',
          root: 'server',
          include: ['test/**/*.test.ts'],
          globalSetup: 'test/global-setup.ts',
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
