import { randomBytes } from 'node:crypto'
import { verifyProof } from '@tallystick/proof'
import { expect } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { limitMs } from '../../../test/machine.js'
import { atSomeMoment } from '../../../test/moments.js'
import { seeded, sized } from '../../../test/tier.js'
import { Database } from '../../src/base/database/db.js'
import { Chain } from '../../src/chain/chain.js'
import { type AuditReport, audit } from '../../src/ledger/proofs/audit.js'
import { rooms } from '../../src/rooms.js'

const random = seeded('load')

/** A service that may go away at any moment and come back at another address. */
export interface Target {
  url: string
  token: string
}

/** The service's answer about a stamp. */
export interface Acknowledged {
  hash: string
  txid: string
  code: string
}

/** The details of a stamp that matter here. */
export interface StampDetails extends Acknowledged {
  state: 'submitted' | 'confirmed' | 'final'
  blockNumber: number | null
}

/** Sends a request; returns null when no answer came. */
export async function ask<T>(
  target: Target,
  path: string,
  body?: unknown,
): Promise<{ status: number; data: T; message: string; json: unknown } | null> {
  try {
    const response = await fetch(`${target.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${target.token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(limitMs(30_000)),
    })
    const json = (await response.json()) as { data: T; message: string }
    return { status: response.status, data: json.data, message: json.message, json }
  } catch {
    return null
  }
}

/** Stamps one fresh hash; returns null unless it was acknowledged. */
export async function stampOnce(target: Target): Promise<Acknowledged | null> {
  const answer = await ask<Acknowledged>(target, '/hash', { hash: randomBytes(32).toString('hex') })
  return answer?.status === 200 ? answer.data : null
}

/** Stamps a hash; the first value is the status, 0 without an answer. */
type Stamping = (target: Target, hash: string) => Promise<[number, Acknowledged | undefined]>

const stampByFetch: Stamping = async (target, hash) => {
  const answer = await ask<Acknowledged>(target, '/hash', { hash })
  return [answer?.status ?? 0, answer?.data]
}

/** Settings of a {@link Load}. */
export interface LoadOptions {
  connections?: number
  /** Passes between two stamps of a connection, on average. */
  pauseMs?: number
  /** Stamps beyond those that {@link Load.more} waits for, after which it pauses: so the load doesn't grow with the time a test takes. */
  ahead?: number
  stamp?: Stamping
}

/** Stamps over several connections until stopped, and keeps what was acknowledged. */
export class Load {
  readonly acknowledged: Acknowledged[] = []
  /** How often each other status came; 0 means no answer. */
  readonly refused = new Map<number, number>()
  private readonly options: Required<LoadOptions>
  private limit: number
  private stopping = false
  private readonly clients: Promise<void>[]

  constructor(target: Target, options: LoadOptions = {}) {
    const usual = sized({
      short: { connections: 4, pauseMs: 60, ahead: 40 },
      long: { connections: 16, pauseMs: 30, ahead: 2_000 },
    })
    this.options = { ...usual, stamp: stampByFetch, ...options }
    this.limit = this.options.ahead
    this.clients = Array.from({ length: this.options.connections }, () => this.client(target))
  }

  /** Waits until `count` more stamps are acknowledged. */
  async more(count: number): Promise<void> {
    const enough = this.acknowledged.length + count
    this.limit = enough + this.options.ahead
    await eventually(`${count} more stamps are acknowledged`, () => this.acknowledged.length >= enough)
  }

  async stop(): Promise<Acknowledged[]> {
    this.stopping = true
    await Promise.all(this.clients)
    return this.acknowledged
  }

  private async client(target: Target): Promise<void> {
    const { pauseMs, stamp } = this.options
    while (!this.stopping) {
      await atSomeMoment(random, 2 * pauseMs)
      if (this.acknowledged.length >= this.limit) continue
      const [status, made] = await stamp(target, randomBytes(32).toString('hex'))
      if (status === 200) this.acknowledged.push(made as Acknowledged)
      else this.refused.set(status, (this.refused.get(status) ?? 0) + 1)
    }
  }
}

/** Sends multi-stamps one after the other until stopped, each again until it is acknowledged. */
export class BulkLoad {
  /** The hashes of those that were acknowledged. */
  readonly acknowledged: string[][] = []
  /** Other statuses; 0 means no answer. */
  readonly refused = new Set<number>()
  private stopping = false
  private readonly client: Promise<void>

  constructor(target: Target, items = sized({ short: 300, long: 5_000 })) {
    this.client = this.send(target, items)
  }

  async stop(): Promise<void> {
    this.stopping = true
    await this.client
  }

  private async send(target: Target, items: number): Promise<void> {
    while (!this.stopping) {
      const hashes = Array.from({ length: items }, () => randomBytes(32).toString('hex'))
      const body = hashes.map((hash) => ({ hash, filename: 'bulk' }))
      for (let answer = null; answer?.status !== 200; ) {
        answer = await ask<{ hash: string }[]>(target, '/multi-stamp', body)
        if (answer?.status === 200) expect(answer.data.map(({ hash }) => hash)).toEqual(hashes)
        else {
          this.refused.add(answer?.status ?? 0)
          await atSomeMoment(random, 100)
        }
      }
      this.acknowledged.push(hashes)
    }
  }
}

/** Waits until every batch is in a block, or final. */
export async function allBatches(database: Database, state: 'confirmed' | 'final'): Promise<void> {
  const wanted = state === 'final' ? 2 : 1
  await eventually(`every batch is ${state}`, async () => {
    const open = await database.query(`SELECT FROM batches WHERE state < ${wanted} LIMIT 1`)
    return open.length === 0
  })
}

/** Checks that multi-stamps were recorded as a whole: all of the hashes of each are there, in one batch. */
export async function expectWholeBulks(database: Database, bulks: readonly string[][]): Promise<void> {
  expect(bulks.length).toBeGreaterThan(0)
  const rows = await database.query<{ hash: Buffer; batch_id: string }>('SELECT hash, batch_id FROM stamps')
  const batches = new Map<string, string[]>()
  for (const { hash, batch_id } of rows) {
    const key = hash.toString('hex')
    batches.set(key, [...(batches.get(key) ?? []), batch_id])
  }
  for (const hashes of bulks) {
    const found = hashes.flatMap((hash) => batches.get(hash) ?? [])
    expect([found.length, new Set(found).size]).toEqual([hashes.length, 1])
  }
}

/** Runs `work` on every item, a few at a time. */
export async function forAll<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items]
  const worker = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item)
  }
  await Promise.all(Array.from({ length: 16 }, worker))
}

/** Where {@link expectAllKept} looks behind the API. */
export interface Behind {
  databaseUrl: string
  rpcUrl: string
}

/**
 * The oracle of every fault test: each acknowledged stamp is there once, in a block, with a proof that verifies; the
 * transaction id from its answer resolves; and the audit finds nothing.
 *
 * @param state the state to wait for
 */
export async function expectAllKept(
  target: Target,
  behind: Behind,
  acknowledged: readonly Acknowledged[],
  state: 'confirmed' | 'final' = 'final',
): Promise<AuditReport> {
  expect(acknowledged.length).toBeGreaterThan(0)
  const database = new Database({ url: behind.databaseUrl, connectionsMax: 2 })
  try {
    await allBatches(database, state)
    await forAll(acknowledged, async ({ hash, code }) => {
      const found = await ask<StampDetails>(target, `/hash?id=${hash}`)
      expect([found?.status, found?.data.code]).toEqual([200, code])
      expect(['confirmed', 'final']).toContain(found?.data.state)
    })
    for (const txid of new Set(acknowledged.map((one) => one.txid))) {
      const found = await ask<StampDetails>(target, `/hash?id=${txid}`)
      expect([txid, found?.status]).toEqual([txid, 200])
    }
    const rows = await database.query<{ hash: Buffer }>('SELECT hash FROM stamps')
    const hashes = new Set(rows.map((row) => row.hash.toString('hex')))
    expect(hashes.size).toBe(rows.length)
    expect(acknowledged.filter(({ hash }) => !hashes.has(hash))).toEqual([])
    // Verifying is the slowest part, so it takes a sample spread over the whole run.
    const step = Math.ceil(acknowledged.length / sized({ short: 20, long: 300 }))
    await forAll(
      acknowledged.filter((_, at) => at % step === 0),
      async ({ code, hash }) => {
        const proof = await ask<unknown>(target, `/hash/${code}/proof`)
        const verdict = verifyProof(proof?.json, { digest: Buffer.from(hash, 'hex') })
        expect([verdict.failure, verdict.anchor?.blockHash]).toEqual([undefined, expect.stringMatching(/^0x/)])
      },
    )
    return await auditAll(behind)
  } finally {
    await database.close()
  }
}

/** Runs the product's own audit. */
export async function auditAll(behind: Behind): Promise<AuditReport> {
  const database = new Database({ url: behind.databaseUrl, connectionsMax: 2 })
  try {
    return await auditOf(database, behind.rpcUrl)
  } finally {
    await database.close()
  }
}

/** Runs the audit over an open connection. */
export function auditOf(database: Database, rpcUrl: string): Promise<AuditReport> {
  const chain = new Chain(rpcUrl, limitMs(10_000))
  return audit(database, chain, rooms.auditors(database))
}
