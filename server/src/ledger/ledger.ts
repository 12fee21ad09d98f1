import { notaryBytecode } from '@tallystick/contract/notary'
import { keccak256 } from '@tallystick/proof'
import type { Logger } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../base/database/db.js'
import type { Proxies } from '../base/outgoing/proxies.js'
import { type Loop, startLoop } from '../base/turns/loop.js'
import { anchorCall, type Chain } from '../chain/chain.js'
import { contractAddress } from '../chain/deploy.js'
import { FeeGauge } from '../chain/fee.js'
import { bytesOf, hexOf } from '../chain/hex.js'
import { keyProblem } from '../chain/known-keys.js'
import { chainAt } from '../chain/nodes.js'
import type { Signer } from '../chain/sign.js'
import { conclude, type Survey, surveyChain, surveyText, unsurveyed } from '../chain/survey.js'
import type { EmbeddedChain } from '../embedded/chain.js'
import type { BatchTraces } from './batch-traces.js'
import { Pool } from './batches/pool.js'
import { Recorder } from './batches/recorder.js'
import { LaneKeeper } from './lanes/lane-keeper.js'
import type { NetworkInfo } from './proofs/proof.js'
import * as sql from './sql.js'
import type { TrackPolicy } from './tracking/next.js'
import { Tracker } from './tracking/tracker.js'
import { troubleIn, troubleText } from './troubles.js'

/** Settings of the ledger. */
export interface LedgerOptions {
  database: Database
  /** Nodes of the chain; the first is asked first. */
  rpcUrls: readonly string[]
  rpcTimeoutMs: number
  /** Through which the nodes are reached; not set: none. */
  proxies?: Proxies | undefined
  signers: readonly Signer[]
  network: { name: string | undefined; isPrivate: boolean }
  /** Any other chain is an error. */
  expectedChainId: number | undefined
  /** Address of the Notary contract; if missing, the lane's first transaction creates it (embedded chain). */
  contract: Uint8Array | undefined
  finality: 'finalized' | number
  policy: TrackPolicy
  anchorIntervalMs: number
  trackIntervalMs: number
  /** Whether this process takes stamps (api) and follows the chain (worker). */
  roles: { api: boolean; worker: boolean }
  /** Makes a block while transactions are pending, and is renewed between the tracker's steps. */
  embeddedChain: Pick<EmbeddedChain, 'mine' | 'renew'> | undefined
  /** Not set: batches are not traced. */
  traces?: BatchTraces | undefined
  logger: Logger
}

/** A reason not to start, for the operator. */
export class StartError extends Error {
  override name = 'StartError'
}

/** Anchoring a root takes 46,000 gas; a fresh storage slot may cost more on other networks. */
const embeddedGas = 80_000
const deployGas = 1_500_000
/** Bounds of the tracker's interval, which grows until its steps take a fifth of the time. */
const trackPauseMs = { min: 200, max: 500 }
const trackShare = 1 / 5
const trackFailingMs = 30_000
const readyTimeoutMs = 2000
/** No submission waits this long beyond ANCHOR_INTERVAL_MS, unless something is wrong. */
const waitMsMax = 10_000

/** Takes entries into batches, and follows their transactions on the chain. */
export class Ledger {
  readonly pool: Pool
  readonly recorder: Recorder
  readonly chain: Chain
  readonly network: NetworkInfo
  readonly deploymentId: string
  readonly tracker: Tracker
  /** Evidence that the chain allowed in proofs when this process started. */
  readonly survey: Survey
  private readonly keeper: LaneKeeper
  private readonly loops: Loop[] = []
  private trackedAt = Number.NEGATIVE_INFINITY
  private trackPauseMs = trackPauseMs.min
  /** Since when and why the tracker's steps fail. */
  private lost: { since: Date; sinceMs: number; why: string } | null = null
  private readonly options: LedgerOptions

