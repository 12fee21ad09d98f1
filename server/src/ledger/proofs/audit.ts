import { equalBytes, keccak256, ProofError, timeProblem } from '@tallystick/proof'
import { addressText, decodeHeader, decodeTransaction } from '@tallystick/proof/ethereum'
import { merkleRoot } from '@tallystick/proof/merkle'
import type { Database } from '../../base/database/db.js'
import { createdMs } from '../../base/ids.js'
import type { Auditor } from '../../base/room.js'
import type { Chain } from '../../chain/chain.js'
import { checkEvidence } from '../../chain/evidence.js'
import { hexOf } from '../../chain/hex.js'
import type { TransactionVersion } from '../../chain/inclusion.js'
import { batchState } from '../batch-state.js'
import { blockDatedBack, futureText, latestBlockMs } from '../block-times.js'
import { sha256 } from '../entry.js'
import { rootOfStored, splitHashes } from '../seal.js'
import * as sql from '../sql.js'
import { BlockStandings } from './audit-blocks.js'

/** The first mismatch an audit finds. */
export class AuditError extends Error {
  override name = 'AuditError'
}

/** Counts of what an audit checked. */
export interface AuditReport {
  batches: number
  entries: number
  transactions: number
  blocks: number
  /** Batches committed but not in a block yet. */
  submitted: number
  /** Batches whose block is dated before they were made: a clock was wrong, that of the service or of the chain. */
  early: number
}

const batchesAtOnce = 50

/**
 * Recomputes everything from PostgreSQL and the chain: leaves from the rooms' rows, roots from leaves, transactions from their
 * bytes, blocks from their headers, and asks the chain for each block and each root (I2, I5, I6).
 *
 * @throws {AuditError} at the first mismatch
 */
export async function audit(database: Database, chain: Chain, auditors: readonly Auditor[]): Promise<AuditReport> {
  const [network] = await database.query<sql.NetworkRow>(sql.readNetwork)
  if (!network) throw new AuditError('the database has no network yet: the service has never been started on it')
  const chainId = await chain.chainId()
  if (chainId !== network.chain_id)
    throw new AuditError(`the node is on chain ${chainId}, the database on chain ${network.chain_id}`)
  const { contract } = network
  const report: AuditReport = { batches: 0, entries: 0, transactions: 0, blocks: 0, submitted: 0, early: 0 }
  const standings = new BlockStandings(database, chain)
  const latestMs = await latestBlockMs(database, Date.now())
  let place: [number, number] = [-1, -1]
  const expected = new Map<number, number>()
  /** Nonces without a batch: a problem, unless their batch was anchored again under another nonce. */
  const gaps = new Map<string, string>()
  const moved = new Set<string>()
  // Read first: batches committed during the audit may be missed, earlier ones must not.
  const lanes = await database.query<{ id: number; address: Buffer; next_nonce: number }>(sql.allLanes)
  for (;;) {
    const rows = await database.query<sql.AuditRow>(sql.batchesAfter, [...place, batchesAtOnce])
    const last = rows.at(-1)
    if (!last) break
    place = [last.lane_id, last.nonce]
    const versions = await database.query<TransactionVersion>(sql.transactionVersions, [rows.map((row) => row.id)])
    for (const row of rows) {
      for (let nonce = expected.get(row.lane_id) ?? row.nonce; nonce < row.nonce; nonce++) {
        gaps.set(placeOf(row.address, nonce), `${nameOf(row)}: the batch before it, with nonce ${nonce}, is missing`)
      }
      expected.set(row.lane_id, row.nonce + 1)
      const own = versions.filter((version) => version.batch_id === row.id)
      await naming(row, async () => {
        await auditLeaves(row, auditors)
        for (const place of auditTransactions(row, own, contract)) moved.add(place)
      })
      report.batches++
      report.entries += row.size
      report.transactions += own.length
      if (row.state === batchState.submitted) report.submitted++
      if (isEarly(row)) report.early++
    }
    await auditBlocks(rows, chain, contract, { standings, latestMs })
  }
  for (const lane of lanes) {
    for (let nonce = expected.get(lane.id) ?? lane.next_nonce; nonce < lane.next_nonce; nonce++) {
      gaps.set(
        placeOf(lane.address, nonce),
        `lane ${lane.id}: the batch with nonce ${nonce}, which it used, is missing`,
      )
    }
  }
  for (const [place, problem] of gaps) if (!moved.has(place)) throw new AuditError(problem)
  const datedBack = await blockDatedBack(database)
  if (datedBack !== undefined) throw new AuditError(`block ${datedBack} is dated before a recorded block below it`)
  for (const auditor of auditors) await auditor.totals()
  return { ...report, blocks: standings.count }
}

