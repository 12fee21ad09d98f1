import { describe, expect, it } from 'vitest'
import type { Database } from '../../src/base/database/db.js'
import * as sql from '../../src/ledger/sql.js'
import type { Tracker } from '../../src/ledger/tracking/tracker.js'
import { rpc } from '../faults/programs.js'
import { useTracked } from './tracked.js'

const tracked = useTracked()
const finality = 3

/** The database, to a process that does nothing for a while before one of its calls: meanwhile others go on. */
function before(isReached: (method: string, text: unknown) => boolean, meanwhile: () => Promise<void>): Database {
  let isOver = false
  return new Proxy(tracked.database, {
    get(database, method) {
      const value = Reflect.get(database, method)
      if (typeof value !== 'function') return value
      return async (...args: unknown[]) => {
        if (!isOver && isReached(String(method), args[0])) {
          isOver = true
          await meanwhile()
        }
        return value.apply(database, args)
      }
    },
  })
}

/** Brings six batches into a block each, the older ones final, and replaces the newest two blocks. */
async function reorganised(other: Tracker): Promise<string[]> {
  const ids: string[] = []
  for (let made = 0; made < 6; made++) {
    ids.push(await tracked.batch())
    await tracked.steps(other, 1, 1)
  }
  await tracked.steps(other, 1)
  await rpc(tracked.anvil.url, 'anvil_rollback', [2])
  await tracked.mine(3)
  return ids
}

const finalOnes = async (ids: readonly string[]) => {
  const final: string[] = []
  for (const id of ids) if ((await tracked.row(id)).state === 2) final.push(id)
  return final
}

/** Two looks: the second reopens what is lost. */
const looks = (tracker: Tracker) => tracked.steps(tracker, 2)

// I5: what is final stays final.
describe('two processes that see the same reorganisation', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'reopen the lost blocks, when one is done before the other asks for its block %i',
    async (nth) => {
      const other = tracked.tracker({ finality })
      let asked = 0
      const isReached = (_: string, text: unknown) => text === sql.blockAtIndex && ++asked === nth
      const ids = await reorganised(other)
      const final = await finalOnes(ids)
      expect(final.length).toBeGreaterThan(2)
      await other.step()
      const database = before(isReached, () => tracked.steps(other, 1))
      await looks(tracked.tracker({ finality, database }))
      expect(await finalOnes(final)).toEqual(final)
      await tracked.untilFinal(other, ...ids)
      await tracked.audit()
    },
  )

  it('reopen them once, when one hangs until all of them are final again', async () => {
    const other = tracked.tracker({ finality })
    const ids = await reorganised(other)
    const database = before(
      (method) => method === 'transaction',
      () => tracked.untilFinal(other, ...ids),
    )
    await looks(tracked.tracker({ finality, database }))
    expect(await finalOnes(ids)).toEqual(ids)
    await tracked.audit()
  })
})