  private constructor(
    options: LedgerOptions,
    parts: {
      chain: Chain
      network: NetworkInfo
      deploymentId: string
      keeper: LaneKeeper
      fees: FeeGauge
      survey: Survey
    },
  ) {
    const { database, policy, finality, anchorIntervalMs, traces, logger } = options
    this.options = options
    this.chain = parts.chain
    this.network = parts.network
    this.deploymentId = parts.deploymentId
    this.keeper = parts.keeper
    this.survey = parts.survey
    const lane = () => parts.keeper.lane
    let mining = false
    const onWaiting = () => {
      if (!options.embeddedChain || mining) return
      mining = true
      options.embeddedChain
        .mine()
        .catch((error) => logger.warn({ err: error }, 'the embedded chain failed to mine a block'))
        .finally(() => {
          mining = false
          this.wake()
        })
    }
    this.tracker = new Tracker({
      database,
      chain: parts.chain,
      fees: parts.fees,
      policy,
      finality,
      lane,
      onWaiting,
      isOwnNode: options.embeddedChain !== undefined,
      traces,
      logger,
    })
    const onCommitted = () => this.wake()
    this.pool = new Pool({ database, lane, anchorIntervalMs, onCommitted, traces })
    this.recorder = new Recorder({ database, lane, anchorIntervalMs, onCommitted, traces })
  }

  /**
   * Connects to the chain, checks that this database belongs to it, and takes a lane.
   *
   * @throws {StartError} when the chain, the contract or the signer doesn't fit
   */
  static async open(options: LedgerOptions): Promise<Ledger> {
    const { database, logger } = options
    const chain = chainAt(options.rpcUrls, options)
    const chainId = await checkedChainId(chain, options)
    checkSigners(options.signers, chainId)
    const fees = new FeeGauge(options.policy, (options.signers[0] as Signer).address)
    const head = await chain.block('latest')
    if (!head) throw new StartError('The chain node at RPC_URL has no latest block. Check that it is in sync.')
    await fees.refresh(chain, head)
    if (options.finality === 'finalized') await checkFinalizedTag(chain)
    // The embedded chain's node is known, and has the old blocks without their transactions.
    const survey = options.embeddedChain ? conclude([]) : await surveyed(chain, head.number, logger)
    let [pinned] = await database.query<sql.NetworkRow>(sql.readNetwork)
    checkPinned(pinned, chainId, options)
    const network: NetworkInfo = {
      name: options.network.name ?? `Chain ${chainId}`,
      isPrivate: options.network.isPrivate,
      chainId,
      contract: pinned?.contract ?? options.contract ?? new Uint8Array(),
    }
    const terms = {
      chainId,
      gas: () => gas,
      fees: () => fees.current(),
      traces: options.traces,
      get contract() {
        return network.contract
      },
    }
    // Before the database is bound to the contract: a wrong address must leave no trace.
    const gas = options.contract ? await checkedGas(chain, options) : embeddedGas
    const keeper = new LaneKeeper({ database, chain, signers: options.signers, terms, logger })
    try {
      if (!pinned) {
        pinned = await firstStart(options, keeper, chainId)
        network.contract = pinned.contract
      }
      if (options.roles.api) await keeper.step().catch((error) => logger.warn({ err: error }, 'no lane yet'))
      return new Ledger(options, { chain, network, deploymentId: pinned.deployment_id, keeper, fees, survey })
    } catch (error) {
      // Closing the database waits for the connection that a lane holds.
      await keeper.stop()
      throw error
    }
  }

  /** The address that pays for the transactions of this process. */
  get signerAddress(): Uint8Array {
    return (this.options.signers[0] as Signer).address
  }

  /** The newest verified block and its time, while this process follows the chain. */
  get headBlock(): { number: number; timeMs: number } | null {
    const { top, lastSeenAgeMs } = this.tracker
    if (top === null || lastSeenAgeMs === null || lastSeenAgeMs > trackFailingMs) return null
    return { number: top.number, timeMs: top.timestamp * 1000 }
  }

  /** Starts the loops of this process's roles. */
  start(): void {
    const { roles, logger, trackIntervalMs } = this.options
    if (roles.api) {
      this.loops.push(startLoop({ name: 'lane', step: () => this.keeper.step(), idleMs: 500, logger }))
    }
    if (roles.worker) {
      this.loops.push(startLoop({ name: 'tracker', step: () => this.track(), idleMs: trackIntervalMs, logger }))
    }
  }

