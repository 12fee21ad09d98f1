import { type Database, isServerError, type Session, type Statement } from '../../base/database/db.js'
import { anchorCall } from '../../chain/chain.js'
import { bytesOf, type Hex } from '../../chain/hex.js'
import { type Fees, type SignedTransaction, type Signer, signAgain, signTransaction } from '../../chain/sign.js'
import { apiError } from '../../http/errors.js'
import type { BatchTraces } from '../batch-traces.js'
import { rootOfStored, type Seal } from '../seal.js'
import * as sql from '../sql.js'

/** The terms shared by every transaction of a lane. */
export interface LaneTerms {
  chainId: number
  contract: Uint8Array
  /** Units of gas for one anchoring transaction. */
  gas(): number
  fees(): Fees
  /** Not set: batches are not traced. */
  traces?: BatchTraces | undefined
}

/** A batch about to be committed; valid only once it is. */
export interface Anchor {
  batchId: string
  laneId: number
  /** 0x-prefixed ID of the anchoring transaction. */
  transactionId: string
}

/** A transaction of ours that used its nonce and anchored nothing, and the block that shows it. */
export interface Revert {
  transaction: Buffer
  number: number
  hash: Hex
}

/** Statements of the rooms for a batch's database transaction. */
type RoomStatements = (anchor: Anchor) => Statement[]

/** Time from the last renewal until the lease expires. */
export const leaseMs = 10_000

/**
 * A signing address with its sequence of nonces, held by this process.
 *
 * I2: a nonce is taken in the transaction that commits its batch, and only if the fencing token is still ours. So a nonce has
 * one payload permanently, even when two processes believe they hold the lane. The nonce kept here is a copy that saves a round
 * trip; whenever it could be wrong, the lane is given up and reopened from the database (I8).
 */
export class Lane {
  readonly id: number
  readonly signer: Signer
  private readonly token: number
  private readonly terms: LaneTerms
  private nextNonce: number
  private failed = false
  /** The commit that has the lane to itself; the others wait. */
  private exclusive: Promise<unknown> | null = null
  /** Pipelined commits without an answer yet, in order. */
  private readonly underWay = new Set<Promise<unknown>>()
  /** Failed pipelined commits: those sent behind them had wrong nonces. */
  private failures = 0

  constructor(held: sql.HeldLane, signer: Signer, terms: LaneTerms) {
    this.id = held.id
    this.token = held.fencing_token
    this.nextNonce = held.next_nonce
    this.signer = signer
    this.terms = terms
  }

  /** True once the lane's state is uncertain: it must be reopened. */
  get lost(): boolean {
    return this.failed
  }

  /**
   * Takes a lane for this process, if its holder is gone or its lease has expired.
   *
   * @param token the fencing token at the time the holder was checked
   * @returns null when another process holds the lane, or took it meanwhile
   */
  static async open(
    database: Database,
    signer: Signer,
    terms: LaneTerms,
    token: number,
    holderGone: boolean,
  ): Promise<Lane | null> {
    const [held] = await database.query<sql.HeldLane>(sql.takeLane, [signer.address, leaseMs, token, holderGone])
    return held ? new Lane(held, signer, terms) : null
  }

  /** Renews the lease. The lane is lost when another process has raised its token. */
  async renew(database: Database): Promise<void> {
    if ((await database.execute(sql.renewLane, [this.id, this.token, leaseMs])) !== 1) this.failed = true
  }

  /** Lets the next process take the lane without waiting for the lease to expire. */
  async giveUp(database: Database): Promise<void> {
    this.failed = true
    while (this.exclusive) await this.exclusive
    await Promise.allSettled(this.underWay)
    await database.execute(sql.giveUpLane, [this.id, this.token])
  }

  /**
   * Signs the root of `seal` and commits it together with the rooms' `statements`, in one round trip (I1), at the end of the
   * database transaction that is open on `session`.
   *
   * @throws the error of the first failed statement; nothing was committed and no nonce used
   * @throws {OutcomeUnknownError} when the connection was lost; the lane is given up
   */
  async anchor(session: Session, batchId: string, seal: Seal, statements: RoomStatements): Promise<Anchor> {
    return this.exclusively((nonce) => this.send(session, batchId, seal, statements, nonce, false))
  }

  /**
   * Does the same in a database transaction of its own, pipelined: it is sent without waiting for earlier ones on `session`, which
   * PostgreSQL runs in order. Its nonce assumes that they succeed: when one fails, those behind it fail too (I2) and are resent.
   */
  async anchorPipelined(session: Session, batchId: string, seal: Seal, statements: RoomStatements): Promise<Anchor> {
    while (this.exclusive) await this.exclusive
    if (this.failed) throw apiError('unavailable')
    const failuresBefore = this.failures
    const sent = this.send(session, batchId, seal, statements, this.nextNonce + this.underWay.size, true)
    this.underWay.add(sent)
    try {
      const anchor = await sent
      this.nextNonce++
      return anchor
    } catch (error) {
      const misled = sql.isLaneTaken(error) && failuresBefore !== this.failures
      this.failures++
      if (!misled) throw this.noted(error)
    } finally {
      this.underWay.delete(sent)
    }
    return this.exclusively((nonce) => this.send(session, batchId, seal, statements, nonce, true))
  }

