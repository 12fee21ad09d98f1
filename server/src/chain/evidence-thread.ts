import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { ProofError } from '@tallystick/proof'
import type { AskNode } from '@tallystick/proof/ethereum'
import { answer, type Calls, Thread } from '../base/thread.js'
import {
  type BlockEvidence,
  evidenceInBlock,
  type Finding,
  type OwnTransaction,
  type RpcBlock,
} from './block-evidence.js'
import type { Contradiction, EvidenceMethods, NodeMethods } from './evidence-worker.js'
import { revertedInBlock } from './receipts.js'

/** Blocks of up to this many transactions are checked here: two or three milliseconds. */
const transactionsMax = 32

/**
 * Checks large blocks: hashing all their transactions takes a twentieth of a second, which stamps would wait for. One for the
 * process: it holds nothing but the checks under way, which the tracker repeats when they fail, and ends with the process.
 */
const thread = new Thread<EvidenceMethods>('evidence-worker', {
  errorOf: (sent) => (isContradiction(sent) ? new ProofError(sent.code, sent.message) : sent),
})

function isContradiction(sent: unknown): sent is Contradiction {
  return typeof sent === 'object' && sent !== null && !(sent instanceof Error) && 'code' in sent
}

/** Runs a check in the thread, which asks the node through us. */
async function aside<T>(
  ask: AskNode,
  check: (calls: Calls<EvidenceMethods>, node: MessagePort) => Promise<T>,
): Promise<T> {
  const { port1, port2 } = new MessageChannel()
  answer({ ask } satisfies NodeMethods, port1)
  // Like the thread, it must not keep the process alive.
  port1.unref()
  try {
    return await check(thread.calls(), port2)
  } finally {
    port1.close()
  }
}

/**
 * Checks a block and gathers evidence without blocking the event loop.
 *
 * @throws {ProofError} when the node's answers contradict each other
 */
export function gatherAside(
  ask: AskNode,
  block: RpcBlock,
  ours: readonly OwnTransaction[],
): Promise<BlockEvidence | Finding> {
  return isSmall(block)
    ? evidenceInBlock(ask, block, ours)
    : aside(ask, (calls, node) => calls.call('evidence', node, block, ours.map(copied)))
}

/**
 * Finds out from a block's receipts whether transactions were reverted, without blocking the event loop: see {@link revertedInBlock}.
 *
 * @throws {ProofError} when the header or a transaction has no known form
 */
export function revertedAside(
  ask: AskNode,
  block: RpcBlock,
  hash: string,
  ours: readonly OwnTransaction[],
): Promise<boolean[] | string> {
  return isSmall(block)
    ? revertedInBlock(ask, block, hash, ours)
    : aside(ask, (calls, node) => calls.call('reverted', node, block, hash, ours.map(copied)))
}

const isSmall = ({ transactions }: RpcBlock) => !Array.isArray(transactions) || transactions.length <= transactionsMax

/** A message takes the whole memory that a part belongs to. */
const copied = ({ index, raw }: OwnTransaction) => ({ index, raw: new Uint8Array(raw) })
