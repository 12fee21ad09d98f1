import { Worker } from 'node:worker_threads'
import { ProofError } from '@tallystick/proof'
import type { AskNode } from '@tallystick/proof/ethereum'
import { ownFile } from '../base/own-files.js'
import {
  type BlockEvidence,
  evidenceInBlock,
  type Finding,
  type OwnTransaction,
  type RpcBlock,
} from './block-evidence.js'
import type { EvidenceReply, EvidenceRequest } from './evidence-worker.js'
import { revertedInBlock } from './receipts.js'

/** Blocks of up to this many transactions are checked here: two or three milliseconds. */
const transactionsMax = 32

// The compiled file, even when this module runs from source.
const program = ownFile('dist/evidence-worker.js')

interface Pending {
  ask: AskNode
  resolve(outcome: never): void
  reject(error: unknown): void
}

/**
 * Checks large blocks in a separate thread: hashing all their transactions takes a twentieth of a second, which stamps would wait
 * for. The thread asks nodes through us, and starts when first needed.
 */
class EvidenceThread {
  private worker: Worker | null = null
  private readonly waiting = new Map<number, Pending>()
  private lastId = 0

  check(ask: AskNode, block: RpcBlock, ours: readonly OwnTransaction[]): Promise<BlockEvidence | Finding> {
    return this.answered(ask, (id) => ({ id, block, ours: ours.map(copied) }))
  }

  checkReceipts(
    ask: AskNode,
    block: RpcBlock,
    hash: string,
    ours: readonly OwnTransaction[],
  ): Promise<boolean[] | string> {
    return this.answered(ask, (id) => ({ id, block, hash, ours: ours.map(copied) }))
  }

  private answered<Outcome>(ask: AskNode, request: (id: number) => EvidenceRequest): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const id = ++this.lastId
      this.waiting.set(id, { ask, resolve, reject })
      this.worker ??= this.start()
      this.send(request(id))
    })
  }

  private send(request: EvidenceRequest): void {
    this.worker?.postMessage(request)
  }

  private start(): Worker {
    const worker = new Worker(program)
    // Idle on its own, so it must not keep the process alive.
    worker.unref()
    worker.on('message', (reply: EvidenceReply) => this.onReply(reply))
    worker.on('error', (error) => this.end(error as Error))
    worker.on('exit', () => this.end(new Error('the thread that checks blocks exited')))
    return worker
  }

  private onReply(reply: EvidenceReply): void {
    const { id } = reply
    const pending = this.waiting.get(id)
    if (!pending) return
    if ('question' in reply) {
      const { question, method, params } = reply
      pending.ask(method, params).then(
        (answer) => this.send({ id, question, answer }),
        (problem) => this.send({ id, question, problem }),
      )
      return
    }
    this.waiting.delete(id)
    if ('outcome' in reply) pending.resolve(reply.outcome as never)
    else if ('contradiction' in reply)
      pending.reject(new ProofError(reply.contradiction.code, reply.contradiction.message))
    else pending.reject(reply.problem)
  }

  /** Fails all pending checks, which the tracker repeats; the next one starts a new thread. */
  private end(error: Error): void {
    this.worker = null
    for (const { reject } of this.waiting.values()) reject(error)
    this.waiting.clear()
  }
}

// One for the process: it holds nothing but the checks under way, and ends with the process.
const thread = new EvidenceThread()

/**
 * Checks a block and gathers evidence without keeping the event loop.
 *
 * @throws {ProofError} when the node's answers contradict each other
 */
export function gatherAside(
  ask: AskNode,
  block: RpcBlock,
  ours: readonly OwnTransaction[],
): Promise<BlockEvidence | Finding> {
  return isSmall(block) ? evidenceInBlock(ask, block, ours) : thread.check(ask, block, ours)
}

/**
 * Finds out from a block's receipts whether transactions were reverted, without keeping the event loop: see {@link revertedInBlock}.
 *
 * @throws {ProofError} when the header or a transaction has no known form
 */
export function revertedAside(
  ask: AskNode,
  block: RpcBlock,
  hash: string,
  ours: readonly OwnTransaction[],
): Promise<boolean[] | string> {
  return isSmall(block) ? revertedInBlock(ask, block, hash, ours) : thread.checkReceipts(ask, block, hash, ours)
}

const isSmall = ({ transactions }: RpcBlock) => !Array.isArray(transactions) || transactions.length <= transactionsMax

/** A message takes the whole memory that a part belongs to. */
const copied = ({ index, raw }: OwnTransaction) => ({ index, raw: new Uint8Array(raw) })
