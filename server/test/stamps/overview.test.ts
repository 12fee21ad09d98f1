import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { stampAuditor } from '../../src/stamps/audit.js'
import { someHash, type TestAccount, useService } from '../service.js'
import { dataOf, stamp } from './shapes.js'

const service = useService()
let ada: TestAccount
beforeAll(async () => {
  ada = await service.account()
})

interface Overview {
  days: { date: string; stamps: number }[]
}

const overview = async (by = ada) => dataOf(await service.call('GET', '/hash/overview', undefined, by.auth))
const stampsOf = ({ days }: Overview) => days.map(({ stamps }) => stamps)
const execute = (text: string) => service.database.db.execute(text, [ada.userId])

describe('GET /hash/overview', () => {
  it('200: thirty days without a stamp, and nothing pending', async () => {
    const data = await overview(await service.account())
    const none = { stamps: 0, since: null }
    expect(data).toStrictEqual({ days: expect.any(Array), submitted: none, confirmed: none, failed: none })
    const [today] = await service.database.db.query<{ today: string }>(
      "SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS today",
    )
    expect(stampsOf(data)).toEqual(Array(30).fill(0))
    expect(data.days.at(-1).date).toBe(today?.today)
    const times = (data as Overview).days.map(({ date }) => Date.parse(date))
    expect(times.every((time, at) => at === 0 || time - (times[at - 1] ?? 0) === 86_400_000)).toBe(true)
  })

  it('counts each day, the ones that ended too, and what is not final, of the account alone', async () => {
    const before = await service.account()
    await stamp(service, before)
    await stamp(service, ada)
    const many = [
      { hash: someHash(), filename: 'a' },
      { hash: someHash(), filename: 'b' },
    ]
    dataOf(await service.call('POST', '/multi-stamp', many, { ...ada.auth, 'idempotency-key': 'overview' }))
    expect(stampsOf(await overview()).at(-1)).toBe(3)
    // As if all of it were of yesterday: changing the day itself ends one.
    await execute('UPDATE stamp_counts SET day = day - 1 WHERE account_id = $1')
    await execute('DELETE FROM stamp_days WHERE account_id = $1')
    await execute('UPDATE batches SET day = day - 1 WHERE id IN (SELECT batch_id FROM stamps WHERE account_id = $1)')
    await stamp(service, ada)
    expect(stampsOf(await overview()).slice(-3)).toEqual([0, 3, 1])
    expect(stampsOf(await overview(before)).slice(-2)).toEqual([0, 1])
    await eventually('all are final', async () => {
      const { submitted, confirmed } = await overview()
      return submitted.stamps + confirmed.stamps === 0
    })
    await execute(
      'UPDATE batches SET state = 3 WHERE id = (SELECT batch_id FROM stamps WHERE account_id = $1 ORDER BY id DESC LIMIT 1)',
    )
    const { failed } = await overview()
    expect(failed).toEqual({ stamps: 1, since: expect.stringMatching(/^\d{4}-/) })
    expect((await overview(before)).failed).toEqual({ stamps: 0, since: null })
  })

  it('is audited: a day of which another number is kept is found', async () => {
    const auditor = stampAuditor(service.database.db)
    await execute('UPDATE stamp_counts SET inexact_until = 0 WHERE account_id = $1')
    await auditor.totals?.()
    await execute('UPDATE stamp_days SET stamps = stamps + 1 WHERE account_id = $1')
    await expect(auditor.totals?.()).rejects.toThrow('its counter of a day is 4 stamps, but 3 exist')
  })
})
