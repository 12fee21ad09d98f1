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
  sizeMax?: number
}

/**
 * Makes a tree of the batches since the last one, if it is time, in one transaction with a request to each witness: a tree without
 * its requests would never be witnessed.
 *
 * @returns whether there may be more to do at once
 */
export async function makeTree(database: Database, terms: TreeTerms): Promise<boolean> {
  const { intervalMs, witnesses, nowMs, sizeMax = treeSizeMax } = terms
  return database.transaction(async (tx) => {
    await tx.execute(sql.lock, [advisoryLocks.tree])
    const [latest] = await tx.query<{ id: string; size: number }>(sql.latestTree)
    const isFull = latest !== undefined && latest.size >= sizeMax
    if (latest && !isFull && nowMs < Date.parse(createdAt(latest.id)) + intervalMs) return false
    const batches = await tx.query<sql.NewBatch>(sql.newBatches, [sizeMax])
    if (batches.length === 0) return false
    const { size, root, leaves, tiles } = await sealInTurns(batches.map((batch) => witnessLeaf(batch.root)))
    const id = uuidv7({ msecs: nowMs })
    await tx.execute(sql.insertTree, [id, size, root, leaves, tiles])
    await tx.execute(sql.insertLeaves, [id, batches.map((batch) => batch.id)])
    await tx.execute(sql.advanceLanes, [batches.map(({ lane_id }) => lane_id), batches.map(({ nonce }) => nonce)])
    const asked = [witnesses.map(({ kind }) => kind), witnesses.map(({ address }) => address)]
    await tx.execute(sql.insertStatements, [id, ...asked])
    return size === sizeMax
  })
}
