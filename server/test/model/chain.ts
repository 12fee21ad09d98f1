import { keccak256 } from '@tallystick/proof'
import { decodeRlp, decodeTransaction, encodeRlp, fromQuantity, transactionTrie } from '@tallystick/proof/ethereum'
import { hexOf } from '../../src/chain/hex.js'

/** A transaction as the chain takes it, read from its bytes. */
export interface ChainTransaction {
  raw: Buffer
  hash: string
  from: string
  to: string | null
  nonce: number
  maxFee: number
  tip: number
  /** Hex, with 0x. */
  input: string
}

export interface SimulatedBlock {
  number: number
  hash: string
  parent: SimulatedBlock | null
  timestamp: number
  baseFee: number
  transactionsRoot: string
  receiptsRoot: string
  extraData: string
  transactions: ChainTransaction[]
  /** Which of its transactions were reverted. */
  reverted: ReadonlySet<string>
  /** After the block: the next nonce of each address, and when each root was anchored. */
  nonces: ReadonlyMap<string, number>
  anchored: ReadonlyMap<string, number>
}

/** How a chain's node takes transactions: nodes differ. */
export interface ChainManners {
  chainId: number
  /** Blocks that may still be replaced, the head included. */
  reorgsMax: number
  transactionsPerBlock: number
  /** Refuses what cannot pay the base fee, like anvil; others keep it. */
  refusesCheap: boolean
  /** Takes every so many-th transaction and never mines it, as Anvil does with one that arrives in the wrong moment; 0: none. */
  misplacesEach: number
  /** Refuses a nonce with a hole before it, like Hardhat; others keep it until the hole is filled. */
  refusesGaps: boolean
}

const zeros = (bytes: number) => `0x${'00'.repeat(bytes)}`
const quantity = (value: number) => `0x${value.toString(16)}`
const bytesOf = (hex: string) => Buffer.from(hex.slice(2), 'hex')
const uint = (value: number) => fromQuantity(BigInt(value))
export const anchorSelector = '0xeecdf927'

export const gasOfEach = 46_000

function receiptsRootOf(transactions: readonly ChainTransaction[], reverted: ReadonlySet<string>): string {
  const receipts = transactions.map(({ raw, hash }, at) => {
    const status = reverted.has(hash) ? 0 : 1
    const list = encodeRlp([uint(status), uint((at + 1) * gasOfEach), Buffer.alloc(256), []])
    return membersOf(raw).isLegacy ? list : Buffer.concat([Uint8Array.of(2), list])
  })
  return hexOf(transactionTrie(receipts).root)
}

/** A block's JSON before its transactions. */
export function headerJson(block: SimulatedBlock): Record<string, unknown> {
  return {
    number: quantity(block.number),
    hash: block.hash,
    parentHash: block.parent?.hash ?? zeros(32),
    sha3Uncles: zeros(32),
    miner: zeros(20),
    stateRoot: zeros(32),
    transactionsRoot: block.transactionsRoot,
    receiptsRoot: block.receiptsRoot,
    logsBloom: zeros(256),
    difficulty: '0x0',
    gasLimit: quantity(30_000_000),
    gasUsed: '0x0',
    timestamp: quantity(block.timestamp),
    extraData: block.extraData,
    mixHash: zeros(32),
    nonce: zeros(8),
    baseFeePerGas: quantity(block.baseFee),
  }
}

function hashOf(block: Omit<SimulatedBlock, 'hash'>): string {
  const json = headerJson({ ...block, hash: '' }) as Record<string, string>
  const fixed = ['parentHash', 'sha3Uncles', 'miner', 'stateRoot', 'transactionsRoot', 'receiptsRoot', 'logsBloom']
  const numbers = ['difficulty', 'number', 'gasLimit', 'gasUsed', 'timestamp']
  return hexOf(
    keccak256(
      encodeRlp([
        ...fixed.map((name) => bytesOf(json[name] as string)),
        ...numbers.map((name) => fromQuantity(BigInt(json[name] as string))),
        ...['extraData', 'mixHash', 'nonce'].map((name) => bytesOf(json[name] as string)),
        uint(block.baseFee),
      ]),
    ),
  )
}

