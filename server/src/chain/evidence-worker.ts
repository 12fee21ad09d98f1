import { type MessagePort, parentPort } from 'node:worker_threads'
import { ProofError } from '@tallystick/proof'
import type { AskNode } from '@tallystick/proof/ethereum'
import { answer, Calls } from '../base/thread.js'
import { evidenceInBlock, type OwnTransaction, type RpcBlock } from './block-evidence.js'
import { revertedInBlock } from './receipts.js'

/** The caller's answers to the thread's questions to the node. */
export type NodeMethods = { ask: AskNode }

/** A contradiction in the node's answers, as it leaves the thread. */
export interface Contradiction {
  code: ProofError['code']
  message: string
}

const methods = {
  evidence: (node: MessagePort, block: RpcBlock, ours: readonly OwnTransaction[]) =>
    asking(node, (ask) => evidenceInBlock(ask, block, ours)),
  reverted: (node: MessagePort, block: RpcBlock, hash: string, ours: readonly OwnTransaction[]) =>
    asking(node, (ask) => revertedInBlock(ask, block, hash, ours)),
}

/** The methods of the thread; each asks the node through the port. */
export type EvidenceMethods = typeof methods

function asking<T>(node: MessagePort, check: (ask: AskNode) => Promise<T>): Promise<T> {
  const calls = new Calls<NodeMethods>(node)
  return check((method, params) => calls.call('ask', method, params))
}

answer(methods, parentPort, (error) =>
  error instanceof ProofError ? ({ code: error.code, message: error.message } satisfies Contradiction) : error,
)
