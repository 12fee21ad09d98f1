import { createHash, randomBytes } from 'node:crypto'
import { hexOf } from '../../src/chain/hex.js'
import { type Signer, signerOf } from '../../src/chain/sign.js'
import type { Post, Transport } from '../../src/chain/transport.js'
import { SimulatedChain } from './chain.js'
import { FaultyDatabase } from './database.js'
import { type Lie, liesOf } from './lies.js'
import { MachineClock } from './machine-clock.js'
import { type Answer, answerOf, type Question } from './node.js'
import { SimulatedProcess } from './process.js'
import type { Random } from './random.js'
import type { Store } from './store.js'
import type { Trace } from './trace.js'
import { type Call, type Fate, type Operation, Turns } from './turns.js'

/** The surroundings of a sequence, drawn from its seed. */
export interface Setup {
  /** Processes that run at once, and the keys they share. */
  processes: number
  lanes: number
  /** Nodes that each process asks; of several, one may lie. */
  nodes: number
  finality: 'finalized' | number
  /** Restarts of the node lose blocks, even final ones, as those of the embedded chain may. */
  forgets: boolean
  /** Another holder of the key uses nonces. */
  shared: boolean
  /** Transactions may be reverted. */
  reverts: boolean
  replaceAfterMs: number
  /** How often calls fail, of each hundred: of the database, of the node, and how often the node lies. */
  faults: { database: number; rpc: number; lies: number }
  /** How often a process dies or hangs during a call, of each thousand. */
  deaths: number
  /** Clocks are set wrong, those of machines and the database's, and drift. */
  clocks: boolean
  /** A limit for each account; 0 is none. */
  stampsPerDay: number
}

/** A lie that a node tells for a while. */
interface Episode {
  lie: Lie
  process: string
  untilMs: number
}

/** Acknowledged to a client. */
export interface Acknowledged {
  hash: string
  id: string
  txid: string
  /** The reserved code it was made with. */
  code?: string
}

export const startMs = Date.UTC(2026, 0, 1)
export const chainId = 7_777
export const contract = Buffer.alloc(20, 0xc0)

function dayOf(ms: number): number {
  return Math.floor(ms / 86_400_000)
}

type Posted = Awaited<ReturnType<Post>>

/** Keys by number, the same in every run. */
const signers: Signer[] = [0, 1].map((at) => signerOf(createHash('sha256').update(`model ${at}`).digest()))

/** A database, a chain, processes between them, and a clock. */
export class World {
  readonly setup: Setup
  readonly random: Random
  readonly trace: Trace
  readonly store: Store
  readonly chain: SimulatedChain
  readonly turns: Turns
  readonly signers: readonly Signer[]
  readonly processes: SimulatedProcess[] = []
  operations: Operation[] = []
  readonly acknowledged: Acknowledged[] = []
  /** Codes that were reserved, used or not. */
  readonly reserved: { accountId: string; code: string }[] = []
  /** Every digest that was ever sent, by its number in the trace. */
  readonly digests: Buffer[] = []
  readonly notes = new Set<string>()
  readonly acknowledgedNotes = new Set<string>()
  episodes: Episode[] = []
  /** Every transaction that a process sent, and those of the other holder of the key. */
  readonly sent = new Map<string, Buffer>()
  readonly foreign = new Set<string>()
  /** Transactions on their way to the node. */
  late: Buffer[] = []
  /** No call fails any more. */
  healed = false
  /** How far the database's clock was set from the true time. */
  private databaseAheadMs = 0
  /** How often that clock was set back to an earlier day. */
  daysGoneBack = 0
  /** The same, as the database has it: from the next moment that passes. */
  private databaseSetMs = 0
  private ms = 0
  private started = 0
  private readonly dying: SimulatedProcess[] = []