  /** Submissions of this process that wait for their answer, and whether it accepts more. */
  get queue(): { waiting: number; longestWaitMs: number; takes: boolean } {
    const { pool, recorder } = this
    return {
      waiting: pool.waiting + recorder.waiting,
      longestWaitMs: Math.max(pool.longestWaitMs, recorder.longestWaitMs),
      takes: pool.takes && recorder.takes,
    }
  }

  /** Returns the reasons why stamps aren't accepted now, if any. */
  async readinessProblems(): Promise<string[]> {
    const reasons: string[] = []
    if (!(await this.reachesDatabase())) reasons.push('The database is not responding')
    if (!this.keeper.lane) reasons.push('No lane is held: another process holds it, or the database was unavailable')
    if (!this.pool.takes) reasons.push('Too many stamps are pending')
    const { longestWaitMs: waitedMs } = this.queue
    if (waitedMs > this.options.anchorIntervalMs + waitMsMax) {
      reasons.push(`Submissions are not answered: the oldest has waited for ${Math.round(waitedMs / 1000)} seconds`)
    }
    return reasons
  }

  /** Returns what keeps stamps from being confirmed, if anything: they are accepted nevertheless. */
  async warnings(): Promise<string[]> {
    const trouble = await troubleIn(this.options.database)
    const warnings = trouble ? [troubleText(trouble)] : []
    if (!this.lost || performance.now() - this.lost.sinceMs < trackFailingMs) return warnings
    return [...warnings, `The chain has not been followed since ${this.lost.since.toISOString()}: ${this.lost.why}`]
  }

  /** Finishes what is waiting, gives up the lane and stops the loops. */
  async stop(): Promise<void> {
    await Promise.all([this.pool.close(), this.recorder.close()])
    await Promise.all(this.loops.map((loop) => loop.stop()))
    await this.keeper.stop()
  }

  /** Commits wake the tracker. Under load, when steps take longer, one step covers up to half a second of commits. */
  private async track(): Promise<void> {
    const waitMs = this.trackedAt + this.trackPauseMs - performance.now()
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
    this.trackedAt = performance.now()
    const isBusy = await this.tracker.step().catch((error: Error) => {
      this.lost = {
        since: this.lost?.since ?? new Date(),
        sinceMs: this.lost?.sinceMs ?? performance.now(),
        why: error.message.split('\n')[0] as string,
      }
      throw error
    })
    await this.options.embeddedChain?.renew()
    this.lost = null
    const tookMs = performance.now() - this.trackedAt
    this.trackPauseMs = Math.min(Math.max(trackPauseMs.min, tookMs / trackShare), trackPauseMs.max)
    if (isBusy) this.wake()
  }

  private async reachesDatabase(): Promise<boolean> {
    const late = new Promise<boolean>((resolve) => setTimeout(resolve, readyTimeoutMs, false).unref())
    const asked = this.options.database.query('SELECT 1').then(
      () => true,
      () => false,
    )
    return Promise.race([asked, late])
  }

  private wake(): void {
    for (const loop of this.loops) if (loop.name === 'tracker') loop.wake()
  }
}

/** Returns the chain ID of a node. @throws {StartError} when it doesn't answer, or isn't the expected one */
export async function checkedChainId(chain: Chain, options: Pick<LedgerOptions, 'expectedChainId'>): Promise<number> {
  let chainId: number
  try {
    chainId = await chain.chainId()
  } catch (error) {
    throw new StartError(
      `The chain node at RPC_URL is not responding (${(error as Error).message.split('\n')[0]}). Check the address, and that the node is running.`,
    )
  }
  if (options.expectedChainId !== undefined && options.expectedChainId !== chainId) {
    throw new StartError(
      `RPC_URL is a node of chain ${chainId}, but CHAIN_ID is ${options.expectedChainId}. Correct one of them.`,
    )
  }
  return chainId
}

