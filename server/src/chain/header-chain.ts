import { ProofError } from '@tallystick/proof'
import { decodeHeader, encodeRpcHeader } from '@tallystick/proof/ethereum'
import type { Chain, ChainBlock } from './chain.js'
import { hexOf } from './hex.js'
import { UntrustedAnswerError } from './inclusion.js'

type Hash = ChainBlock['hash']

/** A header whose hash was computed from its members. */
interface Hashed {
  number: number
  hash: Hash
  parentHash: Hash
  block: ChainBlock
}

/** Headers asked for at once; hashing them takes a few milliseconds. */
const headersAtOnce = 50
/** Headers read in one step: catching up after a long absence takes several. */
const headersPerStep = 500
/** Headers that must link below a block far from the known ones. */
const linksNeeded = 8
const linksWhenIdle = 1
/** Hashing takes turns with other work after this time: some chains' headers need many tries. */
const turnMs = 5
/** Headers kept for a reorganisation, below those that are needed. */
const headersKept = 64

/**
 * The node's chain as far as it is verified: an unbroken run of headers. Each hash was computed from the header's members, and each
 * header names the one below as its parent. Heads, finality and reorganisations come from here, never from a number that a node says.
 */
export class HeaderChain {
  private readonly chain: Pick<Chain, 'block'>
  /** Hashes from `bottom` up. */
  private hashes: Hash[] = []
  private bottom = 0
  private bottomParent: Hash = '0x'
  private newest: ChainBlock | null = null
  private claimed = Number.POSITIVE_INFINITY
  private turnAt = 0
  /** Hashes that were part of the run until another branch took their place. */
  private readonly replaced = new Set<Hash>()
  /** Counts how often the run began at another place. */
  beginnings = 0
  /** The node's unproven claim, in words. */
  problem: string | null = null

  constructor(chain: Pick<Chain, 'block'>) {
    this.chain = chain
  }

  /** True until the first header was verified. */
  get isEmpty(): boolean {
    return this.newest === null
  }

  /** The newest verified block. @throws {UntrustedAnswerError} before the first one */
  get top(): ChainBlock {
    if (!this.newest) throw new UntrustedAnswerError(this.problem ?? 'the node has not shown a block yet')
    return this.newest
  }

  /** The number of the newest block that is both verified and named by the node, which may be behind. */
  get head(): number {
    return Math.min(this.top.number, this.claimed)
  }

  /** Returns the verified hash of a block; undefined outside of the run. */
  hashAt(number: number): Hash | undefined {
    return this.hashes[number - this.bottom]
  }

  /** Returns the hash of a block: verified inside of the run, below it computed from the header that the node shows. */
  async hashOf(number: number): Promise<Hash | null> {
    const known = this.hashAt(number)
    if (known) return known
    const problem = this.problem
    const header = this.read(await this.chain.block(number), number)
    // Nodes need not have old blocks.
    this.problem = problem
    return header?.hash ?? null
  }

  /** True when another branch took the place of a block that was part of the run. */
  wasReplaced(hash: Hash): boolean {
    return this.replaced.has(hash)
  }

  /** The lowest number of the run. */
  get lowest(): number {
    return this.bottom
  }

  /**
   * Reads the headers that are new since the last time, at most some hundred.
   *
   * @param isIdle nothing waits for the chain: the headers between the last look and the newest block are not needed
   * @throws when the node can't be reached
   */
  async follow(isIdle = false): Promise<void> {
    this.problem = null
    const latest = await this.latest()
    this.claimed = latest?.number ?? Number.POSITIVE_INFINITY
    if (!this.newest) {
      // Nothing is known to lose yet. The embedded chain's node has no header from before its start but the recorded ones.
      if (latest) await this.begin(latest, 0)
      return
    }
    if (latest && this.hashAt(latest.number) === latest.hash) return
    if (latest && latest.number < this.bottom) {
      // It is behind, or its chain is shorter by now: where the run doesn't reach, it shows no other branch.
      await this.begin(latest, linksNeeded)
      return
    }
    const distance = latest ? latest.number - this.newest.number : headersAtOnce
    const isFar = distance > (isIdle ? linksWhenIdle + 1 : headersPerStep)
    if (latest && isFar && (await this.begin(latest, isIdle ? linksWhenIdle : linksNeeded))) return
    if (latest && distance <= 0) await this.branchOff(latest)
    else await this.climb(latest?.number ?? null, Math.min(distance, headersPerStep))
  }

  /** Does as {@link cover} does. @returns in words why the run does not hold this number yet, null when it does */
  async lacking(number: number): Promise<string | null> {
    if (await this.cover(number)) return null
    return this.problem ?? `the headers down to block ${number} are read`
  }

  /** Extends the run downwards, some hundred headers at a time. @returns whether it holds this number now */
  async cover(number: number): Promise<boolean> {
    if (!this.newest || number > this.newest.number || number < 0) return false
    for (let left = headersPerStep; this.bottom > number && left > 0; left -= headersAtOnce) {
      const count = Math.min(headersAtOnce, this.bottom - number)
      const numbers = Array.from({ length: count }, (_, at) => this.bottom - 1 - at)
      const blocks = await Promise.all(numbers.map((one) => this.chain.block(one)))
      // Accepts headers only once all of them link: the next try begins where this one did.
      const below: Hash[] = []
      let parent = this.bottomParent
      for (const [at, block] of blocks.entries()) {
        await this.takeTurns()
        const header = this.read(block, numbers[at] as number)
        if (!header) return false
        if (header.hash !== parent) {
          this.problem = `the node's block ${header.number} is not the parent of block ${header.number + 1}`
          return false
        }
        below.unshift(header.hash)
        parent = header.parentHash
      }
      this.hashes = [...below, ...this.hashes]
      this.bottom -= count
      this.bottomParent = parent
    }
    return this.bottom <= number
  }

