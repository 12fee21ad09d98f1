import { booleanArray, byteaArray, integerArray, smallintArray, textArray, uuidArray } from '../base/arrays.js'
import type { Queryable, Statement } from '../base/db.js'
import { fulfilClaims } from '../http/idempotency.js'
import type { Anchor } from '../ledger/lane.js'
import type { Writer } from '../ledger/writer.js'
import * as sql from './sql.js'
import { defaultFilename, newStamp, type Stamp, type StampRequest, withCode } from './stamp.js'

/** A stamp that is recorded already. */
export interface ExistingStamp {
  id: string
  /** 0x-prefixed. */
  txid: string
}

/** What a client is told about its new stamp; an idempotency key keeps exactly this. */
export function creationAnswer(stamp: Stamp, txid: string) {
  const data = { id: stamp.id, hash: stamp.hash.toString('hex'), txid, code: stamp.code, filename: stamp.filename }
  return { status: stamp.version === 1 ? 200 : 201, message: 'Stamp created successfully', data }
}

/** Records stamps for the ledger's pool. */
export function stampWriter(): Writer<StampRequest, Stamp, ExistingStamp> {
  return {
    make: (request) => newStamp(request),

    async find(db: Queryable, stamps: readonly Stamp[]) {
      const found: (ExistingStamp | null)[] = stamps.map(() => null)
      const open = indexes(stamps, (stamp) => !stamp.isPrivate || stamp.anyVisible)
      const own = indexes(stamps, (stamp) => stamp.isPrivate || stamp.anyVisible)
      const publicRows = open.length
        ? await db.query<sql.FoundRow>(sql.findPublic, [open.map((at) => stamps[at]?.hash)])
        : []
      const ownRows = own.length
        ? await db.query<sql.FoundRow>(sql.findPrivate, [
            own.map((at) => stamps[at]?.hash),
            own.map((at) => stamps[at]?.accountId),
          ])
        : []
      for (const row of publicRows) found[open[row.place - 1] as number] = existing(row)
      for (const row of ownRows) found[own[row.place - 1] as number] = existing(row)
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
          uuidArray(stamps.map((stamp) => stamp.id)),
          byteaArray(stamps.map((stamp) => stamp.hash)),
          textArray(stamps.map((stamp) => stamp.code)),
          textArray(stamps.map((stamp) => (stamp.filename === defaultFilename(stamp.code) ? '' : stamp.filename))),
          textArray(stamps.map((stamp) => (stamp.metadata.length === 0 ? '' : JSON.stringify(stamp.metadata)))),
          byteaArray(stamps.map((stamp) => stamp.salt)),
          uuidArray(kinds.map((kind) => kind.accountId)),
          textArray(kinds.map((kind) => kind.clientId)),
          smallintArray(kinds.map((kind) => kind.version)),
          textArray(kinds.map((kind) => kind.type)),
          textArray(kinds.map((kind) => kind.originalDocHash)),
          booleanArray(kinds.map((kind) => kind.isEsign)),
          booleanArray(kinds.map((kind) => kind.isPrivate)),
          textArray(kinds.map((kind) => kind.owner)),
        ],
      }
    },

    finish(stamps, anchor: Anchor): Statement[] {
      const counts = new Map<string, number>()
      for (const { accountId } of stamps) counts.set(accountId, (counts.get(accountId) ?? 0) + 1)
      // In one order everywhere, so that two transactions never wait for each other's counters.
      const accounts = [...counts.keys()].sort()
      const added: Statement = {
        text: sql.addCounts,
        values: [accounts, accounts.map((account) => counts.get(account)), anchor.laneId],
      }
      const kept = stamps.flatMap((stamp) => {
        if (!stamp.claim) return []
        const answer = creationAnswer(stamp, anchor.transactionId)
        return [{ claim: stamp.claim, status: answer.status, body: JSON.stringify(answer) }]
      })
      return kept.length > 0 ? [added, fulfilClaims(kept)] : [added]
    },

    async afterLostRace(db, stamps) {
      await db.execute(sql.giveWay, [
        stamps.map((stamp) => stamp.hash),
        [...new Set(stamps.map((stamp) => stamp.accountId))],
      ])
      const taken = await db.query<{ code: string }>(sql.takenCodes, [stamps.map((stamp) => stamp.code)])
      const codes = new Set(taken.map((row) => row.code))
      for (const stamp of stamps) if (codes.has(stamp.code)) withCode(stamp)
    },
  }
}

/**
 * Stamps that differ only in what each has of its own are of one kind.
 *
 * @returns the first stamp of each kind, and the number of each stamp's kind, from 1
 */
function kindsOf(stamps: readonly Stamp[]): { kinds: Stamp[]; numbers: number[] } {
  const kinds: Stamp[] = []
  const numbers: number[] = []
  const known = new Map<string, number>()
  let last = 0
  for (const stamp of stamps) {
    // Neighbours are mostly of one kind: comparing is cheaper than making a key.
    if (last === 0 || !isSameKind(kinds[last - 1] as Stamp, stamp)) {
      const key = JSON.stringify(kindParts(stamp))
      last = known.get(key) ?? kinds.push(stamp)
      known.set(key, last)
    }
    numbers.push(last)
  }
  return { kinds, numbers }
}

function kindParts({ accountId, clientId, version, type, originalDocHash, isEsign, isPrivate, owner }: Stamp) {
  return [accountId, clientId, version, type, originalDocHash, isEsign, isPrivate, owner]
}

function isSameKind(a: Stamp, b: Stamp): boolean {
  return (
    a.accountId === b.accountId &&
    a.clientId === b.clientId &&
    a.version === b.version &&
    a.type === b.type &&
    a.originalDocHash === b.originalDocHash &&
    a.isEsign === b.isEsign &&
    a.isPrivate === b.isPrivate &&
    a.owner === b.owner
  )
}

function existing(row: sql.FoundRow): ExistingStamp {
  return { id: row.id, txid: `0x${row.transaction_hash.toString('hex')}` }
}

function indexes(stamps: readonly Stamp[], wanted: (stamp: Stamp) => boolean): number[] {
  return stamps.flatMap((stamp, at) => (wanted(stamp) ? [at] : []))
}