/** The members of a transaction of type 2, or of a legacy one; `number` gives one as JSON has it. */
export function membersOf(raw: Uint8Array) {
  const isLegacy = (raw[0] as number) >= 0xc0
  const members = decodeRlp(isLegacy ? raw : raw.subarray(1)) as Uint8Array[]
  const number = (at: number) =>
    `0x${
      Buffer.from(members[at] as Uint8Array)
        .toString('hex')
        .replace(/^0+/, '') || '0'
    }`
  return { isLegacy, members, number }
}

const read = new Map<string, ChainTransaction>()

/** Reads a transaction. Each is read once: finding out who signed it takes longer than all else. */
export function readTransaction(raw: Buffer): ChainTransaction {
  const key = raw.toString('latin1')
  const known = read.get(key)
  if (known) return known
  const { sender, nonce, to, input } = decodeTransaction(raw)
  const { isLegacy, number } = membersOf(raw)
  const transaction = {
    raw,
    hash: hexOf(keccak256(raw)),
    from: hexOf(sender),
    to: to ? hexOf(to) : null,
    nonce: Number(nonce),
    maxFee: Number(number(isLegacy ? 1 : 3)),
    tip: Number(number(isLegacy ? 1 : 2)),
    input: hexOf(input),
  }
  if (read.size > 10_000) read.clear()
  read.set(key, transaction)
  return transaction
}

/**
 * An EVM chain of one contract, as its validators know it: no node lies here. Blocks form a tree; the canonical ones lead to the
 * head. What is `final` is never replaced, except by {@link SimulatedChain.forget}.
 */
export class SimulatedChain {
  readonly manners: ChainManners
  readonly mempool = new Map<string, ChainTransaction>()
  readonly blocks = new Map<string, SimulatedBlock>()
  head: SimulatedBlock
  baseFee = 1_000_000_000
  /** Transactions revert while this is set: the contract's gas went up, say. */
  reverting = false
  /** Every block up to here stays. */
  final = 0
  private made = 0
  private taken = 0
  private readonly misplaced = new Set<string>()

  constructor(manners: ChainManners, nowMs: number) {
    this.manners = manners
    this.head = this.add({ parent: null, nowMs, transactions: [], nonces: new Map(), anchored: new Map() })
  }

  /** The canonical block of a number. */
  at(number: number): SimulatedBlock | null {
    let block: SimulatedBlock | null = this.head
    while (block && block.number > number) block = block.parent
    return block?.number === number ? block : null
  }

  isCanonical(hash: string): boolean {
    const block = this.blocks.get(hash)
    return block !== undefined && this.at(block.number) === block
  }

  /** The canonical block of a transaction. */
  blockOf(hash: string): SimulatedBlock | null {
    for (let block: SimulatedBlock | null = this.head; block; block = block.parent) {
      if (block.transactions.some((one) => one.hash === hash)) return block
    }
    return null
  }

  nonce(address: string): number {
    return this.head.nonces.get(address) ?? 0
  }

  /** The next nonce after the pending transactions that can be mined in order. */
  pendingNonce(address: string): number {
    let nonce = this.nonce(address)
    while (this.pending(address, nonce)) nonce++
    return nonce
  }

  private pending(address: string, nonce: number): ChainTransaction | undefined {
    const held = this.mempool.get(`${address} ${nonce}`)
    return held && this.misplaced.has(held.hash) ? undefined : held
  }

  /** Takes a transaction. @returns the node's refusal, if any */
  send(raw: Buffer): string | null {
    const transaction = readTransaction(raw)
    const { from, nonce, hash, maxFee, tip } = transaction
    if (nonce < this.nonce(from)) return 'nonce too low'
    const other = this.mempool.get(`${from} ${nonce}`)
    if (other?.hash === hash) return 'already known'
    if (other && (maxFee * 10 < other.maxFee * 11 || tip * 10 < other.tip * 11))
      return 'replacement transaction underpriced'
    if (this.manners.refusesCheap && maxFee < this.baseFee) return 'max fee per gas less than block base fee'
    if (this.manners.refusesGaps && nonce > this.pendingNonce(from)) return 'nonce too high'
    this.mempool.set(`${from} ${nonce}`, transaction)
    const { misplacesEach } = this.manners
    if (misplacesEach > 0 && ++this.taken % misplacesEach === 0) this.misplaced.add(hash)
    return null
  }

