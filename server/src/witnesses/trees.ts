import { witnessLeaf } from '@tallystick/proof'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../base/database/db.js'
import { advisoryLocks } from '../base/database/locks.js'
import { createdAt } from '../base/ids.js'
import { sealInTurns } from '../ledger/seal.js'
import * as sql from './sql.js'
import type { NamedWitness } from './witness.js'

/** Batches in one tree at most; what is left makes the next one at once. */
const treeSizeMax = 16_384

/** Settings of {@link makeTree}. */
export interface TreeTerms {
  intervalMs: number
  witnesses: readonly Pick<NamedWitness, 'kind' | 'address'>[]
  nowMs: number
  /** Time since this process last made a tree, on the monotonic clock. */
  sinceMs: number
  sizeMax?: number
}

/**
 * Makes a tree of the batches since the last one, if it is time, in one transaction with a request to each witness: a tree without
 * its requests would never be witnessed.
 *
 * @returns which tree it made; after a full one there may be more to do at once
 */
export async function makeTree(database: Database, terms: TreeTerms): Promise<'none' | 'full' | 'last'> {
  const { witnesses, nowMs } = terms
  const sizeMax = sizeMaxOf(terms)
  return database.transaction(async (tx) => {
    await tx.execute(sql.lock, [advisoryLocks.tree])
    const [latest] = await tx.query<{ id: string; size: number }>(sql.latestTree)
    if (latest && !isTime(latest, terms)) return 'none'
    const batches = await tx.query<sql.NewBatch>(sql.newBatches, [sizeMax])
    // Tokens wait for a tree that is made anyway: else each would lead to another one, forever.
    const others = await tx.query(sql.anyOther, [batches.map((batch) => batch.id)])
    if (others.length === 0) return 'none'
    const { size, root, leaves, tiles } = await sealInTurns(batches.map((batch) => witnessLeaf(batch.root)))
    const id = uuidv7({ msecs: nowMs })
    await tx.execute(sql.insertTree, [id, size, root, leaves, tiles])
    await tx.execute(sql.insertLeaves, [id, batches.map((batch) => batch.id)])
    await tx.execute(sql.advanceLanes, [batches.map(({ lane_id }) => lane_id), batches.map(({ nonce }) => nonce)])
    const asked = [witnesses.map(({ kind }) => kind), witnesses.map(({ address }) => address)]
    await tx.execute(sql.insertStatements, [id, ...asked])
    return size === sizeMax ? 'full' : 'last'
  })
}

const sizeMaxOf = ({ sizeMax = treeSizeMax }: TreeTerms) => sizeMax

/** A tree from after now was made by a clock that was ahead: its time says nothing, and this process measures by itself. */
function isTime({ id, size }: { id: string; size: number }, terms: TreeTerms): boolean {
  const { nowMs, sinceMs, intervalMs } = terms
  const madeMs = Date.parse(createdAt(id))
  if (madeMs > nowMs) return sinceMs >= intervalMs
  return size >= sizeMaxOf(terms) || nowMs - madeMs >= intervalMs
}