  constructor(setup: Setup, random: Random, trace: Trace, store: Store) {
    this.setup = setup
    this.random = random
    this.trace = trace
    this.store = store
    this.signers = signers.slice(0, setup.lanes)
    const reorgsMax = setup.finality === 'finalized' ? random.between(2, 6) : setup.finality - 1
    this.chain = new SimulatedChain(
      {
        chainId,
        reorgsMax,
        transactionsPerBlock: random.pick([2, 10, 100]),
        refusesCheap: random.chance(0.5),
        refusesGaps: random.chance(0.3),
        // A fee at the cap, because of a lie, or one of another signer leaves no room for a new version.
        misplacesEach: setup.faults.lies === 0 && !setup.shared ? random.pick([0, 0, 5]) : 0,
      },
      this.now(),
    )
    this.turns = new Turns({
      random,
      trace,
      fateOf: (call) => this.fateOf(call),
      stateOf: (name) => (name === 'postgres' ? 'running' : (this.process(name)?.state ?? 'dead')),
      bury: async () => {
        for (const process of this.dying.splice(0)) await process.database.cut()
      },
    })
  }

  now(): number {
    return startMs + this.ms
  }

  get elapsedMs(): number {
    return this.ms
  }

  async pass(ms: number): Promise<void> {
    const day = dayOf(this.now() + this.databaseSetMs)
    this.ms += ms
    this.databaseSetMs = this.databaseAheadMs
    if (dayOf(this.now() + this.databaseSetMs) < day) this.daysGoneBack++
    await this.store.setTime(this.now() + this.databaseSetMs)
    this.episodes = this.episodes.filter((one) => one.untilMs > this.ms)
  }

  /** Sets the database's clock so far from the true time. */
  async setDatabaseClock(aheadMs: number): Promise<void> {
    this.databaseAheadMs = aheadMs
    await this.pass(0)
  }

  process(name: string): SimulatedProcess | undefined {
    return this.processes.find((one) => one.name === name)
  }

  in(state: SimulatedProcess['state']): SimulatedProcess[] {
    return this.processes.filter((one) => one.state === state)
  }

  /**
   * Starts a process. Each has a name of its own, and an address under which it reaches the node.
   *
   * @param key the number of the key it signs with
   */
  async start(key = this.started % this.setup.lanes): Promise<SimulatedProcess> {
    const { finality, replaceAfterMs } = this.setup
    const name = `p${this.started++}`
    const process = new SimulatedProcess({
      name,
      chainId,
      contract,
      finality,
      database: new FaultyDatabase(
        this.store.url,
        { real: this.store.real, turns: this.turns, random: this.random },
        name,
      ),
      rpcUrls: Array.from({ length: this.setup.nodes }, (_, at) => `http://${at}.${name}/`),
      transport: this.transport,
      signer: this.signers[key] as Signer,
      policy: { replaceAfterMs, maxFeePerGasCap: 1e13 },
      clock: new MachineClock(this, this.setup.clocks ? this.random.pick([0, 0.001, -0.01]) : 0),
      stampsPerDay: this.setup.stampsPerDay,
    })
    this.processes.push(process)
    await process.start()
    return process
  }

  /** Ends a process as `kill -9` does. */
  kill(process: SimulatedProcess): void {
    process.state = 'dead'
    this.dying.push(process)
  }

  /** Starts work on a process; it goes on when calls are given their turns. */
  begin(process: SimulatedProcess, name: string, work: () => Promise<unknown>): void {
    const operation: Operation = { process: process.name, name, settled: false }
    this.operations.push(operation)
    const settle = () => {
      operation.settled = true
    }
    work().then(settle, (error: Error) => {
      settle()
      this.trace.note(`${process.name} ${name}: ${error.message?.split('\n')[0]}`)
    })
  }

  /** Whether this work of a process goes on. */
  isBusy(process: SimulatedProcess, name: string): boolean {
    return this.operations.some((one) => one.process === process.name && one.name === name)
  }

  /** Lets what was started go on. */
  async drive(): Promise<void> {
    await this.turns.drive(this.operations)
    this.operations = this.operations.filter(
      ({ settled, process }) => !settled && this.process(process)?.state !== 'dead',
    )
  }

  /** Puts an end to all faults. */
  heal(): void {
    this.healed = true
    this.databaseAheadMs = 0
    for (const process of this.processes) process.clock.aheadMs = 0
    this.episodes = []
    this.chain.reverting = false
    this.chain.baseFee = 1_000_000_000
    for (const process of this.in('stalled')) process.state = 'running'
  }

  /** Another holder of the key sends a transaction of its own. */
  sendForeign(raw: Buffer, hash: Buffer): void {
    this.foreign.add(hexOf(hash))
    this.chain.send(raw)
  }

