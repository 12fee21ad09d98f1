import { ProofError } from '@tallystick/proof'
import { decodeHeader, encodeRpcHeader, encodeRpcTransaction, transactionTrie } from '@tallystick/proof/ethereum'
import type { Chain, ChainBlock } from './chain.js'
import { bytesOf } from './hex.js'

/** What a proof shows of a block: our transaction in it, or our root in the state after it. */
export type Evidence = 'transaction' | 'state'

/** What the newest blocks of a chain allow proofs to show. */
export interface Survey {
  /** The kind that its proofs carry; null when no block can be proven. */
  evidence: Evidence | null
  /** Blocks looked at. */
  examined: number
  /** How many of them can be proven. */
  provable: number
  /** Why not the others, in words: the newest of them. */
  problem: string | null
}

/** A block: null problems where it can be encoded. */
export interface Finding {
  number: number
  /** Why its header can't be encoded; then nothing about the block can be proven. */
  headerProblem: string | null
  /** Why its transactions can't. */
  transactionsProblem: string | null
}

const blocksExamined = 20

/** Encodes the newest blocks, as proofs will need them. @throws when the node doesn't answer */
export async function surveyChain(chain: Pick<Chain, 'block'>, head: number): Promise<Survey> {
  // The genesis block has no transactions of ours, and some chains hash theirs by other rules.
  const count = Math.min(blocksExamined, head)
  const blocks = await Promise.all(Array.from({ length: count }, (_, at) => chain.block(head - at, true)))
  return conclude(blocks.flatMap((block) => (block ? examine(block) : [])))
}

/** Draws the conclusion from findings, the newest block's first. */
export function conclude(findings: readonly Finding[]): Survey {
  const stray = findings.find(({ headerProblem, transactionsProblem }) => headerProblem ?? transactionsProblem)
  const provable = findings.filter(({ headerProblem, transactionsProblem }) => !(headerProblem ?? transactionsProblem))
  return {
    evidence: findings.length > 0 && provable.length === 0 ? null : 'transaction',
    examined: findings.length,
    provable: provable.length,
    problem: stray ? `block ${stray.number}: ${stray.headerProblem ?? stray.transactionsProblem}` : null,
  }
}

const kinds: Record<Evidence, string> = {
  transaction: 'the transaction and its place in the block',
  state: "the root in the contract's storage as of the block",
}

/** Says in a sentence what proofs will show, for the log. */
export function surveyText({ evidence, examined, provable, problem }: Survey): string {
  if (evidence === null) return `none of the last ${examined} blocks can be proven: ${problem}`
  const shown = `proofs show ${kinds[evidence]}`
  if (examined === 0) return `${shown}; the chain has no blocks to examine yet`
  if (problem === null) return `${shown}; all of the last ${examined} blocks can be proven`
  return `${shown}; ${provable} of the last ${examined} blocks can be proven, not ${problem}`
}

function examine(block: ChainBlock): Finding {
  const headerProblem = problemIn(() => decodeHeader(encodeRpcHeader(block.rpc)))
  return { number: block.number, headerProblem, transactionsProblem: problemIn(() => encodeTransactions(block)) }
}

function encodeTransactions({ rpc }: ChainBlock): void {
  const { root } = transactionTrie(rpc.transactions.map((transaction) => encodeRpcTransaction(transaction)))
  if (!bytesOf(String(rpc.transactionsRoot)).equals(root)) {
    throw new ProofError('transaction', 'its transactions do not give its transactionsRoot')
  }
}

function problemIn(work: () => unknown): string | null {
  try {
    work()
    return null
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    return error.message
  }
}
