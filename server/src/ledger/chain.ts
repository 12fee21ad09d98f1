import { type Address, BaseError, type Client, createClient, type Hex, http, RpcRequestError } from 'viem'

/** A block as the tracker looks at it; `transactions` as the node sent them, for re-encoding. */
export interface ChainBlock {
  number: number
  hash: Hex
  parentHash: Hex
  /** Seconds since 1970. */
  timestamp: number
  baseFeePerGas: number
  rpc: Record<string, unknown> & { transactions: Record<string, unknown>[] }
}

/** The part of a receipt that matters. */
export interface ChainReceipt {
  transactionHash: Hex
  blockHash: Hex
  blockNumber: number
  transactionIndex: number
  succeeded: boolean
}

/** What became of sending a raw transaction; `known`: the node has it already, or its nonce is used on the chain. */
export type SendResult = { outcome: 'accepted' | 'known' } | { outcome: 'refused'; reason: string }

type RpcBlock = ChainBlock['rpc'] & {
  number: Hex
  hash: Hex
  parentHash: Hex
  timestamp: Hex
  baseFeePerGas?: Hex
}
interface RpcReceipt {
  transactionHash: Hex
  blockHash: Hex
  blockNumber: Hex
  transactionIndex: Hex
  status: Hex
  gasUsed: Hex
  effectiveGasPrice: Hex
  /** What a rollup pays to the chain below it; others do not have it. */
  l1Fee?: Hex
}

/** Requests in one HTTP call at most; public nodes refuse more. */
const batchSize = 100
const callAttemptsMax = 5
/** The words of Geth, Erigon, Reth, Nethermind, Besu, OpenEthereum, Hardhat and anvil; there is no code that they agree on. */
const knownTransaction = /\balready|^known transaction|nonce (is )?too low|OldNonce/i
/** `anchoredAt(address,bytes32)`. */
const anchoredAtSelector = bytesOf('0xf8c2919d')

/** The node's own words, when it answered with an error; viem gives those of well-known codes in wrappings of theirs. */
function refusalIn(error: unknown): string | undefined {
  const answer = error instanceof BaseError ? error.walk((cause) => cause instanceof RpcRequestError) : null
  return answer instanceof RpcRequestError ? answer.details : undefined
}

/** The EVM node, by JSON-RPC: only questions and answers, no decisions. */
export class Chain {
  private readonly client: Client

  constructor(url: string, timeoutMs: number) {
    this.client = createClient({
      transport: http(url, { batch: { batchSize, wait: 0 }, timeout: timeoutMs, retryCount: 0 }),
    })
  }

  private request<T>(method: string, params: unknown[] = []): Promise<T> {
    return this.client.request({ method, params } as never) as Promise<T>
  }

  async chainId(): Promise<number> {
    return Number(await this.request<Hex>('eth_chainId'))
  }

  /**
   * A block with its transactions.
   *
   * @returns null when the node has no such block
   */
  async block(which: number | 'latest' | 'finalized', transactions = false): Promise<ChainBlock | null> {
    const tag = typeof which === 'number' ? hexOf(which) : which
    const rpc = await this.request<RpcBlock | null>('eth_getBlockByNumber', [tag, transactions])
    if (rpc === null) return null
    return {
      number: Number(rpc.number),
      hash: rpc.hash,
      parentHash: rpc.parentHash,
      timestamp: Number(rpc.timestamp),
      baseFeePerGas: Number(rpc.baseFeePerGas ?? 0),
      rpc,
    }
  }

  /** The next nonce of an address: after the mined transactions, or after those waiting at the node too. */
  async nonce(address: Uint8Array, at: 'latest' | 'pending'): Promise<number> {
    return Number(await this.request<Hex>('eth_getTransactionCount', [addressOf(address), at]))
  }

  /** Receipts in the order asked; null for a transaction that is in no block the node knows. */
  async receipts(hashes: readonly Uint8Array[]): Promise<(ChainReceipt | null)[]> {
    const answers = await Promise.all(
      hashes.map((hash) => this.request<RpcReceipt | null>('eth_getTransactionReceipt', [hexOf(hash)])),
    )
    return answers.map(
      (receipt) =>
        receipt && {
          transactionHash: receipt.transactionHash,
          blockHash: receipt.blockHash,
          blockNumber: Number(receipt.blockNumber),
          transactionIndex: Number(receipt.transactionIndex),
          succeeded: receipt.status === '0x1',
        },
    )
  }

  /** What a mined transaction cost, in wei; null while the node knows of no block that holds it. */
  async cost(hash: Uint8Array): Promise<bigint | null> {
    const receipt = await this.request<RpcReceipt | null>('eth_getTransactionReceipt', [hexOf(hash)])
    return receipt && BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice) + BigInt(receipt.l1Fee ?? 0)
  }

  /** Sends raw transactions in order. What the node refuses is an answer; a node that cannot be reached is an error. */
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
    return BigInt(await this.request<Hex>('eth_getBalance', [addressOf(address), 'latest']))
  }

  async code(address: Uint8Array): Promise<Hex> {
    return this.request<Hex>('eth_getCode', [addressOf(address), 'latest'])
  }

  async call(to: Uint8Array, data: Uint8Array): Promise<Hex> {
    for (let attempts = 1; ; attempts++) {
      try {
        return await this.request<Hex>('eth_call', [{ to: addressOf(to), data: hexOf(data) }, 'latest'])
      } catch (error) {
        // A node that keeps one state only may have made a block between choosing the latest and reading it.
        if (!/BlockOutOfRange/.test(String(error)) || attempts === callAttemptsMax) throw error
      }
    }
  }

  /** When a root was anchored by a notary, in seconds since 1970; 0 when the contract does not know it. */
  async anchoredAt(contract: Uint8Array, notary: Uint8Array, root: Uint8Array): Promise<number> {
    const data = Buffer.concat([anchoredAtSelector, Buffer.alloc(12), notary, root])
    return Number(await this.call(contract, data))
  }

  async estimateGas(from: Uint8Array, to: Uint8Array | null, data: Uint8Array): Promise<number> {
    const call = { from: addressOf(from), ...(to && { to: addressOf(to) }), data: hexOf(data) }
    return Number(await this.request<Hex>('eth_estimateGas', [call]))
  }

  /** The node's suggestion for the tip, in wei per gas. */
  async tip(): Promise<number> {
    return Number(await this.request<Hex>('eth_maxPriorityFeePerGas'))
  }
}

/** 0x-prefixed hex of bytes, or of a number as JSON-RPC quantities are written. */
export function hexOf(value: Uint8Array | number): Hex {
  if (typeof value === 'number') return `0x${value.toString(16)}`
  return `0x${Buffer.from(value.buffer, value.byteOffset, value.length).toString('hex')}`
}

/** Bytes of 0x-prefixed hex. */
export function bytesOf(hex: string): Buffer {
  return Buffer.from(hex.slice(2), 'hex')
}

function addressOf(address: Uint8Array): Address {
  return hexOf(address)
}