async function auditLeaves(row: sql.AuditRow, auditors: readonly Auditor[]): Promise<void> {
  const leaves = splitHashes(row.leaves)
  ensure(leaves.length === row.size, row, `it has ${leaves.length} leaves, and says ${row.size}`)
  if (row.purpose !== 'anchor') return
  ensure(row.root.equals(rootOfStored(row.leaves)), row, 'its leaves do not give its root')
  ensure(row.root.equals(merkleRoot(splitHashes(row.tiles), sha256)), row, 'its tiles do not give its root')
  const seen = new Set<number>()
  for (const auditor of auditors) {
    for (const [index, leaf] of await auditor.leaves(row.id)) {
      ensure(!seen.has(index), row, `two entries claim leaf ${index}`)
      seen.add(index)
      const stored = leaves[index]
      ensure(stored !== undefined, row, `an entry claims leaf ${index} of ${row.size}`)
      ensure(
        leaf === null || Buffer.from(stored as Uint8Array).equals(leaf),
        row,
        `the entry of leaf ${index} was changed`,
      )
    }
  }
  ensure(seen.size === row.size, row, `${row.size - seen.size} of its ${row.size} entries are missing`)
}

/** Returns the nonces under which the batch was signed before it was anchored again, because others had used them. */
function auditTransactions(row: sql.AuditRow, versions: readonly TransactionVersion[], contract: Uint8Array): string[] {
  const own = placeOf(row.address, row.nonce)
  const earlier: string[] = []
  ensure(
    versions.some((version) => version.hash.equals(row.transaction_hash)),
    row,
    'its transaction is missing',
  )
  for (const { hash, raw } of versions) {
    ensure(hash.equals(keccak256(raw)), row, `transaction ${hexOf(hash)} does not hash to its id`)
    const transaction = decodeTransaction(raw)
    const by = `transaction ${hexOf(hash)}`
    const place = placeOf(transaction.sender, Number(transaction.nonce))
    const isCurrent = hash.equals(row.transaction_hash)
    const signed = `was signed by ${addressText(transaction.sender)} with nonce ${transaction.nonce}`
    ensure(!isCurrent || place === own, row, `${by} ${signed}`)
    if (place !== own) earlier.push(place)
    if (row.purpose === 'deploy') continue
    if (row.purpose === 'fill') {
      const isEmpty = transaction.input.length === 0 && transaction.value === 0n
      const isOwn = transaction.to !== undefined && equalBytes(transaction.to, row.address)
      ensure(isEmpty && isOwn, row, `${by} is not an empty one to its signer`)
      continue
    }
    ensure(Buffer.from(transaction.input.subarray(-32)).equals(row.root), row, `${by} does not carry its root`)
    const receiver = transaction.to ?? new Uint8Array(0)
    ensure(equalBytes(receiver, contract), row, `${by} goes to ${addressText(receiver)}`)
  }
  return earlier
}

/** A nonce of a signing address, as a key. */
function placeOf(address: Uint8Array, nonce: number): string {
  return `${hexOf(address)} ${nonce}`
}

function nameOf(row: sql.AuditRow): string {
  return `batch ${row.id} (lane ${row.lane_id}, nonce ${row.nonce})`
}

async function auditBlocks(
  rows: readonly sql.AuditRow[],
  chain: Chain,
  contract: Uint8Array,
  { standings, latestMs }: { standings: BlockStandings; latestMs: number },
): Promise<void> {
  // A transaction that only fills a nonce proves nothing, so it has no block.
  const placed = rows.filter(
    ({ state, purpose }) => purpose !== 'fill' && (state === batchState.confirmed || state === batchState.final),
  )
  await standings.ask(placed.map((row) => row.block_number as number))
  await Promise.all(
    placed.map((row) =>
      naming(row, async () => {
        ensure(row.header !== null, row, 'its block header is missing')
        const header = decodeHeader(row.header as Buffer)
        ensure(
          hexOf(row.block_hash as Buffer) === hexOf(keccak256(row.header as Buffer)),
          row,
          'its header does not hash to its block',
        )
        ensure(Number(header.number) === row.block_number, row, `its header is of block ${header.number}`)
        ensure(Number(header.time) === row.block_time, row, 'the time of its block is not that of the header')
        const future = futureText(row.block_number as number, Number(header.time), latestMs)
        ensure(future === null, row, future ?? '')
        checkEvidence(row, header, {
          transactionId: row.transaction_hash,
          contract,
          notary: row.address,
          root: row.root,
        })
        const standing = await standings.of(row.block_number as number, row.block_hash as Buffer)
        ensure(standing !== 'other', row, `the chain has another block ${row.block_number}`)
        ensure(
          standing !== 'unknown',
          row,
          `the node doesn't know block ${row.block_number}, and recorded headers don't link it to a block that it knows`,
        )
        // Its evidence shows the root; the contract of a node that doesn't know the block may not.
        if (row.purpose === 'deploy' || standing === 'linked') return
        ensure(
          (await chain.anchoredAt(contract, row.address, row.root)) > 0,
          row,
          'the contract does not know its root',
        )
      }),
    ),
  )
}

function isEarly({ id, block_time }: sql.AuditRow): boolean {
  return block_time !== null && timeProblem({ timeMs: block_time * 1000 }, { notBeforeMs: createdMs(id) }) === 'early'
}

/** Reports unreadable data as a mismatch of its batch. */
async function naming(row: sql.AuditRow, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    throw new AuditError(`${nameOf(row)}: ${error.message}`, { cause: error })
  }
}

function ensure(holds: boolean, row: sql.AuditRow, problem: string): void {
  if (!holds) throw new AuditError(`${nameOf(row)}: ${problem}`)
}
