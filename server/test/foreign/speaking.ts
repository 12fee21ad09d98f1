import { keccak256 } from '@tallystick/proof'
import { encodeRlp, fromQuantity, type RlpItem, transactionTrie } from '@tallystick/proof/ethereum'
import { RpcProxy } from '../faults/proxy.js'
import { rpc, type StartNode } from '../service.js'
import { anvil } from './nodes.js'

/** A block or transaction in a node's answer. */
export type Json = Record<string, unknown> & { transactions?: Json[] }

/** How a chain differs from anvil's. */
export interface Dialect {
  /** Members of the node's answer that differ, and others. */
  shown?: (block: Json) => Json
  /** Items 13 and later of the header, as the chain hashes them. */
  hashed: (shown: Json) => RlpItem[]
  /** A transaction of the chain's own that comes first in each block: as the node shows it, and its bytes. */
  first?: (block: Json) => { shown: Json; raw: Uint8Array }
  /** A transaction that the node lists last, and no trie holds. */
  last?: (block: Json) => Json
  /** Evidence in proofs, if not the transaction. */
  evidence?: 'state'
}

const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`
export const bytes = (value: unknown) => new Uint8Array(Buffer.from(String(value).slice(2), 'hex'))
export const number = (value: unknown) => fromQuantity(BigInt(String(value)))
const shared = ['parentHash', 'sha3Uncles', 'miner', 'stateRoot', 'transactionsRoot', 'receiptsRoot', 'logsBloom']
const numbers = ['difficulty', 'number', 'gasLimit', 'gasUsed', 'timestamp']

/** Last fields of a London header. */
export const londonEnd = (block: Json): RlpItem[] => [
  bytes(block.extraData),
  bytes(block.mixHash),
  bytes(block.nonce),
  number(block.baseFeePerGas),
]

/** Rewrites a node's answers as if its chain spoke a dialect: block by block, with their hashes and parents' hashes. */
export class Translator {
  private readonly dialect: Dialect
  private readonly url: string
  /** Translated blocks, by their hash at the node. */
  private readonly known = new Map<string, Json>()
  private readonly raws = new Map<string, string>()

  constructor(url: string, dialect: Dialect) {
    this.url = url
    this.dialect = dialect
  }

  async answer(method: string, result: unknown): Promise<unknown> {
    if (typeof result !== 'object' || result === null) return result
    const json = result as Json
    if (method === 'eth_getBlockByNumber') return this.translated(String(json.hash))
    if (method === 'eth_getTransactionReceipt') {
      const block = await this.at(String(json.blockNumber))
      return { ...json, blockHash: block.hash, transactionIndex: this.moved(json.transactionIndex) }
    }
    return result
  }

  private moved(index: unknown): string {
    return `0x${(Number(index) + (this.dialect.first ? 1 : 0)).toString(16)}`
  }

  private async at(blockNumber: string): Promise<Json> {
    const block = await rpc<Json>(this.url, 'eth_getBlockByNumber', [blockNumber, false])
    return this.translated(String(block.hash))
  }

  /** Answers always hold whole transactions: who asks for their hashes does not look. */
  private async translated(hash: string): Promise<Json> {
    const before = this.known.get(hash)
    if (before) return before
    const block = await rpc<Json>(this.url, 'eth_getBlockByHash', [hash, true])
    const parentHash =
      Number(block.number) === 0
        ? block.parentHash
        : (await this.at(`0x${(Number(block.number) - 1).toString(16)}`)).hash
    const own = this.dialect.first?.(block)
    const transactions = ((block.transactions ?? []) as (Json & { hash: string; transactionIndex: string })[]).map(
      (transaction) => ({
        ...transaction,
        transactionIndex: this.moved(transaction.transactionIndex),
      }),
    )
    const raws = await Promise.all(transactions.map(({ hash }) => this.rawOf(hash)))
    const held = [...(own ? [own.raw] : []), ...raws]
    const changed: Json = {
      ...block,
      parentHash,
      transactions: [
        ...(own ? [own.shown] : []),
        ...transactions,
        ...(this.dialect.last ? [this.dialect.last(block)] : []),
      ],
      transactionsRoot: own ? hex(transactionTrie(held).root) : block.transactionsRoot,
    }
    const shown: Json = { ...changed, ...this.dialect.shown?.(changed) }
    const start = [...shared.map((name) => bytes(shown[name])), ...numbers.map((name) => number(shown[name]))]
    shown.hash = hex(keccak256(encodeRlp([...start, ...this.dialect.hashed(shown)])))
    this.known.set(hash, shown)
    return shown
  }

  private async rawOf(hash: string): Promise<Uint8Array> {
    const raw = this.raws.get(hash) ?? (await rpc<string>(this.url, 'eth_getRawTransactionByHash', [hash]))
    this.raws.set(hash, raw)
    return bytes(raw)
  }
}

/** Starts anvil behind a proxy that makes its chain look like another. */
export const speaking =
  (dialect: Dialect): StartNode =>
  async (home, signer) => {
    const node = await anvil('london')(home, signer)
    const proxy = await new RpcProxy(node.rpcUrl).listen()
    const translator = new Translator(node.rpcUrl, dialect)
    proxy.forge = async ({ method }, answer) => ({ ...answer, result: await translator.answer(method, answer.result) })
    return {
      rpcUrl: proxy.url,
      ended: node.ended,
      async stop() {
        await proxy.close()
        await node.stop()
      },
    }
  }
