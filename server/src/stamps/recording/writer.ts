import { type Quotas, stampsUsedUp } from '../../accounts/quotas/quotas.js'
import { isServerError, type Queryable, type Statement } from '../../base/database/db.js'
import { type Clock, systemClock } from '../../base/turns/clock.js'
import type { ApiError } from '../../http/errors.js'
import { fulfilClaims } from '../../http/idempotency.js'
import type { Writer } from '../../ledger/batches/writer.js'
import type { Anchor } from '../../ledger/lanes/lane.js'
import { missingCodes, notReserved, useStatement } from '../codes/reserved.js'
import * as sql from '../sql.js'
import { insertion } from './insertion.js'
import { newStamp, type Stamp, type StampRequest, withCode } from './stamp.js'

/** A stamp that is already recorded. */
export interface ExistingStamp {
  id: string
  /** 0x-prefixed. */
  txid: string
}

/** Returns the answer to a new stamp; its idempotency key stores the same. */
export function creationAnswer(stamp: Stamp, txid: string) {
  const { id, code, filename, request } = stamp
  const data = { id, hash: request.hash.toString('hex'), txid, code, filename }
  return { status: request.version === 1 ? 200 : 201, message: 'Stamp created successfully', data }
}

/** Records stamps for the ledger's pool. */
export function stampWriter(
  quotas: Quotas,
  clock: Pick<Clock, 'now'> = systemClock,
): Writer<StampRequest, Stamp, ExistingStamp> {
  return {
    ownerOf: (request) => request.accountId,

    bytesOf: ({ metadataBytes = 0 }) => metadataBytes,

    make: (request) => newStamp(request, clock.now()),

    async find(db: Queryable, stamps: readonly Stamp[]) {
      const found: (ExistingStamp | null)[] = stamps.map(() => null)
      const open = indexes(stamps, (stamp) => !stamp.request.isPrivate)
      const own = indexes(stamps, (stamp) => stamp.request.isPrivate)
      const publicRows = open.length
        ? await db.query<sql.FoundRow>(sql.findPublic, [open.map((at) => stamps[at]?.request.hash)])
        : []
      const ownRows = own.length
        ? await db.query<sql.FoundRow>(sql.findPrivate, [
            own.map((at) => stamps[at]?.request.hash),
            own.map((at) => stamps[at]?.request.accountId),
          ])
        : []
      for (const row of publicRows) found[open[row.number - 1] as number] = existing(row)
      for (const row of ownRows) found[own[row.number - 1] as number] = existing(row)
      return found
    },

    insert: insertion,

    finish(stamps, anchor: Anchor): Statement[] {
      const statements = [countStatement(quotas, anchor, countsOf(stamps))]
      const kept = stamps.flatMap((stamp) => {
        const { claim } = stamp.request
        if (!claim) return []
        const answer = creationAnswer(stamp, anchor.transactionId)
        return [{ claim, status: answer.status, body: JSON.stringify(answer) }]
      })
      if (kept.length > 0) statements.push(fulfilClaims(kept))
      const reserved = stamps.filter(({ request }) => request.code !== undefined)
      if (reserved.length > 0)
        statements.push(useStatement(reserved.map(({ code, request: { accountId } }) => ({ code, accountId }))))
      return statements
    },

    async afterLostRace(db, stamps) {
      await db.execute(sql.giveWay, [
        stamps.map(({ request }) => request.hash),
        [...new Set(stamps.map(({ request }) => request.accountId))],
      ])
      const taken = await db.query<{ code: string }>(sql.takenCodes, [stamps.map((stamp) => stamp.code)])
      const codes = new Set(taken.map((row) => row.code))
      for (const stamp of stamps) {
        if (!codes.has(stamp.code)) continue
        if (stamp.request.code === undefined) withCode(stamp)
        else stamp.isCodeTaken = true
      }
    },

    refuse: refusals,
  }
}

/** New stamps of an account. */
export interface NewStamps {
  accountId: string
  added: number
  /** Private ones among them. */
  private: number
}

/** Returns the statement that counts new stamps, which an account may have too few left for. */
export function countStatement(quotas: Quotas, { laneId }: Anchor, counts: readonly NewStamps[]): Statement {
  const [one] = counts
  if (one && counts.length === 1) {
    const values = [laneId, quotas.stampsPerDay, one.accountId, one.added, one.private]
    return { text: sql.countStampsOfOne, values }
  }
  // In the same order everywhere, so two transactions never wait for each other's counters.
  const sorted = counts.toSorted((a, b) => (a.accountId < b.accountId ? -1 : 1))
  return {
    text: sql.countStamps,
    values: [
      laneId,
      quotas.stampsPerDay,
      sorted.map(({ accountId }) => accountId),
      sorted.map(({ added }) => added),
      sorted.map((count) => count.private),
    ],
  }
}

function countsOf(stamps: readonly Stamp[]): NewStamps[] {
  const counts = new Map<string, NewStamps>()
  for (const { request } of stamps) {
    const { accountId } = request
    let count = counts.get(accountId)
    if (!count) {
      count = { accountId, added: 0, private: 0 }
      counts.set(accountId, count)
    }
    count.added++
    if (request.isPrivate) count.private++
  }
  return [...counts.values()]
}

/** Finds the stamps that a commit failed by: those with a code that isn't reserved, or the last ones of an account without room today. */
function refusals(error: unknown, stamps: readonly Stamp[]): Map<Stamp, ApiError> {
  const refusal = quotaRefusal(error)
  if (!refusal) {
    const missing = missingCodes(error)
    // By now each was looked up by its hash: a repeated stamp is answered as one.
    const refused = stamps.filter((stamp) => stamp.isCodeTaken || missing?.has(stamp.code))
    return new Map(refused.map((stamp) => [stamp, notReserved(stamp.code)]))
  }
  const own = stamps.filter(({ request }) => request.accountId === refusal.accountId)
  return new Map(own.slice(Math.max(0, refusal.left)).map((stamp) => [stamp, refusal.reason]))
}

/** Returns whose quota a commit would have exceeded, and how many stamps are left of it. */
export function quotaRefusal(error: unknown): { accountId: string; left: number; reason: ApiError } | undefined {
  if (!isServerError(error) || error.code !== 'TS003') return undefined
  const [accountId = '', left = '0', max = '0', waitS = '0'] = (error.detail ?? '').split(' ')
  return { accountId, left: Number(left), reason: stampsUsedUp(Number(max), Number(waitS)) }
}

function existing(row: sql.FoundRow): ExistingStamp {
  return { id: row.id, txid: `0x${row.transaction_hash.toString('hex')}` }
}

function indexes(stamps: readonly Stamp[], wanted: (stamp: Stamp) => boolean | undefined): number[] {
  return stamps.flatMap((stamp, at) => (wanted(stamp) ? [at] : []))
}
