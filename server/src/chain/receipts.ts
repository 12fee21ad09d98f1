import { equalBytes } from '@tallystick/proof'
import {
  type AskNode,
  decodeHeader,
  decodeRlp,
  encodeRlp,
  encodeRpcHeader,
  fromQuantity,
  type RlpItem,
  rawTransactions,
  transactionTrie,
} from '@tallystick/proof/ethereum'
import type { OwnTransaction, RpcBlock } from './block-evidence.js'
import { bytesOf, hexOf } from './hex.js'

type Receipt = Record<string, unknown>
const receiptsRootAt = 5
const depositType = 0x7e

/** How long a node's word that transactions succeeded isn't accepted, on a chain that has shown no verifiable receipts. */
const patienceMs = 60_000

/**
 * Whether a node's word that a transaction succeeded counts. On a chain whose receipts once gave their root, it never does; where they
 * never do, because they have members unknown here, it must count after a while.
 */
export class ReceiptTrust {
  private readonly now: () => number
  private areShown = false
  private failsSince: number | null = null

  /** @param now milliseconds, monotonic */
  constructor(now: () => number) {
    this.now = now
  }

  noteShown(): void {
    this.areShown = true
  }

  /** Notes that receipts could not be checked. @returns whether the node's word counts */
  noteUnshown(): boolean {
    this.failsSince ??= this.now()
    return !this.areShown && this.now() - this.failsSince >= patienceMs
  }
}

/**
 * Finds out whether transactions were reverted, from a block's receipts: together they give the header's receiptsRoot, as its
 * transactions give the transactionsRoot. A status that a node merely names moves no batch.
 *
 * @param hash the block's hash on the verified chain
 * @returns for each of `ours` whether it was reverted, or why the node does not show that
 * @throws {ProofError} when the header or a transaction has no known form
 */
export async function revertedInBlock(
  ask: AskNode,
  block: RpcBlock,
  hash: string,
  ours: readonly OwnTransaction[],
): Promise<boolean[] | string> {
  const encoded = encodeRpcHeader(block)
  const { number, hash: computed, transactionsRoot } = decodeHeader(encoded)
  if (hexOf(computed) !== hash) return `the node shows another block ${number} than before`
  const raws = await rawTransactions(ask, block)
  if (typeof raws === 'string') return `the receipts of block ${number} cannot be checked: ${raws}`
  if (!equalBytes(transactionTrie(raws).root, transactionsRoot)) {
    return `the transactions that the node lists do not give the transactionsRoot of block ${number}`
  }
  const stray = ours.find(({ index, raw }) => !equalBytes(raws[index] ?? new Uint8Array(0), raw))
  if (stray) return `block ${number}: transaction ${stray.index} is not the one we signed`
  const receipts = encodedReceipts(await receiptsOf(ask, block))
  const root = (decodeRlp(encoded) as Uint8Array[])[receiptsRootAt] as Uint8Array
  if (!receipts || !equalBytes(transactionTrie(receipts.map(({ encoded }) => encoded)).root, root)) {
    return `the receipts that the node lists do not give the receiptsRoot of block ${number}`
  }
  return ours.map(({ index }) => receipts[index]?.isReverted === true)
}

/** Returns the node's receipts of a block, in order; null when it lacks some. */
async function receiptsOf(ask: AskNode, block: RpcBlock): Promise<Receipt[] | null> {
  const whole = await ask('eth_getBlockReceipts', [block.number])
  if ('result' in whole && Array.isArray(whole.result)) return isWhole(whole.result) ? whole.result : null
  const transactions = block.transactions as readonly { hash: unknown }[]
  const answers = await Promise.all(transactions.map(({ hash }) => ask('eth_getTransactionReceipt', [hash])))
  const receipts = answers.map((answer) => ('result' in answer ? answer.result : null))
  return isWhole(receipts) ? receipts : null
}

const isWhole = (receipts: readonly unknown[]): receipts is Receipt[] =>
  receipts.every((one) => typeof one === 'object' && one !== null)

function encodedReceipts(receipts: readonly Receipt[] | null) {
  try {
    return receipts?.map((receipt) => ({
      encoded: encodeReceipt(receipt),
      isReverted: quantity(receipt.status) === 0n,
    }))
  } catch {
    // Not in a form known here: they can't give the root either.
    return null
  }
}

/** Encodes a receipt as the trie holds it (EIP-658, EIP-2718); deposits of OP-stack chains have two more members. */
function encodeReceipt(receipt: Receipt): Uint8Array {
  const type = Number(quantity(receipt.type ?? '0x0'))
  const logs = (receipt.logs as Receipt[]).map((log): RlpItem => {
    return [bytes(log.address), (log.topics as string[]).map(bytes), bytes(log.data)]
  })
  const members: RlpItem[] = [
    fromQuantity(quantity(receipt.status)),
    fromQuantity(quantity(receipt.cumulativeGasUsed)),
    bytes(receipt.logsBloom),
    logs,
  ]
  for (const name of type === depositType ? ['depositNonce', 'depositReceiptVersion'] : []) {
    if (typeof receipt[name] === 'string') members.push(fromQuantity(quantity(receipt[name])))
  }
  const list = encodeRlp(members)
  return type === 0 ? list : Buffer.concat([Uint8Array.of(type), list])
}

const quantity = (value: unknown) => BigInt(String(value))
const bytes = (value: unknown) => bytesOf(String(value))