/** Refuses keys that don't belong on the chain, before anything is read or bound: a refused start must leave no trace. */
export function checkSigners(signers: readonly Signer[], chainId: number): void {
  const [problem] = signers.flatMap(({ key }) => keyProblem(key, chainId) ?? [])
  if (problem) throw new StartError(problem)
}

/** Without the tag nothing would ever be confirmed. */
export async function checkFinalizedTag(chain: Chain): Promise<void> {
  const answer = await chain.ask('eth_getBlockByNumber', ['finalized', false]).catch(() => null)
  if (answer === null || 'result' in answer) return
  throw new StartError(
    `The chain node refuses the tag "finalized" (${answer.refusal}). Set FINALITY to the number of blocks after which one is final.`,
  )
}

/** Finds out before the first stamp what proofs can show. */
async function surveyed(chain: Chain, head: number, logger: Logger): Promise<Survey> {
  const survey = await surveyChain(chain, head).catch((error: Error) => unsurveyed(error.message))
  const text = surveyText(survey)
  if (survey.kinds.length === 0) {
    throw new StartError(
      `No proofs can be made on this chain: ${text}. Use a node that answers completely, or another chain (docs/networks.md).`,
    )
  }
  logger[survey.problem === null ? 'info' : 'warn'](survey, text)
  return survey
}

/** Refuses a chain or contract that isn't the database's. @throws {StartError} */
export function checkPinned(
  pinned: sql.NetworkRow | undefined,
  chainId: number,
  options: Pick<LedgerOptions, 'contract'>,
): void {
  if (!pinned) return
  if (pinned.chain_id !== chainId) {
    throw new StartError(
      `This database belongs to chain ${pinned.chain_id}, but the node is of chain ${chainId}. ` +
        'Correct RPC_URL, or give each network a database of its own.',
    )
  }
  if (options.contract && !pinned.contract.equals(options.contract)) {
    throw new StartError(
      `This database belongs to the contract ${hexOf(pinned.contract)}, but CONTRACT_ADDRESS is ${hexOf(options.contract)}. ` +
        'Correct CONTRACT_ADDRESS, or start with a new database.',
    )
  }
}

/** Binds the database to its chain and contract. On the embedded chain the lane's first batch creates the contract. */
async function firstStart(options: LedgerOptions, keeper: LaneKeeper, chainId: number): Promise<sql.NetworkRow> {
  const { database, contract } = options
  const deploymentId = uuidv7()
  if (contract) {
    await database.execute(sql.ensureNetwork, [deploymentId, chainId, contract])
    const [pinned] = await database.query<sql.NetworkRow>(sql.readNetwork)
    checkPinned(pinned, chainId, options)
    return pinned as sql.NetworkRow
  }
  await keeper.step()
  const lane = keeper.lane
  if (!lane) throw new StartError('Another process is setting up this database. Start again in a moment.')
  const session = await database.session()
  try {
    const created = await lane.deploy(session, uuidv7(), bytesOf(notaryBytecode), deployGas, (nonce) => ({
      text: sql.insertNetwork,
      values: [deploymentId, chainId, contractAddress(lane.signer.address, nonce)],
    }))
    return { deployment_id: deploymentId, chain_id: chainId, contract: contractAddress(lane.signer.address, created) }
  } finally {
    session.release()
  }
}

/** Returns the gas to offer for anchoring; the estimate also shows that the contract answers. */
export async function checkedGas(chain: Chain, options: Pick<LedgerOptions, 'contract' | 'signers'>): Promise<number> {
  const contract = options.contract as Uint8Array
  if ((await chain.code(contract)) === '0x') {
    throw new StartError(
      `No contract found at CONTRACT_ADDRESS ${hexOf(contract)} on this chain. ` +
        'Correct it, or create one: tallystick admin contract deploy',
    )
  }
  const from = options.signers[0]?.address as Buffer
  const data = anchorCall(keccak256(Buffer.from(uuidv7())))
  try {
    return await chain.gasFor(from, contract, data)
  } catch (error) {
    throw new StartError(
      `The contract at ${hexOf(contract)} does not accept roots: ${(error as Error).message.split('\n')[0]}`,
    )
  }
}
