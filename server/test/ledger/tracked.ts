import { pino } from 'pino'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { limitMs } from '../../../test/machine.js'
import type { Database } from '../../src/base/database/db.js'
import { Chain } from '../../src/chain/chain.js'
import { FeeGauge } from '../../src/chain/fee.js'
import type { Signer } from '../../src/chain/sign.js'
import type { Lane } from '../../src/ledger/lanes/lane.js'
import { LaneKeeper } from '../../src/ledger/lanes/lane-keeper.js'
import { audit } from '../../src/ledger/proofs/audit.js'
import { seal } from '../../src/ledger/seal.js'
import { Tracker } from '../../src/ledger/tracking/tracker.js'
import type { TrackerOptions } from '../../src/ledger/tracking/tracking.js'
import { type Anvil, rpc, signer, startAnvil } from '../faults/programs.js'
import { RpcProxy } from '../faults/proxy.js'
import { deploy } from '../faults/stack.js'
import { useDatabase } from '../postgres.js'

/** A batch as its row stands. */
export interface Row {
  nonce: number
  state: number
  versions: number
}

const logger = pino({ level: 'silent' })
const policy = { maxFeePerGasCap: 5e11, replaceAfterMs: 600_000 }

/** The ledger's tracker and a lane over a node that a proxy can make lie, with a clock of its own. It steps when told to. */
export class Tracked {
  database!: Database
  anvil!: Anvil
  proxy!: RpcProxy
  contract!: Buffer
  lane!: Lane
  keeper!: LaneKeeper
  /** Milliseconds. */
  clock = 0
  private made = 0
  private readonly fees = new FeeGauge(policy, signer.address)

  async start(database: Database): Promise<void> {
    this.database = database
    this.anvil = await startAnvil()
    this.proxy = await new RpcProxy(this.anvil.url).listen()
    this.contract = Buffer.from((await deploy(this.anvil.url)).slice(2), 'hex')
    await rpc(this.anvil.url, 'evm_setAutomine', [false])
    await database.execute('INSERT INTO network VALUES (true, gen_random_uuid(), 31337, $1)', [this.contract])
    await this.openLane()
  }

  async openLane(): Promise<void> {
    await this.keeper?.stop()
    this.keeper = await this.keeperOf(signer)
    this.lane = this.keeper.lane!
  }

  /** Takes the lane of a key, as a process does. */
  async keeperOf(by: Signer): Promise<LaneKeeper> {
    const chain = new Chain(this.anvil.url, limitMs(5_000))
    await this.fees.refresh(chain, (await chain.block('latest'))!)
    const terms = { chainId: 31_337, contract: this.contract, gas: () => 80_000, fees: () => this.fees.current() }
    const keeper = new LaneKeeper({ database: this.database, chain, signers: [by], terms, logger })
    await keeper.step()
    if (!keeper.lane) throw new Error('no lane')
    return keeper
  }

  async stop(): Promise<void> {
    await this.keeper?.stop()
    await this.proxy?.close()
    await this.anvil?.program.kill9()
  }

  tracker(more: Partial<TrackerOptions> = {}): Tracker {
    return new Tracker({
      database: this.database,
      chain: new Chain(this.proxy.url, limitMs(5_000)),
      fees: this.fees,
      policy,
      finality: 1,
      lane: () => this.keeper.lane,
      onWaiting: () => undefined,
      now: () => this.clock,
      logger,
      ...more,
    })
  }

  /** Commits a batch of one entry, as the pool does. @returns its ID */
  async batch(): Promise<string> {
    const id = `00000000-0000-7000-8000-${String(++this.made).padStart(12, '0')}`
    const session = await this.database.session()
    try {
      await this.lane.anchorPipelined(session, id, seal([Buffer.alloc(32, this.made)]), () => [])
    } finally {
      session.release()
    }
    return id
  }

  async row(id: string): Promise<Row> {
    const [row] = await this.database.query<Row>(
      `SELECT nonce, state, (SELECT count(*)::int FROM transactions t WHERE t.batch_id = b.id) AS versions FROM batches b WHERE id = $1`,
      [id],
    )
    return row as Row
  }

  /** Lets time pass and steps, some times, with blocks in between. */
  async steps(tracker: Tracker, count: number, blocks = 0): Promise<void> {
    for (let at = 0; at < count; at++) {
      this.clock += 2000
      await tracker.step()
      if (blocks > 0) await this.mine(blocks)
    }
  }

  mine(blocks = 1): Promise<unknown> {
    return rpc(this.anvil.url, 'anvil_mine', [`0x${blocks.toString(16)}`])
  }

  /** Steps until all batches are final. */
  async untilFinal(tracker: Tracker, ...ids: string[]): Promise<void> {
    for (let tries = 0; tries < 30; tries++) {
      await this.steps(tracker, 1, 1)
      const rows = await Promise.all(ids.map((id) => this.row(id)))
      if (rows.every(({ state }) => state === 2)) return
    }
    throw new Error(`not final: ${JSON.stringify(await Promise.all(ids.map((id) => this.row(id))))}`)
  }

  /** Expects that the audit finds nothing. */
  audit() {
    const leaves = async () => new Map<number, null>([[0, null]])
    const auditor = { leaves, totals: async () => undefined }
    return audit(this.database, new Chain(this.anvil.url, limitMs(5_000)), [auditor])
  }

  async troubles(): Promise<string[]> {
    const rows = await this.database.query<{ why: string }>(
      'SELECT why FROM batch_troubles UNION ALL SELECT why FROM chain_troubles',
    )
    return rows.map(({ why }) => why)
  }
}

/** Starts it before the tests of a file. */
export function useTracked(): Tracked {
  const tracked = new Tracked()
  const database = useDatabase()
  beforeAll(() => tracked.start(database.db))
  afterEach(() => tracked.proxy.heal())
  afterAll(() => tracked.stop())
  return tracked
}
