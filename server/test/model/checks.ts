import { hexOf } from '../../src/chain/hex.js'
import { batchState, stateNames } from '../../src/ledger/batch-state.js'
import { readTransaction } from './chain.js'
import type { Acknowledged, World } from './world.js'

/** An invariant broke. */
export class Broken extends Error {
  override name = 'Broken'
  readonly invariant: string

  constructor(invariant: string, message: string) {
    super(`${invariant}: ${message}`)
    this.invariant = invariant
  }
}

interface BatchRow {
  id: string
  lane_id: number
  nonce: number
  day: number
  purpose: 'anchor' | 'deploy' | 'fill'
  address: Buffer
  state: (typeof batchState)[keyof typeof batchState]
  root: Buffer
  transaction_hash: Buffer
  block_hash: Buffer | null
  block_number: number | null
}

interface TransactionRow {
  hash: Buffer
  batch_id: string
  raw: Buffer
}

interface CountRow {
  account_id: string
  day: number
}

interface StampRow {
  hash: Buffer
  id: string
  account_id: string
  batch_id: string
  gave_way: boolean
  code: string
}

/** Checks after each step what has to hold at any moment. It remembers what may never change. */
export class Checks {
  private readonly world: World
  private readonly payloads = new Map<string, string>()
  private readonly final = new Map<string, string>()

  constructor(world: World) {
    this.world = world
  }

  /** Batches that ever became final. */
  get finalCount(): number {
    return this.final.size
  }

  /**
   * Reads all rows of one moment, and before them what was acknowledged and sent by then: work that PostgreSQL made wait for a moment
   * may go on while this reads.
   */
  async afterStep(): Promise<void> {
    const { store, acknowledged, acknowledgedNotes, sent } = this.world
    const before = { acknowledged: [...acknowledged], notes: [...acknowledgedNotes], sent: [...sent.values()] }
    const { batches, transactions, stamps, counts, notes, kept, open } = await store.atOneMoment(async (moment) => ({
      batches: await moment.query<BatchRow>(
        `SELECT b.id, b.lane_id, b.nonce, b.purpose, b.day, b.state, b.root, b.transaction_hash, b.block_hash, b.block_number, l.address
           FROM batches b JOIN lanes l ON l.id = b.lane_id ORDER BY b.lane_id, b.nonce`,
      ),
      transactions: await moment.query<TransactionRow>('SELECT hash, batch_id, raw FROM transactions'),
      stamps: await moment.query<StampRow>(
        'SELECT hash, id, account_id, batch_id, gave_way, code FROM stamps ORDER BY xmin::text::bigint',
      ),
      counts: await moment.query<CountRow>('SELECT account_id, day FROM stamp_counts'),
      notes: await moment.query<{ name: string }>('SELECT name FROM model_notes'),
      open: await moment.query<{ code: string }>('SELECT code FROM reserved_codes WHERE account_id IS NOT NULL'),
      kept: await moment.query("SELECT FROM model_bin WHERE name <> 'expired'"),
    }))
    // I9: whatever the clocks say, nothing goes before its time.
    if (kept.length !== 2) throw new Broken('bin', 'something was purged before it expired')
    const byId = new Map(batches.map((batch) => [batch.id, batch]))
    this.checkAcknowledged(before.acknowledged, byId, transactions, stamps)
    this.checkCodes(stamps, open)
    const present = new Set(notes.map(({ name }) => name))
    for (const name of before.notes) if (!present.has(name)) throw new Broken('acknowledged', `${name} is lost`)
    this.checkPayloads(before.sent, transactions)
    for (const batch of batches) this.checkBatch(batch, transactions)
    this.checkDays(batches, stamps, counts)
  }

