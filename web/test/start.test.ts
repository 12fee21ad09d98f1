import { describe, expect, it } from 'vitest'
import { mattersOf } from '../src/app/start/attention.js'
import { axisTop } from '../src/app/start/axis.js'
import type { StampOverview } from '../src/app/start/start-queries.js'
import type { Usage } from '../src/base/account.js'
import type { Webhook } from '../src/features/webhooks/webhook.js'

const now = Date.parse('2026-11-26T12:00:00Z')
const none = { stamps: 0, since: null }
const fine: StampOverview = { days: [], submitted: none, confirmed: none, failed: none }
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
const matters = (known: Partial<Parameters<typeof mattersOf>[0]>) =>
  mattersOf({ overview: fine, usage: undefined, webhooks: [], ...known }, now)

describe('what needs attention', () => {
  it('is nothing while all is well', () => {
    const submitted = { stamps: 3, since: ago(14) }
    expect(matters({ overview: { ...fine, submitted, confirmed: { stamps: 9, since: ago(600) } } })).toEqual([])
  })

  it('is stamps that failed, then those that wait for more than a quarter of an hour', () => {
    const overview = { ...fine, submitted: { stamps: 3, since: ago(16) }, failed: { stamps: 1, since: ago(1) } }
    expect(matters({ overview })).toEqual([
      { kind: 'failed', count: 1 },
      { kind: 'waiting', count: 3, since: ago(16) },
    ])
  })

  it('is webhooks that fail or were disabled for failing, not those that the owner disabled', () => {
    const webhook = (own: Partial<Webhook>) =>
      ({ id: 'w', enabled: true, disabledReason: null, failingSince: null, ...own }) as Webhook
    const [failing, gone] = [
      webhook({ failingSince: ago(5) }),
      webhook({ enabled: false, disabledReason: 'gone', failingSince: ago(9) }),
    ]
    const owner = webhook({ enabled: false, disabledReason: 'owner', failingSince: ago(9) })
    expect(matters({ webhooks: [webhook({}), failing, gone, owner] })).toEqual([
      { kind: 'failing', webhook: failing, since: ago(5) },
      { kind: 'disabled', webhook: gone, reason: 'gone' },
    ])
  })

  it('is a quota used by more than 80 %', () => {
    const of = (used: number, limit: number | null) => ({ used, limit })
    const usage: Usage = {
      storage: of(80, 100),
      unfinishedUploads: { ...of(1_000_000, null), count: 1 },
      stampsToday: { ...of(81, 100), resetsAt: ago(-60) },
      multiStampItems: of(9, 10),
    }
    expect(matters({ usage })).toEqual([{ kind: 'quota', of: 'stamps', used: 81, limit: 100 }])
  })
})

it.each([
  [0, 2],
  [1, 2],
  [2, 2],
  [3, 4],
  [5, 6],
  [9, 10],
  [11, 20],
  [21, 30],
  [41, 50],
  [211, 300],
  [999_999, 1_000_000],
])('an axis for %s ends at %s, whose half is whole', (most, top) => {
  expect(axisTop(most)).toBe(top)
})
