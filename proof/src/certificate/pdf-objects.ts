import { shortened } from './binding.js'
import { NotAsWritten } from './page-tokens.js'

/*
 * Reads the objects of a PDF as we write it (ISO 32000-1 §7): one revision, objects in a row, a plain cross-reference table. Every
 * byte belongs to something, so nothing can hide between the objects or come after them. Not a reader of other PDFs.
 */

export type PdfValue = null | boolean | number | string | PdfName | PdfReference | PdfValue[] | PdfDictionary
class PdfName {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}
class PdfReference {
  readonly id: number
  constructor(id: number) {
    this.id = id
  }
}
export type PdfDictionary = Map<string, PdfValue>

interface PdfObject {
  readonly value: PdfValue
  /** Content of a stream, as stored. */
  readonly stream?: Uint8Array
}

/** A PDF's objects by number, and its catalog. */
export class PdfFile {
  readonly trailer: PdfDictionary
  private readonly objects: ReadonlyMap<number, PdfObject>

  constructor(objects: ReadonlyMap<number, PdfObject>, trailer: PdfDictionary) {
    this.objects = objects
    this.trailer = trailer
  }

  /** Follows a reference; other values stand for themselves. */
  value(value: PdfValue | undefined): PdfValue {
    if (!(value instanceof PdfReference)) return value ?? null
    return this.objects.get(value.id)?.value ?? null
  }

  dictionary(value: PdfValue | undefined): PdfDictionary {
    const found = this.value(value)
    return found instanceof Map ? found : new Map()
  }

  list(value: PdfValue | undefined): PdfValue[] {
    const found = this.value(value)
    return Array.isArray(found) ? found : []
  }

  /** Returns a stream's content, still compressed, and its dictionary. */
  stream(value: PdfValue | undefined): { bytes: Uint8Array; isPacked: boolean } | undefined {
    const object = value instanceof PdfReference ? this.objects.get(value.id) : undefined
    if (object?.stream === undefined) return undefined
    const filter = this.dictionary(value).get('Filter')
    if (filter !== undefined && !(filter instanceof PdfName && filter.name === 'FlateDecode')) {
      throw new NotAsWritten('a stream in another compression')
    }
    return { bytes: object.stream, isPacked: filter !== undefined }
  }

  /** Numbers of all objects of a type. */
  ofType(type: string): PdfDictionary[] {
    return [...this.objects.values()].flatMap(({ value }) => {
      const isOne = value instanceof Map && value.get('Type') instanceof PdfName && nameOf(value.get('Type')) === type
      return isOne ? [value] : []
    })
  }
}

/** Returns the text of a name; empty for anything else. */
export function nameOf(value: PdfValue | undefined): string {
  return value instanceof PdfName ? value.name : ''
}

/** Decodes bytes as one character each. The decoder that browsers call latin1 isn't: it changes 0x80 to 0x9f. */
export function characters(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return text
}

/** @throws {NotAsWritten} when the file is not written as ours are. */
export function readPdfFile(bytes: Uint8Array): PdfFile {
  const reader = new Reader(characters(bytes))
  reader.take(/%PDF-1\.7\n%[^\n]{4}\n/y, 'the header')
  const objects = new Map<number, PdfObject>()
  const starts = new Map<number, number>()
  for (;;) {
    const start = reader.at
    const [, number] = reader.tryTake(/(\d{1,6}) 0 obj\n/y) ?? []
    if (number === undefined) break
    const id = Number(number)
    if (objects.has(id)) throw new NotAsWritten(`object ${id} twice`)
    starts.set(id, start)
    const value = reader.value()
    reader.space()
    if (reader.tryTake(/stream\n/y)) {
      const length = value instanceof Map ? value.get('Length') : undefined
      if (typeof length !== 'number') throw new NotAsWritten('a stream without its length')
      objects.set(id, { value, stream: bytes.subarray(reader.at, reader.at + length) })
      reader.at += length
      reader.take(/\nendstream\n/y, 'the end of a stream')
    } else objects.set(id, { value })
    reader.take(/\s*endobj\n/y, 'the end of an object')
  }
  const table = reader.at
  readTable(reader, starts)
  reader.take(/trailer\n/y, 'the trailer')
  const trailer = reader.value()
  const [, stated] = reader.take(/\s*startxref\n(\d+)\n%%EOF\n?/y, 'the end of the file')
  if (Number(stated) !== table || reader.at !== bytes.length || !(trailer instanceof Map)) {
    throw new NotAsWritten('something after the end of the file')
  }
  if (trailer.has('Prev') || trailer.has('Encrypt')) throw new NotAsWritten('an earlier revision')
  return new PdfFile(objects, trailer)
}

