import { readRpcHeader } from '@tallystick/proof/ethereum'
import { exchangeBy } from '../base/outgoing/exchange.js'
import type { Proxies } from '../base/outgoing/proxies.js'
import { Chain, type ChainBlock, type NodeState, refusalIn, type SendResult } from './chain.js'
import { hexOf } from './hex.js'
import { type Transport, transportBy } from './transport.js'

interface Member {
  chain: Chain
  name: string
  head: number | null
  problem: string | null
  failures: number
  /** Not asked before. */
  restUntil: number
  isKnown: boolean
}

const restMsMin = 1000
const restMsMax = 30_000
/** A node that contradicts itself is not asked for this long, if there is another one. */
const doubtMs = 60_000
/** How often the heads of the others are looked at. */
const compareMs = 2000
/** A node may be behind others for this long before another one is preferred. */
const lagMs = 10_000

/** Ways to a node; a config is one. */
export interface Access {
  rpcTimeoutMs: number
  /** Not set: none. */
  proxies?: Proxies | undefined
}

/** Returns the node at an address, or several as one. */
export function chainAt(urls: readonly string[], { rpcTimeoutMs, proxies }: Access): Chain {
  const transport = transportBy(exchangeBy(proxies))
  return urls.length === 1
    ? new Chain(urls[0] as string, rpcTimeoutMs, transport)
    : new Nodes(urls, rpcTimeoutMs, undefined, transport)
}

/**
 * Several nodes of one chain as one. Questions go to one of them, until it fails, falls behind or contradicts itself; transactions go
 * to all. Before something irreversible, each is asked for the block that it follows from: of the nodes that know a block of that number,
 * more than half must know the same one.
 */
export class Nodes extends Chain {
  private readonly members: readonly Member[]
  private readonly now: () => number
  private leader: Member
  private chain: number | null = null
  private comparedAt = Number.NEGATIVE_INFINITY
  private behindSince: number | null = null

  constructor(
    urls: readonly string[],
    timeoutMs: number,
    now: () => number = () => performance.now(),
    transport?: Transport,
  ) {
    super(urls[0] as string, timeoutMs, transport)
    this.now = now
    this.members = urls.map((url) => ({
      chain: new Chain(url, timeoutMs, transport),
      name: new URL(url).host,
      head: null,
      problem: null,
      failures: 0,
      restUntil: Number.NEGATIVE_INFINITY,
      isKnown: false,
    }))
    this.leader = this.members[0] as Member
  }

  override states(): NodeState[] {
    return this.members.map(({ name, head, problem }) => ({ name, isUp: problem === null, head, problem }))
  }

  override async request<T>(method: string, params: readonly unknown[] = []): Promise<T> {
    let last: unknown
    for (const member of this.inOrder()) {
      try {
        const answer = await this.askMember<T>(member, method, params)
        this.leader = member
        return answer
      } catch (error) {
        if (isAnswer(error)) throw error
        last = error
      }
    }
    throw last
  }

  override async block(which: number | 'latest' | 'finalized', transactions = false): Promise<ChainBlock | null> {
    const block = await super.block(which, transactions)
    if (which !== 'latest' || block === null) return block
    this.leader.head = block.number
    this.compareHeads()
    return block
  }

  override async send(raws: readonly Uint8Array[]): Promise<SendResult[]> {
    const [first, ...others] = this.inOrder()
    const rest = others.map((member) => this.sendTo(member, raws))
    const own = await this.sendTo(first as Member, raws)
    if (own?.every(({ outcome }) => outcome !== 'refused')) return own
    // A node that accepted it passes it on.
    const answers = [own, ...(await Promise.all(rest))].filter((one) => one !== null)
    if (answers.length === 0) throw new Error('none of the nodes can be reached')
    return raws.map((_, at) => {
      const results = answers.map((one) => one[at] as SendResult)
      return results.find(({ outcome }) => outcome !== 'refused') ?? (results[0] as SendResult)
    })
  }

