import { startLoop } from '../base/loop.js'
import type { Ground, Room } from '../base/room.js'
import { storageCommands } from './commands.js'
import type { BlobStore } from './store.js'

const sweepMs = 3_600_000

/** Sweeps the store and reports whether it is ready. */
export const storageRoom: Room<'storage', Ground & { store: BlobStore }, unknown, undefined> = {
  name: 'storage',
  commands: storageCommands,
  open: async ({ store, logger }) => ({
    shared: undefined,
    loops: [startLoop({ name: 'storage', step: () => store.sweep(), idleMs: sweepMs, logger })],
    readiness: () => store.readinessProblems(),
  }),
}