/** Other readers find objects by this table, so it must lead to the same ones. */
function readTable(reader: Reader, starts: ReadonlyMap<number, number>): void {
  const [, count] = reader.take(/xref\n0 (\d{1,6})\n/y, 'the table of objects')
  for (let id = 0; id < Number(count); id++) {
    const [, offset, kind] = reader.take(/(\d{10}) \d{5} ([nf]) ?\r?\n/y, 'the table of objects')
    if (kind === 'n' ? starts.get(id) !== Number(offset) : starts.has(id)) {
      throw new NotAsWritten('a table of objects that leads elsewhere')
    }
  }
  if (starts.size >= Number(count)) throw new NotAsWritten('an object that the table leaves out')
}

/** Reads values from text that has one character per byte. */
export class Reader {
  at = 0
  private readonly text: string

  constructor(text: string) {
    this.text = text
  }

  get isDone(): boolean {
    return this.at >= this.text.length
  }

  tryTake(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at
    const match = pattern.exec(this.text)
    if (match) this.at = pattern.lastIndex
    return match
  }

  take(pattern: RegExp, what: string): RegExpExecArray {
    const match = this.tryTake(pattern)
    if (!match) throw new NotAsWritten(`“${shortened(this.text.slice(this.at, this.at + 40))}” instead of ${what}`)
    return match
  }

  space(): void {
    this.tryTake(/[\s\0]*/y)
  }

  /** Reads one value. */
  value(depth = 0): PdfValue {
    if (depth > 20) throw new NotAsWritten('a value inside too many others')
    this.space()
    if (this.tryTake(/<</y)) return this.dictionary(depth)
    if (this.tryTake(/\[/y)) {
      const list: PdfValue[] = []
      for (this.space(); !this.tryTake(/\]/y); this.space()) list.push(this.value(depth + 1))
      return list
    }
    const [, id] = this.tryTake(/(\d{1,6}) 0 R\b/y) ?? []
    if (id !== undefined) return new PdfReference(Number(id))
    const number = this.tryTake(/[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e-?\d+)?/y)
    if (number) return Number(number[0])
    const name = this.tryTake(/\/([^\s()<>[\]{}/%]*)/y)
    if (name) return new PdfName((name[1] ?? '').replace(/#([0-9a-f]{2})/gi, (_, hex) => byte(hex)))
    const hex = this.tryTake(/<([0-9a-fA-F\s]*)>/y)
    if (hex) return (hex[1] ?? '').replace(/\s/g, '').replace(/../g, byte)
    if (this.tryTake(/\(/y)) return this.string()
    const word = this.take(/true\b|false\b|null\b/y, 'a value')[0]
    return word === 'null' ? null : word === 'true'
  }

  private dictionary(depth: number): PdfDictionary {
    const members: PdfDictionary = new Map()
    for (this.space(); !this.tryTake(/>>/y); this.space()) {
      const key = this.value(depth + 1)
      if (!(key instanceof PdfName) || members.has(key.name)) throw new NotAsWritten('a dictionary with odd names')
      members.set(key.name, this.value(depth + 1))
    }
    return members
  }

  private string(): string {
    let text = ''
    for (let open = 1; ; ) {
      text += this.take(/[^()\\]*/y, 'text')[0]
      const [sign = ''] = this.take(/[()]|\\[0-7]{1,3}|\\[\s\S]/y, 'the end of a text')
      if (sign === '(') open++
      if (sign === ')' && --open === 0) return text
      text += sign.startsWith('\\') ? unescaped(sign.slice(1)) : sign
    }
  }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '\n': '' }
const unescaped = (code: string) =>
  /^[0-7]/.test(code) ? String.fromCharCode(Number.parseInt(code, 8) & 255) : (escapes[code] ?? code)
const byte = (hex: string) => String.fromCharCode(Number.parseInt(hex, 16))
