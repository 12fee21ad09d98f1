import { beforeEach, expect, it } from 'vitest'
import { wallTime } from '../../../test/wall-time.js'
import { smallestId } from '../../src/base/ids.js'
import { seal } from '../../src/ledger/seal.js'
import { rpc } from '../faults/programs.js'
import { useTracked } from './tracked.js'

const tracked = useTracked()
beforeEach(() => tracked.database.execute('TRUNCATE clock'))

const secondsIn = (year: number) => Date.UTC(year, 0, 1) / 1000
const accept = () =>
  tracked.database.execute('INSERT INTO clock (trusted_at, blocks_ahead_ms) VALUES (now(), $1)', [
    Date.UTC(2101, 0, 1) - wallTime().getTime(),
  ])

it('the audit counts batches whose block is dated before they were made', async () => {
  const id = smallestId(wallTime(3 * 3_600_000).getTime())
  const session = await tracked.database.session()
  try {
    await tracked.lane.anchorPipelined(session, id, seal([Buffer.alloc(32, 0xee)]), () => [])
  } finally {
    session.release()
  }
  await tracked.untilFinal(tracked.tracker(), id)
  expect(await tracked.audit()).toMatchObject({ batches: 1, early: 1 })
})

it('a block of another century confirms nothing, unless an operator accepts its time; the audit says so, too', async () => {
  const tracker = tracked.tracker()
  const before = await tracked.batch()
  await tracked.untilFinal(tracker, before)
  await tracked.audit()

  const id = await tracked.batch()
  await tracked.steps(tracker, 1)
  await rpc(tracked.anvil.url, 'evm_setNextBlockTimestamp', [secondsIn(2100)])
  await tracked.mine()
  await tracked.steps(tracker, 3, 1)
  expect((await tracked.row(id)).state).toBe(0)
  expect(await tracked.troubles()).toEqual([
    expect.stringMatching(
      /^block \d+ is dated 2100-01-01T00:00:00.000Z, which is in the future by this machine's clock$/,
    ),
  ])

  await accept()
  await tracked.untilFinal(tracker, id)
  expect(await tracked.troubles()).toEqual([])
  await tracked.audit()
  await tracked.database.execute('TRUNCATE clock')
  await expect(tracked.audit()).rejects.toThrow(/block \d+ is dated 2100-01-01T00:00:00.000Z, which is in the future/)
})

it('the audit finds a recorded block that is dated before the one below it', async () => {
  await accept()
  const ids = [await tracked.batch()]
  const tracker = tracked.tracker()
  await tracked.untilFinal(tracker, ...ids)
  await tracked.audit()
  // The rows of a batch name their block by its hash, so only the order of times is wrong.
  const swap = 'UPDATE blocks SET number = -number WHERE number = (SELECT max(number) FROM blocks)'
  await tracked.database.execute(swap)
  await expect(tracked.audit()).rejects.toThrow(/is dated before a recorded block below it/)
  await tracked.database.execute('UPDATE blocks SET number = -number WHERE number < 0')
})