  /** Makes a block of what is pending. */
  mine(nowMs: number): SimulatedBlock {
    const nonces = new Map(this.head.nonces)
    const anchored = new Map(this.head.anchored)
    const timestamp = timeAfter(this.head, nowMs)
    const transactions: ChainTransaction[] = []
    const reverted = new Set<string>()
    for (const address of [...new Set([...this.mempool.values()].map((one) => one.from))].sort()) {
      for (;;) {
        const nonce = nonces.get(address) ?? 0
        const next = this.pending(address, nonce)
        if (!next || next.maxFee < this.baseFee || transactions.length >= this.manners.transactionsPerBlock) break
        this.mempool.delete(`${address} ${nonce}`)
        transactions.push(next)
        nonces.set(address, nonce + 1)
        if (!next.input.startsWith(anchorSelector)) continue
        const place = `${address} 0x${next.input.slice(10)}`
        if (this.reverting) reverted.add(next.hash)
        else if (!anchored.has(place)) anchored.set(place, timestamp)
      }
    }
    this.head = this.add({ parent: this.head, nowMs, transactions, nonces, anchored, reverted })
    this.final = Math.max(this.final, this.head.number - this.manners.reorgsMax)
    return this.head
  }

  /** Replaces the newest blocks by as many and one more. Their transactions wait again, unless they are lost. */
  reorganise(depth: number, keeps: boolean, nowMs: number): void {
    const removed = this.remove(Math.min(depth, this.head.number - this.final))
    if (removed.length === 0) return
    if (keeps) this.putBack(removed)
    for (let made = 0; made <= removed.length; made++) this.mine(nowMs)
  }

  /** Restarts the node from an older state of its own, as an embedded chain does after a crash. */
  forget(depth: number): void {
    this.remove(Math.min(depth, this.head.number))
    this.final = Math.min(this.final, this.head.number)
    this.mempool.clear()
  }

  private remove(depth: number): SimulatedBlock[] {
    const removed: SimulatedBlock[] = []
    while (removed.length < depth && this.head.parent) {
      removed.push(this.head)
      this.head = this.head.parent
    }
    return removed
  }

  private putBack(removed: readonly SimulatedBlock[]): void {
    for (const transaction of removed.flatMap((block) => block.transactions)) {
      const place = `${transaction.from} ${transaction.nonce}`
      if (!this.mempool.has(place)) this.mempool.set(place, transaction)
    }
  }

  private add(of: {
    parent: SimulatedBlock | null
    nowMs: number
    transactions: ChainTransaction[]
    nonces: ReadonlyMap<string, number>
    anchored: ReadonlyMap<string, number>
    reverted?: ReadonlySet<string>
  }): SimulatedBlock {
    const { parent, nowMs, transactions, nonces, anchored, reverted = new Set<string>() } = of
    const fields = {
      number: parent ? parent.number + 1 : 0,
      parent,
      timestamp: timeAfter(parent, nowMs),
      baseFee: this.baseFee,
      transactionsRoot: hexOf(transactionTrie(transactions.map((one) => one.raw)).root),
      receiptsRoot: receiptsRootOf(transactions, reverted),
      // Blocks of two branches differ, even with the same transactions.
      extraData: quantity(0x1000 + this.made++),
      transactions,
      reverted,
      nonces,
      anchored,
    }
    const block = { ...fields, hash: hashOf(fields) }
    this.blocks.set(block.hash, block)
    return block
  }
}

function timeAfter(parent: SimulatedBlock | null, nowMs: number): number {
  return Math.max((parent?.timestamp ?? 0) + 1, Math.floor(nowMs / 1000))
}
