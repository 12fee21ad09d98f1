import { equalBytes, ProofError } from '@tallystick/proof'
import {
  decodeHeader,
  decodeTransaction,
  encodeRpcHeader,
  rawTransactions,
  transactionTrie,
} from '@tallystick/proof/ethereum'
import type { Chain, ChainReceipt } from './chain.js'
import type { HeaderChain } from './header-chain.js'
import { hexOf } from './hex.js'

/** The transaction that used a nonce, in a block of the verified chain. */
export interface NonceUse {
  hash: string
  /** Its place, in the form of a receipt. */
  place: ChainReceipt
}

/** Whole blocks read in one step, where the node no longer has the state to bisect with. */
const blocksPerStep = 20

/**
 * Finds the transaction that used a nonce. A number from a node is only a hint where to look: a nonce counts as used when a block of
 * the verified chain holds a transaction signed by its address with this nonce.
 */
export class NonceSearch {
  private readonly chain: Chain
  private readonly headers: HeaderChain
  private readonly found = new Map<string, NonceUse>()
  /** How far blocks were read one by one, for the nonce looked for. */
  private reading: { key: string; next: number } | null = null

  constructor(chain: Chain, headers: HeaderChain) {
    this.chain = chain
    this.headers = headers
  }

  /**
   * Goes on looking for the use of a nonce.
   *
   * @param from a block at or below the block that used it, if known
   * @returns the use, or in words what is missing yet
   */
  async find(address: Uint8Array, nonce: number, from: number | null): Promise<NonceUse | string> {
    const key = keyOf(address, nonce)
    const known = this.found.get(key)
    if (known) {
      const { blockNumber, blockHash } = known.place
      if ((await this.headers.cover(blockNumber)) && this.headers.hashAt(blockNumber) === blockHash) return known
      this.found.delete(key)
    }
    const hint = await this.bisect(address, nonce, from ?? 0)
    if (typeof hint === 'string') return hint
    const problem = hint.isExact
      ? await this.read(address, hint.block)
      : await this.readOn(address, key, from, hint.block)
    const use = this.found.get(key)
    if (use) this.reading = null
    return use ?? problem ?? `the node does not show which transaction used nonce ${nonce}`
  }

  /** Finds the first block after which the node counts the nonce as used; inexact where it lacks the state before. */
  private async bisect(address: Uint8Array, nonce: number, from: number) {
    let [low, high] = [from, this.headers.head]
    const newest = await this.chain.nonceAt(address, high)
    if (newest === null || newest <= nonce) return `the node calls nonce ${nonce} used, but not as of its newest block`
    let isExact = true
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const count = await this.chain.nonceAt(address, middle)
      if (count !== null && count > nonce) high = middle
      else {
        low = middle + 1
        isExact = count !== null
      }
    }
    return { block: high, isExact }
  }

  /** Reads some blocks after the last one read: upwards from `from`, else downwards from `until`. */
  private async readOn(address: Uint8Array, key: string, from: number | null, until: number): Promise<string | null> {
    const step = from === null ? -1 : 1
    const reading = this.reading?.key === key ? this.reading : { key, next: from ?? until }
    this.reading = reading
    for (let left = blocksPerStep; left > 0; left--) {
      if (reading.next > until || reading.next < 0) {
        this.reading = null
        return null
      }
      const problem = await this.read(address, reading.next)
      if (problem) return problem
      if (this.found.has(key)) return null
      reading.next += step
    }
    return `the blocks are searched for it, up to block ${reading.next}`
  }

  /** Notes each nonce that a block shows as used by the address. @returns why the block shows nothing */
  private async read(address: Uint8Array, number: number): Promise<string | null> {
    const lacking = await this.headers.lacking(number)
    if (lacking) return lacking
    const block = await this.chain.block(number, true)
    if (!block) return `the node does not show block ${number}`
    try {
      const header = decodeHeader(encodeRpcHeader(block.rpc))
      const blockHash = hexOf(header.hash)
      if (blockHash !== this.headers.hashAt(number)) return `the node shows another block ${number} than before`
      const raws = await rawTransactions((method, params) => this.chain.ask(method, params), block.rpc)
      if (typeof raws === 'string') return `block ${number}: ${raws}`
      if (!equalBytes(transactionTrie(raws).root, header.transactionsRoot)) {
        return `the transactions that the node lists do not give the transactionsRoot of block ${number}`
      }
      for (const [index, raw] of raws.entries()) {
        // Recovering every sender would take long. A node that names a wrong one shows nothing by it.
        if (String(block.rpc.transactions[index]?.from).toLowerCase() !== hexOf(address)) continue
        const { sender, nonce, hash } = decodeTransaction(raw)
        if (!equalBytes(sender, address)) continue
        // Whether it was reverted is for its receipt to show.
        const place = { blockHash, blockNumber: number, transactionIndex: index, succeeded: false }
        const transactionHash = hexOf(hash)
        this.found.set(keyOf(address, Number(nonce)), { hash: transactionHash, place: { ...place, transactionHash } })
      }
      return null
    } catch (error) {
      if (!(error instanceof ProofError)) throw error
      return `block ${number}: ${error.message}`
    }
  }
}

const keyOf = (address: Uint8Array, nonce: number) => `${hexOf(address)} ${nonce}`
