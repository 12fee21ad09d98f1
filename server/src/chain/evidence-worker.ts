import { parentPort } from 'node:worker_threads'
import { ProofError } from '@tallystick/proof'
import type { NodeAnswer } from '@tallystick/proof/ethereum'
import {
  type BlockEvidence,
  evidenceInBlock,
  type Finding,
  type OwnTransaction,
  type RpcBlock,
} from './block-evidence.js'
import { revertedInBlock } from './receipts.js'

/** To the thread: a block to check, whose receipts to check, or what the node answered to a question about it. */
export type EvidenceRequest =
  | { id: number; block: RpcBlock; ours: readonly OwnTransaction[] }
  | { id: number; block: RpcBlock; hash: string; ours: readonly OwnTransaction[] }
  | { id: number; question: number; answer: NodeAnswer }
  | { id: number; question: number; problem: unknown }

/** From the thread: a question to the node, or the outcome. */
export type EvidenceReply =
  | { id: number; question: number; method: string; params: readonly unknown[] }
  | { id: number; outcome: BlockEvidence | Finding | boolean[] | string }
  | { id: number; contradiction: { code: ProofError['code']; message: string } }
  | { id: number; problem: unknown }

interface Asked {
  resolve(answer: NodeAnswer): void
  reject(problem: unknown): void
}

const asked = new Map<number, Asked>()
let lastQuestion = 0
const reply = (message: EvidenceReply) => parentPort?.postMessage(message)

parentPort?.on('message', async (request: EvidenceRequest) => {
  const { id } = request
  if ('question' in request) {
    const waiting = asked.get(request.question)
    asked.delete(request.question)
    if ('answer' in request) waiting?.resolve(request.answer)
    else waiting?.reject(request.problem)
    return
  }
  const ask = (method: string, params: readonly unknown[]) =>
    new Promise<NodeAnswer>((resolve, reject) => {
      const question = ++lastQuestion
      asked.set(question, { resolve, reject })
      reply({ id, question, method, params })
    })
  try {
    const { block, ours } = request
    if ('hash' in request) reply({ id, outcome: await revertedInBlock(ask, block, request.hash, ours) })
    else reply({ id, outcome: await evidenceInBlock(ask, block, ours) })
  } catch (error) {
    if (error instanceof ProofError) reply({ id, contradiction: { code: error.code, message: error.message } })
    else reply({ id, problem: error })
  }
})
