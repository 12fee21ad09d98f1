import { shortened } from './binding.js'
import { NotAsWritten } from './page-tokens.js'

/*
 * Reads the objects of a PDF as we write it, or as a program saves it again that keeps its objects (ISO 32000-1 §7): one revision,
 * objects in a row, plain cross-reference tables; of those, a linearized file has two. Every byte belongs to something, so nothing can
 * hide between the objects or come after them, and every reader finds the same objects. Not a reader of other PDFs.
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
  reader.take(/%PDF-1\.7\r?\n%[^\r\n]{4}\r?\n/y, 'the header')
  const objects = new Map<number, PdfObject>()
  const starts = new Map<number, number>()
  const sections = new Map<number, PdfDictionary>()
  const led = new Map<number, number>()
  let last = 0
  for (reader.space(); !reader.isDone; reader.space()) {
    const start = reader.at
    const [, number] = reader.tryTake(/(\d{1,6}) 0 obj\b/y) ?? []
    if (number !== undefined) {
      const id = Number(number)
      if (objects.has(id)) throw new NotAsWritten(`object ${id} twice`)
      starts.set(id, start)
      objects.set(id, readObject(reader, bytes))
    } else {
      sections.set(start, readSection(reader, led))
      last = Number(reader.take(/\s*startxref\s+(\d{1,10})\s+%%EOF/y, 'the end of the file')[1])
    }
  }
  // Other readers find objects by the tables, so these must lead to the same ones.
  for (const [id, start] of starts)
    if (led.get(id) !== start) throw new NotAsWritten('a table of objects that leads elsewhere')
  for (const id of led.keys()) if (!starts.has(id)) throw new NotAsWritten('a table of objects that leads elsewhere')
  return new PdfFile(objects, trailerOf(sections, last))
}

function readObject(reader: Reader, bytes: Uint8Array): PdfObject {
  const value = reader.value()
  reader.space()
  let object: PdfObject = { value }
  if (reader.tryTake(/stream\r?\n/y)) {
    const length = value instanceof Map ? value.get('Length') : undefined
    if (typeof length !== 'number') throw new NotAsWritten('a stream without its length')
    object = { value, stream: bytes.subarray(reader.at, reader.at + length) }
    reader.at += length
    reader.take(/\s*endstream\b/y, 'the end of a stream')
  }
  reader.take(/\s*endobj\b/y, 'the end of an object')
  return object
}

/** Reads a table of objects and the trailer after it. @param led where the tables lead, by object: each is in one of them */
function readSection(reader: Reader, led: Map<number, number>): PdfDictionary {
  reader.take(/xref\s+/y, 'the table of objects')
  for (let part = reader.tryTake(partOfTable); part !== null; part = reader.tryTake(partOfTable)) {
    const first = Number(part[1])
    for (let id = first; id < first + Number(part[2]); id++) {
      const [, offset, kind] = reader.take(/(\d{10}) \d{5} ([nf])(?: \r?\n|\r?\n| \r)/y, 'the table of objects')
      if (kind === 'f') continue
      if (led.has(id)) throw new NotAsWritten('an earlier revision')
      led.set(id, Number(offset))
    }
  }
  reader.take(/trailer\b/y, 'the trailer')
  const trailer = reader.value()
  if (!(trailer instanceof Map)) throw new NotAsWritten('a file without a trailer')
  return trailer
}

const partOfTable = /(\d{1,6}) (\d{1,6})\s*\n/y

/** Returns the trailer that readers begin with. They go from one table to the next, and must come through all. */
function trailerOf(sections: ReadonlyMap<number, PdfDictionary>, last: number): PdfDictionary {
  const trailer = sections.get(last)
  if (trailer === undefined) throw new NotAsWritten('an end of the file that leads elsewhere')
  let passed = 1
  for (let next = trailer.get('Prev'); next !== undefined; passed++) {
    const section = typeof next === 'number' && passed < sections.size ? sections.get(next) : undefined
    if (section === undefined) throw new NotAsWritten('an earlier revision')
    next = section.get('Prev')
  }
  const isOne = [...sections.values()].every((other) => {
    const hasSame = (name: string) => !other.has(name) || isSame(other.get(name), trailer.get(name))
    return !other.has('Encrypt') && hasSame('Root') && hasSame('Info')
  })
  if (passed < sections.size || !isOne) throw new NotAsWritten('an earlier revision')
  return trailer
}

const isSame = (one: PdfValue | undefined, other: PdfValue | undefined) =>
  one instanceof PdfReference && other instanceof PdfReference && one.id === other.id

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
