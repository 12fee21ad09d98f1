import { ANCHOR_SELECTOR } from '@tallystick/proof'
import type { NodeAnswer } from '@tallystick/proof/ethereum'
import { bytesOf, type Hex, hexOf } from './hex.js'
import { HttpStatusError, JsonRpc, RpcRefusal } from './json-rpc.js'
import type { Transport } from './transport.js'

/** A block; `rpc` is the node's answer, for re-encoding. */
export interface ChainBlock {
  number: number
  hash: Hex
  parentHash: Hex
  /** Seconds since 1970. */
  timestamp: number
  /** Wei; null where EIP-1559 isn't active. */
  baseFeePerGas: number | null
  rpc: Record<string, unknown> & { transactions: Record<string, unknown>[] }
}

/** The relevant part of a receipt. */
export interface ChainReceipt {
  transactionHash: Hex
  blockHash: Hex
  blockNumber: number
  transactionIndex: number
  succeeded: boolean
}

/** The result of sending a raw transaction; `known`: the node already has it, or its nonce is used on the chain. */
export type SendResult = { outcome: 'accepted' | 'known' } | { outcome: 'refused'; reason: string }

/** A node as metrics and the command line show it. */
export interface NodeState {
  /** Its host, without path and credentials, which may be secret. */
  name: string
  /** Whether it answered last time, and can be believed as far as is known. */
  isUp: boolean
  /** The newest block it named; null before the first. */
  head: number | null
  /** The problem, in words. */
  problem: string | null
}

type RpcBlock = ChainBlock['rpc'] & {
  number: Hex
  hash: Hex
  parentHash: Hex
  timestamp: Hex
  baseFeePerGas?: Hex | null
}
interface RpcReceipt {
  transactionHash: Hex
  blockHash: Hex
  blockNumber: Hex
  transactionIndex: Hex
  status: Hex
  gasUsed: Hex
  effectiveGasPrice: Hex
  /** Fee that a rollup pays to the chain below it; others do not have it. */
  l1Fee?: Hex
}

/** Requests in one HTTP call at most; public nodes refuse more. */
const batchMax = 100
const callAttemptsMax = 5
const gasMargin = 1.2
/** The messages of Geth, Erigon, Reth, Nethermind, Besu, OpenEthereum, Hardhat and anvil, which share no error code. */
const knownTransaction = /\balready|^known transaction|nonce (is )?too low|OldNonce/i
/** `anchoredAt(address,bytes32)`. */
const anchoredAtSelector = bytesOf('0xf8c2919d')
const anchorSelector = Buffer.from(ANCHOR_SELECTOR, 'hex')

/** Returns the data of a call of `anchor(bytes32)`. */
export function anchorCall(root: Uint8Array): Buffer {
  return Buffer.concat([anchorSelector, root])
}

/** Returns the node's own message, when it answered with an error. */
export function refusalIn(error: unknown): string | undefined {
  return error instanceof RpcRefusal ? error.message : undefined
}

/** Some providers refuse a method with a status of HTTP; "too many requests" is not about the method. */
function httpRefusalIn(error: unknown): string | undefined {
  if (!(error instanceof HttpStatusError)) return undefined
  const { status } = error
  return status >= 400 && status < 500 && status !== 429 ? `HTTP status ${status}` : undefined
}

/** The EVM node, over JSON-RPC. It asks and answers, and decides nothing. */
export class Chain {
  private readonly batching: JsonRpc
  private readonly single: JsonRpc
  private client: JsonRpc | undefined
  private choosing: Promise<JsonRpc> | undefined

  constructor(url: string, timeoutMs: number, transport?: Transport) {
    this.batching = new JsonRpc({ url, timeoutMs, batchMax, transport })
    this.single = new JsonRpc({ url, timeoutMs, batchMax: 1, transport })
  }

  /** Sends a request. @throws when the node can't be reached, or answers with an error */
  async request<T>(method: string, params: readonly unknown[] = []): Promise<T> {
    const client = this.client ?? (await this.chosen())
    return (await client.request(method, params)) as T
  }

