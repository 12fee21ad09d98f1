import { anchoredAtSlot } from '@tallystick/proof'
import { decodeTransaction } from '@tallystick/proof/ethereum'
import type { Database, Queryable } from '../base/database/db.js'
import { hexOf } from '../chain/hex.js'
import type { ChainPast } from '../embedded/chain-past.js'
import { type BatchState, batchState } from './batch-state.js'
import * as sql from './chain-past-sql.js'

/** The EVM reaches the hashes of 256 blocks. */
const headersMax = 256
/** The node hashes each root again for every block. */
const rootsMax = 2000

/**
 * Returns what the database knows of the chain that the ledger follows, for the embedded chain's node to go on from: the newest
 * recorded blocks, the nonces used in them, and the contract with its newest roots. Older roots stay proven by their batches'
 * evidence.
 */
export async function chainPast(database: Database): Promise<ChainPast> {
  return database.transaction(async (tx) => {
    // The nonces must be those of the newest header's block.
    await tx.execute('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
    const blocks = await tx.query<{ number: number; header: Buffer }>(sql.newestHeaders, [headersMax])
    if (blocks.length === 0) return { headers: [], accounts: [], contract: null }
    const accounts = await tx.query<{ address: Buffer; nonce: number }>(sql.usedNonces)
    const [created] = await tx.query<{ contract: Buffer; raw: Buffer }>(sql.createdContract)
    const roots = await tx.query<sql.AnchoredRoot>(sql.newestRoots, [rootsMax])
    // The node's contract knows all roots of the blocks that the node has, but for a newest block that is too large.
    const cut = roots.length === rootsMax ? Math.min(...roots.map((root) => root.block_number)) : -1
    return {
      headers: blocks.filter(({ number }, at) => at === 0 || number > cut).map(({ header }) => header),
      accounts,
      contract: created
        ? {
            address: created.contract,
            creation: decodeTransaction(created.raw).input,
            storage: roots.map(({ address, root, time }) => [
              anchoredAtSlot(created.contract, address, root).slot,
              time,
            ]),
          }
        : null,
    }
  })
}

/** A block that was verified and recorded. */
export interface RecordedBlock {
  hash: `0x${string}`
  timestamp: number
  isFinal: boolean
}

/**
 * Returns the recorded block of a number: of those with our transactions, or, of the embedded chain, whose node has the newest only, of
 * all. Returns null when none is recorded.
 */
export async function recordedBlock(
  database: Queryable,
  number: number,
  isEmbedded: boolean,
): Promise<RecordedBlock | null> {
  const [block] = await database.query<{ hash: Buffer; time: Date; state: BatchState | null }>(sql.blockByNumber, [
    number,
    isEmbedded,
  ])
  if (!block) return null
  const { hash, time, state } = block
  return { hash: hexOf(hash), timestamp: time.getTime() / 1000, isFinal: state === batchState.final }
}
