import { pino } from 'pino'
import { Quotas } from '../../src/accounts/quotas/quotas.js'
import { Chain } from '../../src/chain/chain.js'
import { FeeGauge } from '../../src/chain/fee.js'
import { Nodes } from '../../src/chain/nodes.js'
import type { Signer } from '../../src/chain/sign.js'
import type { Transport } from '../../src/chain/transport.js'
import { ClockWatch } from '../../src/clock/watch.js'
import { Pool } from '../../src/ledger/batches/pool.js'
import { Recorder } from '../../src/ledger/batches/recorder.js'
import { LaneKeeper } from '../../src/ledger/lanes/lane-keeper.js'
import type { TrackPolicy } from '../../src/ledger/tracking/next.js'
import { Tracker } from '../../src/ledger/tracking/tracker.js'
import { ReservedCodes } from '../../src/stamps/codes/reserved.js'
import { stampWriter } from '../../src/stamps/recording/writer.js'
import { makeTree } from '../../src/witnesses/trees.js'
import type { FaultyDatabase } from './database.js'
import type { MachineClock } from './machine-clock.js'

export interface ProcessOptions {
  name: string
  database: FaultyDatabase
  rpcUrls: readonly string[]
  transport: Transport
  chainId: number
  contract: Uint8Array
  signer: Signer
  policy: TrackPolicy
  finality: 'finalized' | number
  clock: MachineClock
  stampsPerDay: number
}

const dayMs = 86_400_000
/** The witness of trees. It isn't asked here, but its requests have to be there. */
const witnesses = [{ kind: 'rfc3161', address: 'https://witness.model/' }] as const
const treeIntervalMs = 10_000
const logger = pino({ level: 'silent' })

/** One process of the service, as far as it writes to the ledger and follows the chain: its real parts, without their loops. */
export class SimulatedProcess {
  readonly name: string
  readonly database: FaultyDatabase
  readonly signer: Signer
  readonly chain: Chain
  readonly keeper: LaneKeeper
  readonly tracker: Tracker
  readonly pool: Pool
  readonly recorder: Recorder
  readonly quotas: Quotas
  readonly codes: ReservedCodes
  readonly clock: MachineClock
  readonly watch: ClockWatch
  readonly writer: ReturnType<typeof stampWriter>
  state: 'running' | 'stalled' | 'dead' = 'running'
  /** While it starts, nothing fails: a failed start is repeated by the operator. */
  starting = true
  private readonly fees: FeeGauge
  private treeMadeAtMs = Number.NEGATIVE_INFINITY

  constructor(options: ProcessOptions) {
    const { name, database, signer, policy, finality, clock, contract, chainId } = options
    this.name = name
    this.database = database
    this.signer = signer
    const defaults = { storageBytes: 0, unfinishedBytes: 0, stampsPerDay: options.stampsPerDay, bulkItems: 0 }
    this.clock = clock
    this.quotas = new Quotas({ db: database, defaults, clock })
    this.codes = new ReservedCodes(database, { reservedMs: 10_000, reservedMax: 1000 })
    this.writer = stampWriter(this.quotas, clock)
    const [first = ''] = options.rpcUrls
    this.chain =
      options.rpcUrls.length === 1
        ? new Chain(first, 10_000, options.transport)
        : new Nodes(options.rpcUrls, 10_000, () => clock.elapsed(), options.transport)
    this.fees = new FeeGauge(policy, signer.address)
    const terms = { chainId, contract, gas: () => 80_000, fees: () => this.fees.current() }
    this.keeper = new LaneKeeper({ database, chain: this.chain, signers: [signer], terms, logger, clock })
    const lane = () => this.keeper.lane
    this.tracker = new Tracker({
      database,
      chain: this.chain,
      fees: this.fees,
      policy,
      finality,
      lane,
      logger,
      now: () => clock.elapsed(),
      timeOfDay: () => clock.now(),
      onWaiting: () => undefined,
    })
    this.watch = new ClockWatch({
      database,
      // Blocks made at once are a second apart.
      config: { clockToleranceMs: 600_000, clockGapMs: 4 * dayMs },
      isOwnChain: false,
      head: () => this.head(),
      clock,
      logger,
    })
    const committing = { database, lane, anchorIntervalMs: 0, onCommitted: () => undefined }
    this.pool = new Pool(committing)
    this.recorder = new Recorder(committing)
  }

  /** Chooses how it asks its node, and learns today's fees. */
  async start(): Promise<void> {
    await this.chain.chainId()
    const head = await this.chain.block('latest')
    if (head) await this.fees.refresh(this.chain, head)
    this.starting = false
  }

  /** Purges what has been in the bin for 30 days. */
  async expire(): Promise<void> {
    await this.watch.whenTrusted((now) =>
      this.database.execute('DELETE FROM model_bin WHERE binned_at < $1', [new Date(now.getTime() - 30 * dayMs)]),
    )
  }

  /** Has the batches since the last tree witnessed, if it is time. */
  async makeTree(): Promise<void> {
    const [nowMs, elapsedMs] = [this.clock.now(), this.clock.elapsed()]
    const terms = { intervalMs: treeIntervalMs, witnesses, nowMs, sinceMs: elapsedMs - this.treeMadeAtMs, sizeMax: 4 }
    if ((await makeTree(this.database, terms)) !== 'none') this.treeMadeAtMs = elapsedMs
  }

  private head(): { number: number; timeMs: number } | null {
    const { top } = this.tracker
    return top && { number: top.number, timeMs: top.timestamp * 1000 }
  }

  /** Ends as it does when asked to. */
  async stop(): Promise<void> {
    await Promise.all([this.pool.close(), this.recorder.close()])
    await this.keeper.stop()
  }
}