  /** Chooses once; again at the next request when the node didn't answer. */
  private chosen(): Promise<JsonRpc> {
    this.choosing ??= this.choose().finally(() => {
      this.choosing = undefined
    })
    return this.choosing
  }

  /** Sends requests in batches, unless the node answers only single ones. */
  private async choose(): Promise<JsonRpc> {
    // Twice: a line that drops answers looks the same once.
    for (let attempts = 0; attempts < 2; attempts++) {
      const [several, one] = await Promise.all([takesRequests(this.batching, 2), takesRequests(this.single, 1)])
      if (several) return this.keep(this.batching)
      if (!one) return this.batching
    }
    return this.keep(this.single)
  }

  private keep(client: JsonRpc): JsonRpc {
    this.client = client
    return client
  }

  async chainId(): Promise<number> {
    return Number(await this.request<Hex>('eth_chainId'))
  }

  /** Returns a block, or null when the node doesn't have it. */
  async block(which: number | 'latest' | 'finalized', transactions = false): Promise<ChainBlock | null> {
    const tag = typeof which === 'number' ? hexOf(which) : which
    const rpc = await this.request<RpcBlock | null>('eth_getBlockByNumber', [tag, transactions])
    if (rpc === null) return null
    return {
      number: Number(rpc.number),
      hash: rpc.hash,
      parentHash: rpc.parentHash,
      timestamp: Number(rpc.timestamp),
      baseFeePerGas: rpc.baseFeePerGas ? Number(rpc.baseFeePerGas) : null,
      rpc,
    }
  }

  /** Returns the next nonce of an address: after its mined transactions, or after the pending ones too. */
  async nonce(address: Uint8Array, at: 'latest' | 'pending'): Promise<number> {
    return Number(await this.request<Hex>('eth_getTransactionCount', [hexOf(address), at]))
  }

  /** Returns the next nonce of an address as of a block; null when the node no longer has its state. */
  async nonceAt(address: Uint8Array, block: number): Promise<number | null> {
    const answer = await this.ask('eth_getTransactionCount', [hexOf(address), hexOf(block)])
    return 'result' in answer && typeof answer.result === 'string' ? Number(answer.result) : null
  }

  /** Returns receipts in the order of `hashes`; null for a transaction that is not in a block. */
  async receipts(hashes: readonly Uint8Array[]): Promise<(ChainReceipt | null)[]> {
    const answers = await Promise.all(
      hashes.map((hash) => this.request<RpcReceipt | null>('eth_getTransactionReceipt', [hexOf(hash)])),
    )
    return answers.map((receipt) => receipt && readReceipt(receipt))
  }

  /** Returns all receipts of a block; none when the node lacks some, or the method. @throws when the node can't be reached */
  async blockReceipts(number: number): Promise<ChainReceipt[]> {
    const answer = await this.ask('eth_getBlockReceipts', [hexOf(number)])
    const receipts = 'result' in answer && Array.isArray(answer.result) ? (answer.result as (RpcReceipt | null)[]) : []
    return receipts.every((one) => one !== null) ? receipts.map(readReceipt) : []
  }

  /**
   * Asks other nodes, where there are several, before something irreversible follows from a block.
   *
   * @returns what speaks against the block, in words
   */
  async objection(_block: { number: number; hash: Hex }): Promise<string | null> {
    return null
  }

  /** Returns how each node stands, where there are several. */
  states(): NodeState[] {
    return []
  }

  /** Says that the node in use contradicts itself: where there are several, another one is asked from now on. */
  doubt(_why: string): void {}