  newDigest(): Buffer {
    const digest = randomBytes(32)
    this.digests.push(digest)
    return digest
  }

  private fateOf(call: Call): Fate {
    if (this.healed) return 'well'
    const { faults, deaths } = this.setup
    const process = this.process(call.process)
    if (process && this.random.chance(deaths / 1000)) {
      if (this.random.chance(0.5)) {
        this.trace.note(`${process.name} dies at: ${call.what}`)
        this.kill(process)
      } else {
        this.trace.note(`${process.name} hangs after: ${call.what}`)
        process.state = 'stalled'
      }
      return this.random.chance(0.5) && call.fates.includes('before') ? 'before' : 'well'
    }
    const isRpc = call.what.startsWith('eth_')
    if (call.fates.includes('lie') && this.random.chance(faults.lies / 100)) return 'lie'
    if (!this.random.chance((isRpc ? faults.rpc : faults.database) / 100)) return 'well'
    return this.random.pick(call.fates.filter((fate) => fate !== 'lie'))
  }

  /** The simulated nodes in the place of the network: the code under test speaks JSON-RPC with them by its own client. */
  readonly transport: Transport = (url) => {
    const [node, process = ''] = new URL(url).hostname.split('.')
    return async (body) => this.post(Number(node), process, body)
  }

  /** Asks a node of process `name`. */
  private post(node: number, name: string, asked: string): Promise<Posted> | Posted {
    const body = JSON.parse(asked) as Question & { id: number }
    // One request at a time, so that each can have a fate of its own.
    if (Array.isArray(body)) return { status: 400, body: 'one at a time' }
    // An audit has no process of its own.
    if (this.process(name)?.starting ?? true) return answered(body.id, answerOf(this.chain, body))
    return this.turns.ask<Posted>({
      process: name,
      line: {},
      what: `${body.method} ${wordsOf(body)}${node > 0 ? ` (node ${node})` : ''}`,
      fates: ['before', 'after', 'refused', node === 0 ? 'lie' : 'refused'],
      run: (fate) => this.answer(node === 0 ? name : null, body, fate),
    })
  }

  /** @param liar the process to whom this node may lie */
  private answer(liar: string | null, question: Question & { id: number }, fate: Fate): Posted {
    const isSend = question.method === 'eth_sendRawTransaction'
    if (isSend) this.note(String(question.params[0]))
    if (fate === 'before') {
      if (isSend && this.random.chance(0.5)) this.late.push(Buffer.from(String(question.params[0]).slice(2), 'hex'))
      throw new Error('socket hang up')
    }
    if (fate === 'refused') {
      if (this.random.chance(0.5)) return { status: 502, body: 'bad gateway' }
      return answered(question.id, { refusal: 'internal error' })
    }
    const truth = () => answerOf(this.chain, question)
    const answer = (liar && this.lied(liar, question, fate, truth)) || truth()
    this.trace.answer(`${liar ?? 'truly'} ${question.method} ${wordsOf(question)}`, answer)
    if (fate === 'after') throw new Error('socket hang up')
    return answered(question.id, answer)
  }

  private lied(name: string, question: Question, fate: Fate, truth: () => Answer): Answer | undefined {
    if (fate === 'lie') {
      const lies = liesOf(this.random).filter((lie) => lie.about(question))
      if (lies.length === 0) return
      const lie = this.random.pick(lies)
      this.trace.note(`the node of ${name} once: ${lie.name}`)
      return lie.tell(question, truth, this.chain)
    }
    const episode = this.episodes.find((one) => one.process === name && one.lie.about(question))
    return episode?.lie.tell(question, truth, this.chain)
  }

  private note(hex: string): void {
    const raw = Buffer.from(hex.slice(2), 'hex')
    this.sent.set(hex, raw)
  }
}

function wordsOf({ method, params }: Question): string {
  if (method === 'eth_sendRawTransaction' || method === 'eth_call') return ''
  return params.map((one) => String(one).slice(0, 12)).join(' ')
}

function answered(id: number, answer: Answer): Posted {
  const outcome = 'result' in answer ? { result: answer.result } : { error: { code: -32_000, message: answer.refusal } }
  return { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id, ...outcome }) }
}
