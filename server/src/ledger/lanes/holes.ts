import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../base/database/db.js'
import { isSignedWith } from '../../chain/sign.js'
import * as sql from '../sql.js'
import type { Lane } from './lane.js'

/*
 * Nonces are used without gaps, so an unused nonce holds up all after it. Such a hole comes when a batch got another
 * nonce and the block that made that necessary is lost, when a node counted a nonce as used that was free, or when a row is missing.
 */

/** Holes looked at in one step. */
const holesMax = 1000
/** Empty transactions signed in one step. */
const fillsMax = 100

/**
 * Returns the nonces from `from` to below `until` that no submitted batch has.
 *
 * @param submitted the nonces of all submitted batches in this range
 */
export function holesIn(from: number, until: number, submitted: readonly number[]): number[] {
  const taken = new Set(submitted)
  const holes: number[] = []
  for (let nonce = from; nonce < until && holes.length < holesMax; nonce++) if (!taken.has(nonce)) holes.push(nonce)
  return holes
}

/** Returns the newest transaction that the lane's key ever signed for each of these nonces, if any. */
async function storedFor(
  database: Database,
  lane: sql.OpenLane,
  nonces: readonly number[],
): Promise<Map<number, sql.StoredTransaction>> {
  const found = new Map<number, sql.StoredTransaction>()
  if (nonces.length === 0) return found
  for (const one of await database.query<sql.StoredTransaction>(sql.storedTransactions, [lane.id, nonces])) {
    if (one.is_own || isSignedWith(one.raw, lane.address, one.nonce)) found.set(one.nonce, one)
  }
  return found
}

/** Transactions that fill the holes of a lane, and holes that nothing can fill yet. */
export interface Filling {
  stored: sql.StoredTransaction[]
  /** Nothing was ever signed for them. */
  empty: number[]
}

/** Finds what fills holes: what was signed for the nonce before. */
export async function fillingOf(database: Database, lane: sql.OpenLane, holes: readonly number[]): Promise<Filling> {
  const stored = await storedFor(database, lane, holes)
  return { stored: [...stored.values()], empty: holes.filter((nonce) => !stored.has(nonce)) }
}

/**
 * Signs and records empty transactions for holes that nothing was ever signed for. They are sent when they are found there again.
 *
 * I2: a nonce has one payload permanently. Its row in `batches` is unique, so of two processes one records what both then send. The lane
 * needn't be held for that: the nonce was taken before.
 */
export async function signFills(
  database: Database,
  lane: Pick<Lane, 'id' | 'signEmpty'>,
  empty: readonly number[],
): Promise<void> {
  for (const nonce of empty.slice(0, fillsMax)) {
    const { hash, raw, maxFeePerGas, maxPriorityFeePerGas } = lane.signEmpty(nonce)
    const root = Buffer.alloc(32)
    const values = [uuidv7(), lane.id, nonce, root, hash, raw, maxFeePerGas, maxPriorityFeePerGas]
    await database.execute(sql.insertFill, values)
  }
}
