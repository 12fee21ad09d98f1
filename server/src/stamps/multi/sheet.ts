import { TILE } from '@tallystick/proof/merkle'
import { byteaArray, uuidArray } from '../../base/database/arrays.js'
import { descendingUuids, uuidOf } from '../../base/ids.js'
import { random16 } from '../../ledger/entry.js'
import { packedTiles, type Seal, sealPacked } from '../../ledger/seal.js'
import { newCode } from '../code.js'
import { type Made, stampType } from '../details/fields.js'
import { valuesOfMany } from '../recording/insertion.js'
import { defaultFilename, leafOf } from '../recording/stamp.js'
import { type ItemOptions, Items } from './items.js'
import { PackedBytes } from './packed.js'

/** Whose multi-stamp it is, and how it is read. */
export interface SheetOptions extends ItemOptions {
  accountId: string
  clientId: string
  /** The account's public name. */
  owner: string
}

/** Size of a multi-stamp that was read. */
export interface SheetSize {
  items: number
  /** Different hashes. */
  stamps: number
  fingerprint: Uint8Array | undefined
  /** The reserved codes. */
  codes: string[]
}

/** Stamps found by their hashes, packed. */
export interface FoundStamps {
  /** Their indexes. */
  stamps: Uint32Array
  /** Their IDs, 16 bytes each. */
  ids: Uint8Array
  /** Their transaction IDs, 32 bytes each. */
  txids: Uint8Array
}

/** Rows of a statement, and of a lookup. */
export const rowsPerPart = 2048
/** Items of a piece of the answer. */
export const itemsPerPart = 1000

const idBytes = 16
const txidBytes = 32
const saltBytes = 16
const codeLength = 10
const leafBytes = 32
/** In `txOf`: the transaction that this multi-stamp is recorded by. */
const ownTx = 0

/**
 * A multi-stamp while it is read, recorded and answered: everything it needs, packed. Its methods compute for a few milliseconds
 * each; they run in a thread and are called from the main one, in this order.
 */
export class Sheet {
  private readonly options: SheetOptions
  private readonly items: Items
  /** Of each stamp: its ID, and the index of its transaction in `txids`, from 1. */
  private ids: Buffer = Buffer.alloc(0)
  private txOf = new Uint32Array()
  private txids = new PackedBytes()
  private indexOfTxid = new Map<string, number>()
  /** The indexes of new stamps found so far, in the order of their leaves, and what is drawn for them. */
  private fresh = new Uint32Array()
  private freshCount = 0
  private salts = Buffer.alloc(0)
  private codes = Buffer.alloc(0)
  private leaves = Buffer.alloc(0)
  private tiles: Buffer[] = []
  /** New stamps in `tiles`. */
  private tiled = 0
  private answered = 0

  constructor(options: SheetOptions) {
    this.options = options
    this.items = new Items(options)
  }

  /** Reads the next bytes of the body. */
  read(bytes: Uint8Array): void {
    this.items.read(bytes)
  }

  /** Ends the body. @throws {ApiError} 400, naming the first item with a problem */
  end(): SheetSize {
    const fingerprint = this.items.end()
    return { items: this.items.length, stamps: this.stamps, fingerprint, codes: [...this.items.codes.values()] }
  }

  /** Begins to look up which stamps exist; again after a lost race. */
  beginLookup(): void {
    const { stamps } = this
    this.ids = descendingUuids(stamps, Date.now())
    this.txOf = new Uint32Array(stamps)
    this.txids = new PackedBytes()
    this.indexOfTxid = new Map()
    this.fresh = new Uint32Array(stamps)
    this.freshCount = 0
    this.salts = Buffer.allocUnsafeSlow(saltBytes * stamps)
    this.codes = Buffer.allocUnsafeSlow(codeLength * stamps)
    this.leaves = Buffer.allocUnsafeSlow(leafBytes * stamps)
    this.tiles = []
    this.tiled = 0
  }

  /** Returns the hashes of stamps from an index on, as `bytea[]`, and the account for each, as `uuid[]`. */
  hashes(from: number): { hashes: Buffer; accounts: Buffer } {
    const hashes: Buffer[] = []
    for (let at = from; at < Math.min(from + rowsPerPart, this.stamps); at++) hashes.push(this.items.hashes.at(at))
    return { hashes: byteaArray(hashes), accounts: uuidArray(hashes.map(() => this.options.accountId)) }
  }

  /** Takes stamps that exist. */
  found({ stamps, ids, txids }: FoundStamps): void {
    for (const [at, stamp] of stamps.entries()) {
      this.ids.set(ids.subarray(idBytes * at, idBytes * (at + 1)), idBytes * stamp)
      this.txOf[stamp] = this.txIndex(Buffer.from(txids.subarray(txidBytes * at, txidBytes * (at + 1))))
    }
  }

  /** Draws salts and codes of new stamps, those that aren't reserved, and makes their leaves, once those from an index on have been looked up. */
  draw(from: number): void {
    for (let stamp = from; stamp < Math.min(from + rowsPerPart, this.stamps); stamp++) {
      if (this.txOf[stamp] !== ownTx) continue
      const at = this.freshCount++
      this.fresh[at] = stamp
      this.salts.set(random16(), saltBytes * at)
      this.codes.write(this.items.codes.get(stamp) ?? newCode(), codeLength * at, 'latin1')
      this.leaves.set(leafOf(this.made(at)), leafBytes * at)
    }
    this.tile(this.freshCount - (this.freshCount % TILE))
  }

