import { integerArray } from '../base/arrays.js'
import type { Queryable, Statement } from '../base/db.js'
import { fulfilClaims } from '../http/idempotency.js'
import type { Anchor } from '../ledger/lane.js'
import type { Writer } from '../ledger/writer.js'
import { kindColumns, kindReaders, ownColumns } from './fields.js'
import * as sql from './sql.js'
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
export function stampWriter(): Writer<StampRequest, Stamp, ExistingStamp> {
  return {
    make: (request) => newStamp(request),

    async find(db: Queryable, stamps: readonly Stamp[]) {
      const found: (ExistingStamp | null)[] = stamps.map(() => null)
      const open = indexes(stamps, (stamp) => !stamp.request.isPrivate || stamp.anyVisible)
      const own = indexes(stamps, (stamp) => stamp.request.isPrivate || stamp.anyVisible)
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

    insert(stamps, firstIndex, batchId): Statement {
      const { kinds, numbers } = kindsOf(stamps)
      return {
        text: sql.insertStamps,
        values: [
          batchId,
          firstIndex - 1,
          integerArray(numbers),
          ...ownColumns.map((column) => column.array(stamps)),
          ...kindColumns.map((column) => column.array(kinds)),
        ],
      }
    },

    finish(stamps, anchor: Anchor): Statement[] {
      const counts = new Map<string, number>()
      for (const { request } of stamps) counts.set(request.accountId, (counts.get(request.accountId) ?? 0) + 1)
      // In the same order everywhere, so two transactions never wait for each other's counters.
      const accounts = [...counts.keys()].sort()
      const added: Statement = {
        text: sql.addCounts,
        values: [accounts, accounts.map((account) => counts.get(account)), anchor.laneId],
      }
      const kept = stamps.flatMap((stamp) => {
        const { claim } = stamp.request
        if (!claim) return []
        const answer = creationAnswer(stamp, anchor.transactionId)
        return [{ claim, status: answer.status, body: JSON.stringify(answer) }]
      })
      return kept.length > 0 ? [added, fulfilClaims(kept)] : [added]
    },

    async afterLostRace(db, stamps) {
      await db.execute(sql.giveWay, [
        stamps.map(({ request }) => request.hash),
        [...new Set(stamps.map(({ request }) => request.accountId))],
      ])
      const taken = await db.query<{ code: string }>(sql.takenCodes, [stamps.map((stamp) => stamp.code)])
      const codes = new Set(taken.map((row) => row.code))
      for (const stamp of stamps) if (codes.has(stamp.code)) withCode(stamp)
    },
  }
}

/**
 * Groups stamps into kinds, whose fields are sent once.
 *
 * @returns the first stamp of each kind, and the number of each stamp's kind, from 1
 */
function kindsOf(stamps: readonly Stamp[]): { kinds: Stamp[]; numbers: number[] } {
  const kinds: Stamp[] = []
  const numbers: number[] = []
  const known = new Map<string, number>()
  let last = 0
  for (const stamp of stamps) {
    // Neighbours are mostly of the same kind: comparing is cheaper than making a key.
    if (last === 0 || !isSameKind(kinds[last - 1] as Stamp, stamp)) {
      const key = JSON.stringify(kindReaders.map((read) => read(stamp)))
      last = known.get(key) ?? kinds.push(stamp)
      known.set(key, last)
    }
    numbers.push(last)
  }
  return { kinds, numbers }
}

function isSameKind(a: Stamp, b: Stamp): boolean {
  for (const read of kindReaders) if (read(a) !== read(b)) return false
  return true
}

function existing(row: sql.FoundRow): ExistingStamp {
  return { id: row.id, txid: `0x${row.transaction_hash.toString('hex')}` }
}

function indexes(stamps: readonly Stamp[], wanted: (stamp: Stamp) => boolean | undefined): number[] {
  return stamps.flatMap((stamp, at) => (wanted(stamp) ? [at] : []))
}