  override async objection({ number, hash }: { number: number; hash: string }): Promise<string | null> {
    const asked = this.members.filter((member) => member !== this.leader && member.restUntil <= this.now())
    const answers = await Promise.all(asked.map((member) => this.hashOf(member, number).catch(() => null)))
    const against = asked.filter((_, at) => answers[at] !== null && answers[at] !== hash)
    const agreeing = 1 + answers.filter((answer) => answer === hash).length
    for (const [at, member] of asked.entries()) {
      if (answers[at] === hash) member.problem = null
    }
    for (const member of against) member.problem = `it has another block ${number} than ${this.leader.name}`
    if (against.length === 0 || agreeing > against.length) return null
    return `${against.map(({ name }) => name).join(', ')} and ${this.leader.name} have different blocks ${number}`
  }

  override doubt(why: string): void {
    this.rest(this.leader, why, doubtMs)
  }

  /** Those at rest come last: a node that fails is better than none. */
  private inOrder(): Member[] {
    const now = this.now()
    const rank = (member: Member) => (member.restUntil > now ? member.restUntil : member === this.leader ? -2 : -1)
    return [...this.members].sort((a, b) => rank(a) - rank(b))
  }

  private async askMember<T>(member: Member, method: string, params: readonly unknown[]): Promise<T> {
    try {
      await this.check(member)
      const answer = await member.chain.request<T>(method, params)
      if (member.failures > 0) {
        member.failures = 0
        member.problem = null
      }
      return answer
    } catch (error) {
      if (!isAnswer(error)) {
        member.failures++
        this.rest(member, (error as Error).message, Math.min(restMsMin * 2 ** (member.failures - 1), restMsMax))
      }
      throw error
    }
  }

  /** A node of another chain doesn't count. The first that answers decides, and the service compares it with its own. */
  private async check(member: Member): Promise<void> {
    if (member.isKnown) return
    const chain = await member.chain.chainId()
    if (this.chain !== null && chain !== this.chain) {
      throw new Error(`it is a node of chain ${chain}, not of chain ${this.chain}`)
    }
    this.chain = chain
    member.isKnown = true
  }

  private async sendTo(member: Member, raws: readonly Uint8Array[]): Promise<SendResult[] | null> {
    if (member.restUntil > this.now() && this.members.some((other) => other.restUntil <= this.now())) return null
    try {
      await this.check(member)
      return await member.chain.send(raws)
    } catch (error) {
      member.failures++
      this.rest(member, (error as Error).message, Math.min(restMsMin * 2 ** (member.failures - 1), restMsMax))
      return null
    }
  }

  private rest(member: Member, why: string, ms: number): void {
    member.problem = why
    member.restUntil = this.now() + ms
  }

  private async hashOf(member: Member, number: number): Promise<string | null> {
    await this.check(member)
    const block = await member.chain.block(number)
    if (!block) return null
    const header = readRpcHeader(block.rpc)
    return header.number === number ? hexOf(header.hash) : null
  }

  /** Looks at the heads of the others, without waiting for them, and leaves a node that stays behind. */
  private compareHeads(): void {
    const now = this.now()
    if (now - this.comparedAt < compareMs) return
    this.comparedAt = now
    const others = this.members.filter((member) => member !== this.leader && member.restUntil <= now)
    for (const member of others) {
      this.askMember<{ number: string } | null>(member, 'eth_getBlockByNumber', ['latest', false]).then(
        (block) => {
          member.head = block && Number(block.number)
          // Its rest is over, and it answers.
          if (member.restUntil !== Number.NEGATIVE_INFINITY) member.problem = null
          member.restUntil = Number.NEGATIVE_INFINITY
        },
        () => undefined,
      )
    }
    const leader = this.leader
    const ahead = others.filter(
      ({ head, problem }) => problem === null && head !== null && head > (leader.head ?? 0) + 1,
    )
    this.behindSince = ahead.length === 0 ? null : (this.behindSince ?? now)
    if (this.behindSince !== null && now - this.behindSince >= lagMs) {
      this.behindSince = null
      const [best] = ahead.sort((a, b) => (b.head ?? 0) - (a.head ?? 0))
      this.rest(leader, `it is behind ${best?.name}, at block ${leader.head}`, doubtMs)
    }
  }
}

/** An error that the node itself gave: another one would say the same. */
function isAnswer(error: unknown): boolean {
  return refusalIn(error) !== undefined
}
