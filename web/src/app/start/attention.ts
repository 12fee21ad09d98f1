import type { Usage } from '../../base/account.js'
import type { Webhook } from '../../features/webhooks/webhook.js'
import type { StampOverview } from './start-queries.js'

/** Something that the owner should look at. */
export type Matter =
  | { kind: 'failed'; count: number }
  | { kind: 'waiting'; count: number; since: string }
  | { kind: 'quota'; of: 'storage' | 'unfinished' | 'stamps'; used: number; limit: number }
  | { kind: 'failing'; webhook: Webhook; since: string }
  | { kind: 'disabled'; webhook: Webhook; reason: 'gone' | 'failing' }

/** A quota is worth a line from here on. */
const highShare = 0.8
/** No stamp waits as long for a block unless something is wrong. */
const longWaitMs = 15 * 60_000

interface Known {
  overview: StampOverview
  usage: Usage | undefined
  webhooks: readonly Webhook[]
}

/** Returns what needs the owner's attention, the gravest first; empty when all is well. */
export function mattersOf({ overview, usage, webhooks }: Known, nowMs: number): Matter[] {
  const { failed, submitted } = overview
  const matters: Matter[] = []
  if (failed.stamps > 0) matters.push({ kind: 'failed', count: failed.stamps })
  if (submitted.since !== null && nowMs - Date.parse(submitted.since) > longWaitMs)
    matters.push({ kind: 'waiting', count: submitted.stamps, since: submitted.since })
  for (const webhook of webhooks) {
    const { enabled, disabledReason: reason, failingSince: since } = webhook
    if (!enabled && (reason === 'gone' || reason === 'failing')) matters.push({ kind: 'disabled', webhook, reason })
    else if (enabled && since !== null) matters.push({ kind: 'failing', webhook, since })
  }
  const quotas = usage
    ? ([
        ['stamps', usage.stampsToday],
        ['storage', usage.storage],
        ['unfinished', usage.unfinishedUploads],
      ] as const)
    : []
  for (const [of, { used, limit }] of quotas)
    if (limit !== null && used > highShare * limit) matters.push({ kind: 'quota', of, used, limit })
  return matters
}
