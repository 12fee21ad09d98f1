import { hexOf } from '../../src/chain/hex.js'
import {
  type ChainTransaction,
  gasOfEach,
  headerJson,
  membersOf,
  type SimulatedBlock,
  type SimulatedChain,
} from './chain.js'

/** A call of JSON-RPC. */
export interface Question {
  method: string
  params: unknown[]
}

/** Its answer: a result, or a refusal in words. */
export type Answer = { result: unknown } | { refusal: string }

const quantity = (value: number) => `0x${value.toString(16)}`

/** Answers questions about a simulated chain as a truthful node does. */
export function answerOf(chain: SimulatedChain, { method, params }: Question): Answer {
  const result = answers[method]?.(chain, params)
  if (result === undefined) return { refusal: `the method ${method} does not exist` }
  return isAnswer(result) ? result : { result }
}

const isAnswer = (value: unknown): value is { refusal: string } =>
  typeof value === 'object' && value !== null && 'refusal' in value

const answers: Record<string, (chain: SimulatedChain, params: unknown[]) => unknown> = {
  eth_chainId: (chain) => quantity(chain.manners.chainId),
  net_version: (chain) => String(chain.manners.chainId),
  eth_blockNumber: (chain) => quantity(chain.head.number),
  eth_getBlockByNumber: (chain, [which, whole]) => blockJson(blockNamed(chain, which), whole === true),
  eth_getBlockByHash: (chain, [hash, whole]) =>
    blockJson(chain.isCanonical(String(hash)) ? (chain.blocks.get(String(hash)) ?? null) : null, whole === true),
  eth_getTransactionCount: (chain, [address, at]) =>
    quantity(at === 'pending' ? chain.pendingNonce(String(address)) : nonceAt(chain, String(address), at)),
  eth_getTransactionReceipt: (chain, [hash]) => receiptJson(chain.blockOf(String(hash)), String(hash)),
  eth_getBlockReceipts: (chain, [which]) => {
    const block = blockNamed(chain, which)
    return block ? block.transactions.map(({ hash }) => receiptJson(block, hash)) : null
  },
  eth_getTransactionByHash: (chain, [hash]) => {
    const block = chain.blockOf(String(hash))
    const at = block?.transactions.findIndex((one) => one.hash === hash) ?? -1
    const pending = [...chain.mempool.values()].find((one) => one.hash === hash)
    if (block) return transactionJson(block.transactions[at] as ChainTransaction, block, at)
    return pending ? transactionJson(pending, null, 0) : null
  },
  eth_sendRawTransaction: (chain, [raw]) => {
    const bytes = Buffer.from(String(raw).slice(2), 'hex')
    const refusal = chain.send(bytes)
    return refusal === null ? quantity(0) : { refusal }
  },
  eth_getBalance: () => quantity(1e18),
  eth_gasPrice: (chain) => quantity(chain.baseFee + 1_000_000),
  eth_maxPriorityFeePerGas: () => quantity(1_000_000),
  eth_getCode: () => '0x00',
  eth_estimateGas: () => quantity(50_000),
  eth_call: (chain, [call]) => {
    const { data } = call as { data: string }
    // anchoredAt(address,bytes32)
    const place = `0x${data.slice(34, 74)} 0x${data.slice(74)}`
    return `0x${(chain.head.anchored.get(place) ?? 0).toString(16).padStart(64, '0')}`
  },
}

function blockNamed(chain: SimulatedChain, which: unknown): SimulatedBlock | null {
  if (which === 'latest' || which === 'pending') return chain.head
  if (which === 'finalized' || which === 'safe') return chain.at(Math.max(chain.final, 0))
  return chain.at(Number(which))
}

function nonceAt(chain: SimulatedChain, address: string, at: unknown): number {
  return (blockNamed(chain, at) ?? chain.head).nonces.get(address) ?? 0
}

export function blockJson(block: SimulatedBlock | null, whole: boolean): Record<string, unknown> | null {
  if (!block) return null
  const transactions = block.transactions.map((one, at) => (whole ? transactionJson(one, block, at) : one.hash))
  return { ...headerJson(block), uncles: [], size: '0x0', transactions }
}

function transactionJson({ raw, from, hash }: ChainTransaction, block: SimulatedBlock | null, at: number) {
  const { isLegacy, members, number } = membersOf(raw)
  const bytes = (index: number) => hexOf(members[index] as Uint8Array)
  const fields = isLegacy
    ? {
        type: '0x0',
        nonce: number(0),
        gasPrice: number(1),
        gas: number(2),
        value: number(4),
        input: bytes(5),
        to: bytes(3),
        v: number(6),
        r: number(7),
        s: number(8),
      }
    : {
        type: '0x2',
        chainId: number(0),
        nonce: number(1),
        maxPriorityFeePerGas: number(2),
        maxFeePerGas: number(3),
        gas: number(4),
        to: bytes(5),
        value: number(6),
        input: bytes(7),
        accessList: [],
        yParity: number(9),
        v: number(9),
        r: number(10),
        s: number(11),
      }
  return {
    hash,
    from,
    ...fields,
    blockHash: block?.hash ?? null,
    blockNumber: block ? quantity(block.number) : null,
    transactionIndex: block ? quantity(at) : null,
  }
}

export function receiptJson(block: SimulatedBlock | null, hash: string): Record<string, unknown> | null {
  if (!block) return null
  const at = block.transactions.findIndex((one) => one.hash === hash)
  const raw = block.transactions[at]?.raw
  return {
    transactionHash: hash,
    blockHash: block.hash,
    blockNumber: quantity(block.number),
    transactionIndex: quantity(at),
    status: block.reverted.has(hash) ? '0x0' : '0x1',
    gasUsed: quantity(gasOfEach),
    cumulativeGasUsed: quantity((at + 1) * gasOfEach),
    effectiveGasPrice: quantity(block.baseFee),
    logsBloom: `0x${'00'.repeat(256)}`,
    logs: [],
    type: raw && membersOf(raw).isLegacy ? '0x0' : '0x2',
  }
}