  /**
   * An account's stamps count on the database's day. A limit holds on each; where that day goes back, it begins again.
   *
   * @param stamps in the order of their transactions
   */
  private checkDays(batches: readonly BatchRow[], stamps: readonly StampRow[], kept: readonly CountRow[]): void {
    const { setup, daysGoneBack } = this.world
    const days = new Map(batches.map(({ id, day }) => [id, day]))
    const newest = new Map(stamps.map(({ account_id, batch_id }) => [account_id, days.get(batch_id)]))
    for (const [account, day] of newest) {
      if (!kept.some((count) => count.account_id === account && count.day === day))
        throw new Broken('quota', `${account} stamped on day ${day}, which no counter is of`)
    }
    if (setup.stampsPerDay === 0) return
    const counts = new Map<string, number>()
    for (const { account_id, batch_id } of stamps) {
      const key = `${account_id} on day ${days.get(batch_id)}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    for (const [whose, count] of counts) {
      if (count > setup.stampsPerDay * (1 + daysGoneBack)) throw new Broken('quota', `${count} stamps of ${whose}`)
    }
  }

  /** A code is used up by its stamp, in the same moment. Drawn ones are of another form. */
  private checkCodes(stamps: readonly StampRow[], open: readonly { code: string }[]): void {
    const unused = new Set(open.map(({ code }) => code))
    const reserved = new Set(this.world.reserved.map(({ code }) => code))
    for (const { code } of stamps) {
      if (unused.has(code)) throw new Broken('codes', `${code} has a stamp and is still reserved`)
      if (code.startsWith('R') && !reserved.has(code)) throw new Broken('codes', `${code} was never reserved`)
    }
  }

  /** I1: what was acknowledged is there, once; and its transaction's ID resolves (I4). */
  private checkAcknowledged(
    acknowledged: readonly Acknowledged[],
    batches: ReadonlyMap<string, BatchRow>,
    transactions: readonly TransactionRow[],
    stamps: readonly StampRow[],
  ): void {
    const byHash = new Map<string, StampRow[]>()
    for (const stamp of stamps) {
      const key = stamp.hash.toString('hex')
      byHash.set(key, [...(byHash.get(key) ?? []), stamp])
      if (!batches.has(stamp.batch_id)) throw new Broken('acknowledged', 'the batch of a stamp is missing')
    }
    const known = new Set(transactions.map(({ hash }) => hexOf(hash)))
    for (const { hash, id, txid, code } of acknowledged) {
      const number = this.world.digests.findIndex((digest) => digest.toString('hex') === hash)
      const rows = byHash.get(hash) ?? []
      if (!rows.some((row) => row.id === id)) throw new Broken('acknowledged', `stamp ${number} is lost`)
      if (code !== undefined && rows.find((row) => row.id === id)?.code !== code)
        throw new Broken('acknowledged', `stamp ${number} has another code than it was answered with`)
      if (rows.filter((row) => !row.gave_way).length !== 1)
        throw new Broken('acknowledged', `stamp ${number} is there ${rows.length} times`)
      if (!known.has(txid as `0x${string}`))
        throw new Broken('acknowledged', `the transaction of stamp ${number} is unknown`)
    }
  }

  /** I2: one payload per address and nonce, ever. Only what is committed is sent. */
  private checkPayloads(sent: readonly Buffer[], transactions: readonly TransactionRow[]): void {
    for (const { raw } of transactions) this.checkPayload(raw)
    const stored = new Set(transactions.map(({ raw }) => hexOf(raw)))
    for (const raw of sent) {
      this.checkPayload(raw)
      if (!stored.has(hexOf(raw))) throw new Broken('payload', 'a transaction was sent that is not committed')
    }
  }

  private checkPayload(raw: Buffer): void {
    const { from, nonce, to, input } = readTransaction(raw)
    const place = `${from} nonce ${nonce}`
    const payload = `${to ?? 'creation'} ${input}`
    const before = this.payloads.get(place) ?? payload
    if (before !== payload) throw new Broken('payload', `${place} has two payloads`)
    this.payloads.set(place, payload)
  }

  private checkBatch(batch: BatchRow, transactions: readonly TransactionRow[]): void {
    const { chain, setup } = this.world
    const name = `the batch with nonce ${batch.nonce} of lane ${batch.lane_id}`
    const wasFinal = this.final.get(batch.id)
    if (wasFinal !== undefined && !setup.forgets) {
      const now =
        batch.state === batchState.final && batch.block_hash ? hexOf(batch.block_hash) : stateNames[batch.state]
      if (now !== wasFinal) throw new Broken('final', `${name} was final, and is ${now}`)
    }
    const own = transactions.find(({ hash }) => hash.equals(batch.transaction_hash))
    if (!own) throw new Broken('row', `the transaction of ${name} is missing`)
    const { from, nonce, hash } = readTransaction(own.raw)
    if (nonce !== batch.nonce || from !== hexOf(batch.address)) {
      throw new Broken('row', `the transaction of ${name} has nonce ${nonce} of ${from}`)
    }
    // A filled nonce counts as soon as it is signed for: nothing waits to be confirmed.
    if (batch.purpose === 'fill') return
    if (batch.state === batchState.failed) this.checkFailed(batch, name, transactions)
    if (batch.state === batchState.failed || batch.state === batchState.submitted) return
    const block = chain.blocks.get(hexOf(batch.block_hash as Buffer))
    if (!block || block.number !== batch.block_number) throw new Broken('confirmed', `the block of ${name} never was`)
    if (!block.transactions.some((one) => one.hash === hash))
      throw new Broken('confirmed', `the block of ${name} lacks it`)
    if (block.reverted.has(hash)) throw new Broken('confirmed', `${name} was reverted in its block`)
    if (batch.state !== batchState.final || wasFinal !== undefined) return
    this.final.set(batch.id, hexOf(batch.block_hash as Buffer))
    if (setup.forgets) return
    if (block.number > chain.final || !chain.isCanonical(block.hash)) {
      throw new Broken('final', `${name} is final in block ${block.number}, but the chain only up to ${chain.final}`)
    }
  }

  /** A batch fails when its transactions were reverted three times, for good. */
  private checkFailed(batch: BatchRow, name: string, transactions: readonly TransactionRow[]): void {
    if (this.world.setup.forgets) return
    const { chain } = this.world
    const root = batch.root.toString('hex')
    const reverted = transactions.filter(({ hash, raw }) => {
      const block = raw.toString('hex').includes(root) ? chain.blockOf(hexOf(hash)) : null
      return block?.reverted.has(hexOf(hash)) && block.number <= chain.final
    })
    if (reverted.length < 3) throw new Broken('failed', `${name} failed after ${reverted.length} reverts`)
  }

  /** Every nonce that was taken is used on the chain, and every batch is final. */
  async atEnd(): Promise<string | null> {
    const { real } = this.world.store
    const open = await real.query<{ nonce: number; lane_id: number; state: number }>(
      'SELECT nonce, lane_id, state FROM batches WHERE state < 2 ORDER BY lane_id, nonce',
    )
    const lanes = await real.query<{ id: number; address: Buffer; next_nonce: number }>('SELECT * FROM lanes')
    for (const lane of lanes) {
      const address = hexOf(lane.address)
      // Where nothing was signed yet, nothing waits: the first batch will show that nonces before it are free.
      if (![...this.payloads.keys()].some((place) => place.startsWith(address))) continue
      const used = this.world.chain.nonce(address)
      if (used < lane.next_nonce) return `lane ${lane.id} has taken ${lane.next_nonce} nonces, the chain has ${used}`
    }
    const doubt = this.world.in('running').flatMap(({ watch }) => watch.doubts())[0]
    if (doubt !== undefined) return `the clocks are right, and yet: ${doubt}`
    const [left] = await real.query("SELECT FROM model_bin WHERE name = 'expired'")
    if (left) return 'the bin is not emptied'
    const [unwitnessed] = await real.query<{ nonce: number; lane_id: number }>(
      `SELECT nonce, lane_id FROM batches b WHERE purpose = 'anchor' AND NOT EXISTS (
         SELECT FROM witness_leaves l JOIN witness_statements s USING (tree_id) WHERE l.batch_id = b.id) LIMIT 1`,
    )
    if (unwitnessed) return `no witness is asked about nonce ${unwitnessed.nonce} of lane ${unwitnessed.lane_id}`
    const [first] = open
    return first ? `${open.length} batches are not final, first nonce ${first.nonce} of lane ${first.lane_id}` : null
  }
}
