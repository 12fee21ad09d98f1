import { addressText } from '@tallystick/proof/ethereum'
import type { Queryable } from '../../base/database/db.js'
import { smallestId } from '../../base/ids.js'
import { type Clock, systemClock } from '../../base/turns/clock.js'
import { RecentLook } from '../../base/turns/recent-look.js'
import type { Chain } from '../../chain/chain.js'
import { hexOf } from '../../chain/hex.js'
import type { Survey } from '../../chain/survey.js'
import { stateNames } from '../batch-state.js'
import { caip2, type NetworkInfo } from '../proofs/proof.js'
import { troubleIn } from '../troubles.js'
import * as sql from './status-sql.js'

/** Dependencies of a {@link NetworkWatch}. */
export interface StatusOptions {
  database: Queryable
  chain: Pick<Chain, 'block' | 'balance' | 'cost'>
  network: NetworkInfo
  survey: Survey
  /** When a block is final: by the chain's own tag, or at this depth, itself included. */
  finality: 'finalized' | number
  clock?: Clock
}

/** The state of the network at `seenAt`. */
export type NetworkStatus = Awaited<ReturnType<typeof look>>

const batchesShown = 20
const costsSampled = 5
const dayMs = 86_400_000

/** Reports the state of chain and database for the network page. */
export class NetworkWatch {
  private readonly recent: RecentLook<NetworkStatus>

  constructor(options: StatusOptions) {
    const { clock = systemClock } = options
    this.recent = new RecentLook(() => look(options, clock.now()), clock)
  }

  /** @throws {Error} of the database; without an answer from the node `head` is null */
  status(): Promise<NetworkStatus> {
    return this.recent.read()
  }
}

async function look({ database, chain, network, survey, finality }: StatusOptions, nowMs: number) {
  const [head, cost, spenders, waiting, trouble, batches] = await Promise.all([
    headOf(chain, finality).catch(() => null),
    costOf(database, chain),
    database.query<sql.SpenderRow>(sql.spenders, [smallestId(nowMs - dayMs)]),
    database.query<sql.WaitingRow>(sql.waitingBatches),
    troubleIn(database),
    database.query<sql.RecentBatchRow>(sql.recentBatches, [batchesShown]),
  ])
  const { count = 0, oldest = null } = waiting[0] ?? {}
  return {
    name: network.name,
    isPrivate: network.isPrivate,
    chainId: network.chainId,
    blockchainId: caip2(network.chainId),
    contract: addressText(network.contract),
    // Lanes are never deleted: an address keeps its row, and its stamps, when another key takes over.
    notaries: spenders.map(({ address }) => addressText(address)),
    finality: finality === 'finalized' ? { rule: 'finalized', blocks: null } : { rule: 'blocks', blocks: finality },
    head,
    waiting: { batches: count, oldestSeconds: oldest && Math.max(0, Math.round((nowMs - oldest.getTime()) / 1000)) },
    evidence: survey,
    trouble: trouble && { ...trouble, since: trouble.since.toISOString() },
    costPerTransaction: cost === null ? null : String(cost),
    signers: await Promise.all(spenders.map((spender) => presentSigner(spender, chain, cost))),
    batches: batches.map((batch) => ({
      id: batch.id,
      purpose: batch.purpose,
      size: batch.size,
      transactionId: hexOf(batch.transaction_hash),
      state: stateNames[batch.state],
      blockNumber: batch.block_number,
      blockTime: batch.block_time?.toISOString() ?? null,
      createdAt: batch.created_at.toISOString(),
    })),
    seenAt: new Date(nowMs).toISOString(),
  }
}

async function headOf(chain: StatusOptions['chain'], finality: StatusOptions['finality']) {
  const [latest, finalized] = await Promise.all([
    chain.block('latest'),
    finality === 'finalized' ? chain.block('finalized') : null,
  ])
  if (!latest) return null
  const finalNumber = finality === 'finalized' ? (finalized?.number ?? 0) : Math.max(0, latest.number - finality + 1)
  return {
    number: latest.number,
    time: new Date(latest.timestamp * 1000).toISOString(),
    finalNumber,
  }
}

/** Returns the average cost of our newest transactions, in wei; null when none is in a block, or the node doesn't answer. */
async function costOf(database: Queryable, chain: StatusOptions['chain']): Promise<bigint | null> {
  const mined = await database.query<{ transaction_hash: Buffer }>(sql.minedTransactions, [costsSampled])
  const asked = mined.map(({ transaction_hash }) => chain.cost(transaction_hash).catch(() => null))
  const costs = (await Promise.all(asked)).filter((cost) => cost !== null)
  if (costs.length === 0) return null
  return costs.reduce((sum, cost) => sum + cost, 0n) / BigInt(costs.length)
}

async function presentSigner(spender: sql.SpenderRow, chain: StatusOptions['chain'], cost: bigint | null) {
  const balance = await chain.balance(spender.address).catch(() => null)
  const transactionsLastDay = spender.nonce_then === null ? 0 : spender.next_nonce - spender.nonce_then
  return {
    address: addressText(spender.address),
    balance: balance === null ? null : String(balance),
    transactionsLastDay,
    lastsDays: lastsDays(balance, cost, transactionsLastDay),
  }
}

/** Returns how many days a balance lasts at the last day's spending; null when nothing is spent, or costs are unknown. */
export function lastsDays(balance: bigint | null, cost: bigint | null, transactionsADay: number): number | null {
  if (balance === null || cost === null || cost === 0n || transactionsADay === 0) return null
  const transactions = balance / cost
  return Math.floor((Number(transactions) / transactionsADay) * 10) / 10
}