  /**
   * Ends the lookup, and builds the tree over the leaves of all new stamps.
   *
   * @returns their number, their reserved codes, and the beginnings of their hashes in ascending order, public and private apart; `seal`
   * is null without any
   */
  endLookup(): { fresh: number; codes: string[]; open: BigUint64Array; own: BigUint64Array; seal: Seal | null } {
    this.tile(this.freshCount)
    this.fresh = this.fresh.subarray(0, this.freshCount)
    const beginnings = (isPrivate: boolean) => {
      const stamps = this.fresh.filter((stamp) => this.items.isPrivate(stamp) === isPrivate)
      return BigUint64Array.from(stamps, (stamp) => this.items.hashes.at(stamp).readBigUInt64BE()).sort()
    }
    const leaves = this.leaves.subarray(0, leafBytes * this.freshCount)
    const seal = this.freshCount === 0 ? null : sealPacked(leaves, Buffer.concat(this.tiles))
    const codes = [...this.items.codes].flatMap(([stamp, code]) => (this.txOf[stamp] === ownTx ? code : []))
    return { fresh: this.freshCount, codes, open: beginnings(false), own: beginnings(true), seal }
  }

  /** Adds the roots of the runs of leaves up to `end`. */
  private tile(end: number): void {
    if (end > this.tiled) this.tiles.push(packedTiles(this.leaves.subarray(leafBytes * this.tiled, leafBytes * end)))
    this.tiled = end
  }

  /** Returns the values of `insertMany`, from an index on. */
  rows(from: number, batchId: string): readonly unknown[] {
    const made: Made[] = []
    for (let at = from; at < Math.min(from + rowsPerPart, this.fresh.length); at++) made.push(this.made(at))
    return valuesOfMany(made, from, batchId)
  }

  /** Returns what {@link restore} needs to repeat the answer to the same body, as text, without the transaction recorded by. */
  keep(): string {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(this.txids.length)
    const txids = indexes(this.txids.length).map((at) => this.txids.at(at))
    return Buffer.concat([count, ...txids, Buffer.from(this.txOf.buffer), this.ids]).toString('base64')
  }

  /** Takes what {@link keep} returned for the same body. */
  restore(kept: string): void {
    const bytes = Buffer.from(kept, 'base64')
    this.beginLookup()
    const txids = bytes.readUInt32BE()
    const txOfAt = 4 + txidBytes * txids
    const idsAt = txOfAt + 4 * this.stamps
    for (let at = 4; at < txOfAt; at += txidBytes) this.txIndex(bytes.subarray(at, at + txidBytes))
    this.txOf = new Uint32Array(new Uint8Array(bytes.subarray(txOfAt, idsAt)).buffer)
    this.ids = bytes.subarray(idsAt)
  }

  /**
   * Returns the results of the next items as JSON, separated by commas. Call it for each {@link itemsPerPart} items, in order.
   *
   * @param txid the transaction ID of new stamps
   */
  results(from: number, txid: string): Uint8Array {
    let text = ''
    for (let item = from; item < Math.min(from + itemsPerPart, this.items.length); item++) {
      const stamp = this.items.stampOf(item)
      const tx = this.txOf[stamp] as number
      const id = uuidOf(this.ids.subarray(idBytes * stamp, idBytes * (stamp + 1)))
      const hash = this.items.hashes.at(stamp).toString('hex')
      const isFirst = stamp >= this.answered
      if (isFirst) this.answered = stamp + 1
      const its = tx === ownTx ? txid : `0x${this.txids.at(tx - 1).toString('hex')}`
      const existing = tx === ownTx && isFirst ? '' : ',"existing":true'
      text += `${item === 0 ? '' : ','}{"id":"${id}","hash":"${hash}","txid":"${its}"${existing}}`
    }
    return Buffer.from(text, 'latin1')
  }

  private get stamps(): number {
    return this.items.hashes.length
  }

  private txIndex(txid: Buffer): number {
    const key = txid.toString('latin1')
    let index = this.indexOfTxid.get(key)
    if (index === undefined) {
      this.txids.push(txid)
      index = this.txids.length
      this.indexOfTxid.set(key, index)
    }
    return index
  }

  /** A new stamp as its row and its leaf are made from it. */
  private made(at: number): Made {
    const { accountId, clientId, owner } = this.options
    const stamp = this.fresh[at] as number
    const code = this.codes.toString('latin1', codeLength * at, codeLength * (at + 1))
    const filename = this.items.names.at(stamp).toString()
    return {
      id: uuidOf(this.ids.subarray(idBytes * stamp, idBytes * (stamp + 1))),
      code,
      filename: filename || defaultFilename(code),
      salt: this.salts.subarray(saltBytes * at, saltBytes * (at + 1)),
      request: {
        accountId,
        clientId,
        owner,
        version: 1,
        type: stampType.multi,
        filename,
        hash: this.items.hashes.at(stamp),
        isPrivate: this.items.isPrivate(stamp),
      },
    }
  }
}

function indexes(length: number): number[] {
  return Array.from({ length }, (_, at) => at)
}
