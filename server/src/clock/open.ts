import type { Database } from '../base/database/db.js'
import type { Ground, Room } from '../base/room.js'
import { type Loop, startLoop } from '../base/turns/loop.js'
import { clockCommands } from './commands.js'
import type { ClockConfig } from './settings.js'
import { ClockWatch, type HeadBlock } from './watch.js'

/** How often to look at the clocks. What expires looks by itself. */
const lookMs = 5_000

const consequence = 'Until then nothing expires, and no timestamp tokens are issued.'

/** A watch that has looked once, and looks again and again. */
export async function startWatch(
  { config, database, logger }: Pick<Ground<ClockConfig>, 'config' | 'logger'> & { database: Database },
  chain: { isOwnChain: boolean; head: () => HeadBlock | null },
): Promise<{ clock: ClockWatch; loop: Loop }> {
  const clock = new ClockWatch({ database, config, isOwnChain: chain.isOwnChain, head: chain.head, logger })
  await clock.look()
  return { clock, loop: startLoop({ name: 'clock', step: () => clock.look(), idleMs: lookMs, logger }) }
}

/** Reports doubts about the time, and lets the operator settle them. */
export const clock: Room<'clock', Ground<ClockConfig>, unknown, undefined> = {
  name: 'clock',
  commands: clockCommands,
  open: async ({ clock }) => ({
    shared: undefined,
    async readiness() {
      const doubts = clock.doubts()
      return doubts.length === 0 ? [] : [[...doubts, consequence].join(' ')]
    },
    metrics(metrics) {
      metrics.gauge('clock_doubts', 'What speaks against the time: while anything does, nothing expires', () => {
        return clock.doubts().length
      })
    },
  }),
}
