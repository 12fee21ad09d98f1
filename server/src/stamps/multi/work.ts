import type { Quotas } from '../../accounts/quotas/quotas.js'
import type { Queryable, Statement } from '../../base/database/db.js'
import type { ApiError } from '../../http/errors.js'
import { fulfilClaims, type IdempotencyClaim } from '../../http/idempotency.js'
import type { BulkWork } from '../../ledger/batches/bulk.js'
import type { Anchor } from '../../ledger/lanes/lane.js'
import type { Seal } from '../../ledger/seal.js'
import { missingCodes, notReserved, type ReservedCodes, useStatement } from '../codes/reserved.js'
import type { Stamper } from '../recording/add.js'
import { insertMany } from '../recording/insertion.js'
import { countStatement, quotaRefusal } from '../recording/writer.js'
import * as sql from '../sql.js'
import { type FoundStamps, rowsPerPart, type SheetSize } from './sheet.js'
import type { RemoteSheet } from './sheets.js'

/** Beginnings of the hashes that a bulk writes, in ascending order. */
interface Writing {
  open: BigUint64Array
  own: BigUint64Array
}

const nothing = new BigUint64Array()

/** Separates the parts of a kept answer. */
const keptForm = /^multi-stamp (0x[0-9a-f]{64}|-) (.*)$/

/** Returns a kept answer's parts; null when it is kept as it was sent (by earlier versions). */
export function parseKept(body: string): { txid: string; sheet: string } | null {
  const [, txid, sheet] = keptForm.exec(body) ?? []
  return txid === undefined || sheet === undefined ? null : { txid, sheet }
}

/** Records the new stamps of a multi-stamp: the thread computes, this talks to the database. */
export class MultiStampWork implements BulkWork {
  readonly size: number
  private readonly quotas: Quotas
  private readonly reserved: ReservedCodes
  private readonly accountId: string
  private readonly sheet: RemoteSheet
  private readonly claim: IdempotencyClaim | undefined
  private writing: Writing = { open: nothing, own: nothing }
  private fresh = 0
  /** Reserved codes of new stamps. */
  private codes: string[] = []
  private kept = ''

  constructor(
    { quotas, codes }: Pick<Stamper, 'quotas' | 'codes'>,
    accountId: string,
    sheet: RemoteSheet,
    { stamps }: SheetSize,
    claim: IdempotencyClaim | undefined,
  ) {
    this.quotas = quotas
    this.reserved = codes
    this.accountId = accountId
    this.sheet = sheet
    this.size = stamps
    this.claim = claim
  }

  async prepare(db: Queryable): Promise<Seal | null> {
    const { sheet } = this
    await sheet.call('beginLookup')
    await this.lookUp(db)
    const { fresh, codes, open, own, seal } = await sheet.call('endLookup')
    this.fresh = fresh
    this.codes = codes
    const missing = codes.length > 0 ? await this.reserved.unusable(this.accountId, codes) : undefined
    if (missing !== undefined) throw notReserved(missing)
    this.writing = { open, own }
    if (this.claim) this.kept = await sheet.call('keep')
    return seal && { ...seal, leaves: bufferOf(seal.leaves), tiles: bufferOf(seal.tiles) }
  }

  writes(key: string): boolean {
    const isOwn = key.startsWith(this.accountId)
    const hash = Buffer.from(isOwn ? key.slice(this.accountId.length) : key, 'latin1')
    // Other rooms' keys aren't hashes, and may be shorter.
    return hash.length >= 8 && contains(isOwn ? this.writing.own : this.writing.open, hash.readBigUInt64BE())
  }

  async *inserts(batchId: string): AsyncGenerator<Statement> {
    // The thread makes the next part while PostgreSQL writes one.
    let next = this.sheet.call('rows', 0, batchId)
    for (let from = rowsPerPart; from - rowsPerPart < this.fresh; from += rowsPerPart) {
      const values = await next
      if (from < this.fresh) {
        next = this.sheet.call('rows', from, batchId)
        // Awaited only if the statement before it succeeds.
        next.catch(() => undefined)
      }
      yield { text: insertMany, values }
    }
  }

  finish(anchor: Anchor): Statement[] {
    const counts = { accountId: this.accountId, added: this.fresh, private: this.writing.own.length }
    const added = countStatement(this.quotas, anchor, [counts])
    const statements = this.claim ? [added, this.keeping(this.claim, anchor.transactionId)] : [added]
    const { codes, accountId } = this
    if (codes.length > 0) statements.push(useStatement(codes.map((code) => ({ code, accountId }))))
    return statements
  }

  refuse(error: unknown): ApiError | undefined {
    const [missing] = missingCodes(error) ?? []
    return missing === undefined ? quotaRefusal(error)?.reason : notReserved(missing)
  }

  /** Keeps the answer when nothing was new, and so no transaction wrote it. */
  async keepAnswer(db: Queryable): Promise<void> {
    if (!this.claim) return
    const { text, values } = this.keeping(this.claim, '-')
    await db.query(text, values)
  }

  /** Codes and all else are drawn again, and reserved codes checked, so only failed stamps must give way. */
  async afterLostRace(db: Queryable): Promise<void> {
    for (let from = 0; from < this.size; from += rowsPerPart) {
      const { hashes } = await this.sheet.call('hashes', from)
      await db.execute(sql.giveWay, [hashes, [this.accountId]])
    }
  }

  private keeping(claim: IdempotencyClaim, txid: string): Statement {
    return fulfilClaims([{ claim, status: 200, body: `multi-stamp ${txid} ${this.kept}` }])
  }

  /** Looks up all stamps. While PostgreSQL looks up a part, the thread draws what the one before it needs. */
  private async lookUp(db: Queryable): Promise<void> {
    const { sheet, size } = this
    let next = sheet.call('hashes', 0)
    let drawn: Promise<void> | undefined
    for (let from = 0; from < size; from += rowsPerPart) {
      const found = this.find(db, await next)
      if (from + rowsPerPart < size) next = sheet.call('hashes', from + rowsPerPart)
      if (from > 0) drawn = sheet.call('draw', from - rowsPerPart)
      const [rows] = await Promise.all([found, next, drawn])
      if (rows.length > 0) await sheet.call('found', packed(rows, from))
    }
    await sheet.call('draw', size - 1 - ((size - 1) % rowsPerPart))
  }

  /** Finds stamps by their hashes: any public one counts, and a private one of the account before it. */
  private async find(
    db: Queryable,
    { hashes, accounts }: { hashes: Buffer; accounts: Buffer },
  ): Promise<sql.FoundRow[]> {
    const [open, own] = await Promise.all([
      db.query<sql.FoundRow>(sql.findPublic, [hashes]),
      db.query<sql.FoundRow>(sql.findPrivate, [hashes, accounts]),
    ])
    return [...open, ...own]
  }
}

/** Packs stamps found in the part from an index on. */
function packed(rows: readonly sql.FoundRow[], from: number): FoundStamps {
  return {
    stamps: Uint32Array.from(rows, (row) => from + row.number - 1),
    ids: Buffer.from(rows.map((row) => row.id.replaceAll('-', '')).join(''), 'hex'),
    txids: Buffer.concat(rows.map((row) => row.transaction_hash)),
  }
}

/** Bytes from the thread arrive as a plain array. */
function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}

/** Binary search. */
function contains(sorted: BigUint64Array, value: bigint): boolean {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((sorted[middle] as bigint) < value) from = middle + 1
    else to = middle
  }
  return sorted[from] === value
}
