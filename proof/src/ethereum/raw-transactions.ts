import { equalBytes, fromHex, keccak256 } from '../encoding/hash.js'
import { ProofError } from '../errors.js'
import type { AskNode } from './ask-node.js'
import { type RpcObject, rpcReader } from './rpc.js'
import { encodeRpcTransaction } from './rpc-transaction.js'

/** A transaction in the JSON of a block, and its place. */
type Listed = { readonly transaction: RpcObject; readonly index: number; readonly blockHash: unknown }

/** The methods for a transaction's bytes, the most widely offered first. None is part of the standard. */
const methods: readonly (readonly [name: string, params: (listed: Listed) => readonly unknown[]])[] = [
  ['eth_getRawTransactionByHash', ({ transaction }) => [transaction.hash]],
  ['eth_getRawTransactionByBlockHashAndIndex', ({ blockHash, index }) => [blockHash, `0x${index.toString(16)}`]],
  ['debug_getRawTransaction', ({ transaction }) => [transaction.hash]],
]

/**
 * Returns the bytes of a block's transactions, in order: encoded from their JSON (`eth_getBlockByNumber(…, true)`) or, where a type
 * is unknown here, as the node gives them. Either way they hash to the transaction's ID.
 * @returns the reason, in words, when the bytes of a transaction cannot be had
 */
export async function rawTransactions(ask: AskNode, block: RpcObject): Promise<readonly Uint8Array[] | string> {
  const raws: Uint8Array[] = []
  const unknown: (Listed & { readonly problem: string })[] = []
  const listed = rpcReader(block, 'transaction').list('transactions')
  for (const [index, transaction] of listed.entries()) {
    try {
      raws[index] = encodeRpcTransaction(transaction)
    } catch (error) {
      if (!(error instanceof ProofError)) throw error
      unknown.push({ transaction, index, blockHash: block.hash, problem: error.message })
    }
  }
  const [first, ...others] = unknown
  if (first === undefined) return raws
  for (const [name, params] of methods) {
    const ofNode = async (one: Listed) => bytesOf(one.transaction, await ask(name, params(one)))
    const raw = await ofNode(first)
    if (raw === undefined) continue
    raws[first.index] = raw
    const more = await Promise.all(others.map(ofNode))
    for (const [i, bytes] of more.entries()) {
      const { index, problem } = others[i]!
      if (bytes === undefined) return wordsOf(index, problem)
      raws[index] = bytes
    }
    return raws
  }
  return wordsOf(first.index, first.problem)
}

/** Undefined unless the bytes hash to the transaction's ID. */
function bytesOf({ hash }: RpcObject, answer: Awaited<ReturnType<AskNode>>): Uint8Array | undefined {
  if (!('result' in answer) || typeof answer.result !== 'string' || !/^0x(?:[0-9a-f]{2})+$/i.test(answer.result)) return
  const bytes = fromHex(answer.result.slice(2))
  return equalBytes(keccak256(bytes), rpcReader({ hash }, 'transaction').bytes('hash', 32)) ? bytes : undefined
}

function wordsOf(index: number, problem: string): string {
  return `transaction ${index} of the block cannot be encoded (${problem}), and the node does not give its bytes`
}