  /**
   * Signs and commits the creation of the contract as the lane's next transaction, with the statement of `record`.
   *
   * @returns its nonce, which determines the contract's address
   */
  async deploy(
    session: Session,
    batchId: string,
    bytecode: Uint8Array,
    gas: number,
    record: (nonce: number) => Statement,
  ): Promise<number> {
    const none = { size: 0, root: Buffer.alloc(32), leaves: Buffer.alloc(0), tiles: Buffer.alloc(0) }
    return this.exclusively(async (nonce) => {
      const signed = this.sign({ nonce, to: null, data: bytecode, gas })
      const batch = sql.batchRow(this.claim(nonce), batchId, 'deploy', none, signed)
      await session.commit([batch, record(nonce)], true)
      return nonce
    })
  }

  /**
   * Signs a batch's pending transaction again with higher fees, and records it as the newest version before it is sent.
   *
   * @throws {Error} when the batch was confirmed or replaced meanwhile
   */
  async replace(
    database: Database,
    batch: { id: string; hash: Buffer; raw: Buffer },
    fees: Fees,
  ): Promise<SignedTransaction> {
    const signed = signAgain(batch.raw, fees, this.signer)
    await database.transaction(async (tx) => {
      const { text, values } = sql.transactionRow(batch.id, signed)
      await tx.execute(text, values)
      const changed = await tx.execute(sql.replaceTransaction, [batch.id, batch.hash, signed.hash])
      if (changed !== 1) throw new Error(`batch ${batch.id} is not waiting with that transaction any more`)
    })
    return signed
  }

  /**
   * Moves a batch to the next nonce, because another signer used its own, or a transaction of the batch was reverted. The root is
   * recomputed from its leaves (I6).
   *
   * @param revert recorded with the move
   * @returns false when the stored leaves don't give the root, which is then never signed
   */
  async moveBatch(
    database: Database,
    { id: batchId, lane_id: laneId, nonce: used }: Pick<sql.SubmittedBatch, 'id' | 'lane_id' | 'nonce'>,
    revert?: Revert,
  ): Promise<boolean> {
    const session = await database.session()
    let broken = true
    try {
      await session.begin()
      // A batch confirmed or moved meanwhile must not take a nonce: nothing would ever be sent with it, and the lane would wait.
      const [batch] = await session.query<{ root: Buffer; leaves: Buffer }>(sql.lockSubmitted, [
        ...[batchId, laneId, used],
      ])
      if (!batch) return true
      const root = rootOfStored(batch.leaves)
      if (!batch.root.equals(root)) return false
      const recorded = revert
        ? [{ text: sql.recordRevert, values: [revert.transaction, revert.number, bytesOf(revert.hash)] }]
        : []
      await this.exclusively(async (nonce) => {
        const data = anchorCall(root)
        const signed = this.sign({ nonce, to: this.terms.contract, data, gas: this.terms.gas() })
        const move = { text: sql.moveBatch, values: [batchId, this.id, nonce, signed.hash] }
        const claim = { text: sql.claimNonce, values: [this.id, this.token, nonce] }
        await session.commit([claim, sql.transactionRow(batchId, signed), move, ...recorded])
      })
      broken = false
      return true
    } finally {
      session.release(broken)
    }
  }

  /** Signs an empty transaction to ourselves. It must be recorded before it is sent: see `signFills`. */
  signEmpty(nonce: number): SignedTransaction {
    return this.sign({ nonce, to: this.signer.address, data: new Uint8Array(), gas: this.terms.gas() })
  }

  /** Signs a transaction again with higher fees whose batch has another nonce by now, and records it before it is sent. */
  async raise(database: Database, stored: { batch_id: string; raw: Buffer }, fees: Fees): Promise<SignedTransaction> {
    const signed = signAgain(stored.raw, fees, this.signer)
    const { text, values } = sql.transactionRow(stored.batch_id, signed)
    await database.execute(text, values)
    return signed
  }

  private sign(transaction: {
    nonce: number
    to: Uint8Array | null
    data: Uint8Array
    gas: number
  }): SignedTransaction {
    return signTransaction({ chainId: this.terms.chainId, ...this.terms.fees(), ...transaction }, this.signer)
  }

  private claim(nonce: number) {
    return { laneId: this.id, token: this.token, nonce }
  }

  private async send(
    session: Session,
    batchId: string,
    seal: Seal,
    statements: RoomStatements,
    nonce: number,
    begin: boolean,
  ): Promise<Anchor> {
    const data = anchorCall(seal.root)
    const signed = this.sign({ nonce, to: this.terms.contract, data, gas: this.terms.gas() })
    const anchor = { batchId, laneId: this.id, transactionId: `0x${signed.hash.toString('hex')}` }
    const batch = sql.batchRow(this.claim(nonce), batchId, 'anchor', seal, signed)
    const startedMs = performance.now()
    await session.commit([batch, ...statements(anchor)], begin)
    this.terms.traces?.committed(anchor, seal.size, performance.now() - startedMs)
    return anchor
  }

  /** Runs one commit alone, after all earlier ones: only then is the next nonce certain. */
  private async exclusively<T>(commit: (nonce: number) => Promise<T>): Promise<T> {
    while (this.exclusive) await this.exclusive
    const turn = this.alone(commit)
    const over = () => {
      this.exclusive = null
    }
    this.exclusive = turn.then(over, over)
    return turn
  }

  private async alone<T>(commit: (nonce: number) => Promise<T>): Promise<T> {
    await Promise.allSettled(this.underWay)
    if (this.failed) throw apiError('unavailable')
    try {
      const result = await commit(this.nextNonce)
      this.nextNonce++
      return result
    } catch (error) {
      throw this.noted(error)
    }
  }

  /** An error from PostgreSQL means that no nonce was used; any other leaves the nonce in doubt. */
  private noted(error: unknown): unknown {
    if (!isServerError(error) || sql.isLaneTaken(error)) this.failed = true
    return error
  }
}