  /** Forgets headers below a number that nothing needs any more. */
  forgetBelow(number: number): void {
    const lowest = Math.min(number, this.top.number - headersKept)
    // In portions: each moves the whole run.
    if (lowest - this.bottom < headersKept) return
    this.bottomParent = this.hashAt(lowest - 1) as Hash
    this.hashes = this.hashes.slice(lowest - this.bottom)
    this.bottom = lowest
  }

  /**
   * Returns the newest final block: by depth, or by the chain's own tag, whose block must be part of the run.
   *
   * @returns -1 before the first, or when the node does not show it
   */
  async finalized(rule: 'finalized' | number): Promise<number> {
    if (rule !== 'finalized') return this.head - rule + 1
    const named = await this.chain.block('finalized')
    if (!named) return -1
    const header = this.read(named, null)
    if (!header) return -1
    if (header.number < this.bottom) return header.number
    if (header.number <= this.head && this.hashAt(header.number) === header.hash) return header.number
    this.problem ??= `the node names block ${header.number} as final, which is not on the chain it shows`
    return -1
  }

  private async latest(): Promise<Hashed | null> {
    const block = await this.chain.block('latest')
    if (!block) this.problem = 'the node has no latest block'
    return block && this.read(block, null)
  }

  /** Checks a header by computing its hash. @returns null, with the problem noted, when it does not hold */
  private read(block: ChainBlock | null, number: number | null): Hashed | null {
    const at = block?.number ?? number
    if (!block) {
      this.problem = `the node does not show block ${at}`
      return null
    }
    try {
      const { number: named, hash, parentHash } = decodeHeader(encodeRpcHeader(block.rpc))
      if (number !== null && named !== number) {
        this.problem = `the node shows block ${named} as block ${number}`
        return null
      }
      return { number: named, hash: hexOf(hash), parentHash: hexOf(parentHash), block }
    } catch (error) {
      // Some chains hash their first block by other rules. None of our transactions is in it.
      if (block.number === 0) return { number: 0, hash: block.hash, parentHash: block.parentHash, block }
      if (!(error instanceof ProofError)) throw error
      this.problem = `block ${at}: ${error.message}`
      return null
    }
  }

  /** Begins a new run at a block, if enough headers link below it: a number alone isn't a head. */
  private async begin(at: Hashed, links: number): Promise<boolean> {
    const before = { hashes: this.hashes, bottom: this.bottom, parent: this.bottomParent, newest: this.newest }
    this.hashes = [at.hash]
    this.bottom = at.number
    this.bottomParent = at.parentHash
    this.newest = at.block
    let isLinked = false
    try {
      isLinked = await this.cover(Math.max(0, at.number - links))
      if (isLinked) this.beginnings++
    } finally {
      if (!isLinked) {
        this.hashes = before.hashes
        this.bottom = before.bottom
        this.bottomParent = before.parent
        this.newest = before.newest
      }
    }
    return isLinked
  }

  /** Reads up to `count` headers above the run. `claimed` is the newest number that the node names, if it names one. */
  private async climb(claimed: number | null, count: number): Promise<void> {
    const until = this.top.number + count
    while (this.top.number < until) {
      const first = this.top.number + 1
      const numbers = Array.from({ length: Math.min(headersAtOnce, until - first + 1) }, (_, at) => first + at)
      const blocks = await Promise.all(numbers.map((one) => this.chain.block(one)))
      for (const [at, block] of blocks.entries()) {
        await this.takeTurns()
        // Without a number to reach, this looks for the end.
        if (!block && claimed === null) return
        const header = this.read(block, numbers[at] as number)
        if (!header) return
        if (header.parentHash !== this.hashAt(header.number - 1)) return this.branchOff(header)
        // Several blocks may share a second, as those of rollups do; none is older than its parent.
        if (header.block.timestamp < this.top.timestamp) {
          this.problem = `the node's block ${header.number} is dated before its parent`
          return
        }
        this.push(header)
      }
    }
  }

  private async takeTurns(): Promise<void> {
    if (performance.now() - this.turnAt < turnMs) return
    await new Promise((resolve) => setImmediate(resolve))
    this.turnAt = performance.now()
  }

  private push({ number, hash, block }: Hashed): void {
    this.hashes.length = number - this.bottom
    this.hashes.push(hash)
    this.replaced.delete(hash)
    this.newest = block
  }

  /** Follows another branch down to where it leaves the run, and replaces what was above it. */
  private async branchOff(tip: Hashed): Promise<void> {
    const branch = [tip]
    for (;;) {
      const { number, parentHash } = branch.at(-1) as Hashed
      if (this.hashAt(number - 1) === parentHash) break
      if (number <= this.bottom || number === 0 || branch.length >= headersPerStep) break
      const below = this.read(await this.chain.block(number - 1), number - 1)
      if (!below) return
      if (below.hash !== parentHash) {
        this.problem = `the node's block ${number - 1} is not the parent of block ${number}`
        return
      }
      branch.push(below)
    }
    const last = branch.at(-1) as Hashed
    for (const hash of this.hashes.slice(Math.max(0, last.number - this.bottom))) this.replaced.add(hash)
    if (this.hashAt(last.number - 1) !== last.parentHash) {
      this.hashes = []
      this.bottom = last.number
      this.bottomParent = last.parentHash
      this.beginnings++
    }
    for (const header of branch.reverse()) this.push(header)
  }
}