  /** Returns the cost of a mined transaction in wei; null while it is not in a block. */
  async cost(hash: Uint8Array): Promise<bigint | null> {
    const receipt = await this.request<RpcReceipt | null>('eth_getTransactionReceipt', [hexOf(hash)])
    return receipt && BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice) + BigInt(receipt.l1Fee ?? 0)
  }

  /** Sends raw transactions in order. @throws when the node can't be reached; a rejection is a result */
  async send(raws: readonly Uint8Array[]): Promise<SendResult[]> {
    return Promise.all(
      raws.map(async (raw): Promise<SendResult> => {
        try {
          await this.request('eth_sendRawTransaction', [hexOf(raw)])
          return { outcome: 'accepted' }
        } catch (error) {
          const reason = refusalIn(error)
          if (reason === undefined) throw error
          return knownTransaction.test(reason) ? { outcome: 'known' } : { outcome: 'refused', reason }
        }
      }),
    )
  }

  async balance(address: Uint8Array): Promise<bigint> {
    return BigInt(await this.request<Hex>('eth_getBalance', [hexOf(address), 'latest']))
  }

  async code(address: Uint8Array): Promise<Hex> {
    return this.request<Hex>('eth_getCode', [hexOf(address), 'latest'])
  }

  async call(to: Uint8Array, data: Uint8Array): Promise<Hex> {
    for (let attempts = 1; ; attempts++) {
      try {
        return await this.request<Hex>('eth_call', [{ to: hexOf(to), data: hexOf(data) }, 'latest'])
      } catch (error) {
        // A node with a single state may have made a block between choosing the latest and reading it.
        if (!/BlockOutOfRange/.test(String(error)) || attempts === callAttemptsMax) throw error
      }
    }
  }

  /** Returns when a notary anchored a root, in seconds since 1970; 0 when the contract doesn't have it. */
  async anchoredAt(contract: Uint8Array, notary: Uint8Array, root: Uint8Array): Promise<number> {
    const data = Buffer.concat([anchoredAtSelector, Buffer.alloc(12), notary, root])
    return Number(await this.call(contract, data))
  }

  /** Returns the gas to offer for a transaction: the node's estimate and a fifth, since the state may be another one by then. */
  async gasFor(from: Uint8Array, to: Uint8Array | null, data: Uint8Array): Promise<number> {
    const call = { from: hexOf(from), ...(to && { to: hexOf(to) }), data: hexOf(data) }
    return Math.ceil(Number(await this.request<Hex>('eth_estimateGas', [call])) * gasMargin)
  }

  /** Asks for what not every node offers: its refusal is a result. @throws when the node can't be reached */
  async ask(method: string, params: readonly unknown[]): Promise<NodeAnswer> {
    try {
      return { result: await this.request(method, params) }
    } catch (error) {
      const refusal = refusalIn(error) ?? httpRefusalIn(error)
      if (refusal === undefined) throw error
      return { refusal }
    }
  }

  /** Returns the node's suggested gas price, in wei. */
  async gasPrice(): Promise<number> {
    return Number(await this.request<Hex>('eth_gasPrice'))
  }

  /** Returns the node's suggested tip, in wei per gas: what its gas price adds to the base fee, if it has no word for tips. */
  async tip(baseFee: number): Promise<number> {
    const answer = await this.ask('eth_maxPriorityFeePerGas', [])
    return 'result' in answer ? Number(answer.result) : Math.max(0, (await this.gasPrice()) - baseFee)
  }
}

function readReceipt(receipt: RpcReceipt): ChainReceipt {
  return {
    transactionHash: receipt.transactionHash,
    blockHash: receipt.blockHash,
    blockNumber: Number(receipt.blockNumber),
    transactionIndex: Number(receipt.transactionIndex),
    succeeded: receipt.status === '0x1',
  }
}

/** True when every request of one moment has an answer; a refusal is one. */
async function takesRequests(client: JsonRpc, count: number): Promise<boolean> {
  const asked = Array.from({ length: count }, () => client.request('eth_chainId', []))
  const answers = await Promise.allSettled(asked)
  return answers.every((answer) => answer.status === 'fulfilled' || refusalIn(answer.reason) !== undefined)
}
