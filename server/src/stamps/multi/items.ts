import { createHash, type Hash } from 'node:crypto'
import { ApiError, apiError, invalid, repeated } from '../../http/errors.js'
import { reservedCodeOf } from '../codes/reserved.js'
import { filenameRule } from '../details/filename.js'
import { parseDigest } from '../digest.js'
import { type BodyEvents, container, JsonProblem, ListReader, type Scalar } from './grammar.js'
import { PackedBytes, PackedNumbers } from './packed.js'

/** How the body is read. */
export interface ItemOptions {
  itemsMax: number
  /** The beginning of the text that an idempotency key's fingerprint is computed over; undefined without a key. */
  fingerprintOf: readonly [method: string, url: string] | undefined
}

const requiredKeys = ['hash', 'filename'] as const
const keys: readonly string[] = [...requiredKeys, 'isPrivate', 'code']
const filenamePattern = new RegExp(filenameRule.pattern, 'u')

/**
 * The items of a multi-stamp, read from its body as it arrives. Items with the same hash share one stamp, the first one's.
 *
 * The body is read to its end even after a problem: the client gets to see the answer, and JSON that ends too early is named first.
 */
export class Items implements BodyEvents {
  /** For each stamp, its hash, filename, and whether it is private. */
  readonly hashes = new PackedBytes()
  readonly names = new PackedBytes()
  private readonly privates = new PackedNumbers()
  /** Of stamps with a reserved code, by index. */
  readonly codes = new Map<number, string>()
  /** For each reserved code, the number of its item. */
  private readonly itemOfCode = new Map<string, number>()
  /** For each item, the index of its stamp. */
  private readonly stampOfItem = new PackedNumbers()
  private readonly options: ItemOptions
  private readonly reader = new ListReader(this)
  private readonly fingerprint: Hash | undefined
  private indexes = new Map<string, number>()
  private itemsRead = 0
  private isList = false
  private isEmpty = true
  private fields: Record<string, Scalar> = {}
  private repeated: string | undefined
  private problem: ApiError | undefined
  private failure: ApiError | undefined

  constructor(options: ItemOptions) {
    this.options = options
    if (options.fingerprintOf) {
      this.fingerprint = createHash('sha256').update(`${JSON.stringify(options.fingerprintOf).slice(0, -1)},[`)
    }
  }

  /** The number of items. */
  get length(): number {
    return this.stampOfItem.length
  }

  stampOf(item: number): number {
    return this.stampOfItem.at(item)
  }

  isPrivate(stamp: number): boolean {
    return this.privates.at(stamp) === 1
  }

  /** Takes the next bytes of the body. */
  read(bytes: Uint8Array): void {
    if (bytes.length > 0) this.isEmpty = false
    if (!this.failure) this.guarded(() => this.reader.write(bytes))
  }

  /**
   * Ends the body.
   *
   * @returns the fingerprint, when there is an idempotency key
   * @throws {ApiError} 400, naming the first item with a problem
   */
  end(): Buffer | undefined {
    this.indexes = new Map()
    if (this.isEmpty) throw apiError('body_missing')
    if (!this.failure) this.guarded(() => this.reader.end())
    if (this.failure) throw this.failure
    if (!this.isList) throw invalid('body', 'expected a list')
    if (this.itemsRead === 0) throw invalid('body', 'expected at least 1 item')
    const { itemsMax } = this.options
    if (this.itemsRead > itemsMax)
      throw invalid('body', `expected at most ${itemsMax.toLocaleString('en')} ${itemsMax === 1 ? 'item' : 'items'}`)
    if (this.problem) throw this.problem
    return this.fingerprint?.update(']]').digest()
  }

  list(): void {
    this.isList = true
  }

  item(): void {
    this.fields = {}
    this.repeated = undefined
  }

  field(key: string, value: Scalar): void {
    if (Object.hasOwn(this.fields, key)) this.repeated ??= key
    // Of an item with a thousand keys, one is enough to refuse it.
    else if (keys.includes(key) || Object.keys(this.fields).length <= keys.length) this.fields[key] = value
  }

  itemEnd(): void {
    this.itemsRead++
    if (this.problem || this.itemsRead > this.options.itemsMax) return
    try {
      this.add()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      this.problem = error
    }
  }

  otherItem(): void {
    this.itemsRead++
    this.problem ??= invalid(`item ${this.itemsRead}`, 'expected an object')
  }

  private add(): void {
    const { fields } = this
    const item = `item ${this.itemsRead}`
    if (this.repeated !== undefined) throw repeated(`${item}: ${this.repeated}`)
    for (const key of requiredKeys) {
      if (fields[key] === undefined) throw invalid(`${item}: ${key}`, 'this field is required')
    }
    for (const key in fields) if (!keys.includes(key)) throw invalid(`${item}: ${key}`, 'unknown field')
    const { hash, filename, isPrivate, code: sentCode } = fields
    if (typeof hash !== 'string') throw invalid(`${item}: hash`, 'expected a string')
    const name = checkFilename(filename as Scalar, item)
    if (isPrivate !== undefined && typeof isPrivate !== 'boolean')
      throw invalid(`${item}: isPrivate`, 'expected true or false')
    const digest = parseDigest(hash, `${item}: hash`)
    if (sentCode !== undefined && typeof sentCode !== 'string') throw invalid(`${item}: code`, 'expected a string')
    const code = sentCode === undefined ? undefined : reservedCodeOf(sentCode, `${item}: code`)
    this.fingerprint?.update(`${this.itemsRead === 1 ? '' : ','}${JSON.stringify(fields)}`)
    const key = digest.toString('latin1')
    let stamp = this.indexes.get(key)
    if (stamp === undefined) {
      stamp = this.hashes.length
      this.hashes.push(digest)
      this.names.push(Buffer.from(name))
      this.privates.push(isPrivate ? 1 : 0)
      this.indexes.set(key, stamp)
      if (code !== undefined) this.addCode(stamp, code, item)
    } else if (code !== undefined && this.codes.get(stamp) !== code)
      throw invalid(`${item}: code`, 'an earlier item with this hash has another code, or none')
    this.stampOfItem.push(stamp)
  }

  private addCode(stamp: number, code: string, item: string): void {
    const earlier = this.itemOfCode.get(code)
    if (earlier !== undefined) throw invalid(`${item}: code`, `item ${earlier} has this code already`)
    this.itemOfCode.set(code, this.itemsRead)
    this.codes.set(stamp, code)
  }

  private guarded(read: () => void): void {
    try {
      read()
    } catch (error) {
      if (!(error instanceof JsonProblem)) throw error
      this.failure = apiError('malformed_json', { problem: error.message })
    }
  }
}

/** Checks a filename as its schema says. @throws {ApiError} 400 */
function checkFilename(value: Scalar, item: string): string {
  const field = `${item}: filename`
  if (typeof value !== 'string' || (value as unknown) === container) throw invalid(field, 'expected a string')
  const { maxLength } = filenameRule
  // The schema counts characters, not halves of them.
  if (value.length > maxLength && (value.length > 2 * maxLength || [...value].length > maxLength))
    throw invalid(field, `expected at most ${maxLength} characters`)
  if (value === '') throw invalid(field, 'must not be empty')
  if (!filenamePattern.test(value)) throw invalid(field, 'contains characters that are not allowed')
  return value
}
