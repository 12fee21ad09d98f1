import { shortened } from '../binding.js'
import { NotAsWritten } from '../page-tokens.js'
import { inflateWhole } from '../pdf-proof.js'
import { characters, PdfName, PdfReference, type PdfValue, Reader } from './values.js'

/*
 * Reads the objects of a PDF as we write it (ISO 32000-1 §7): one revision, objects in a row, one plain cross-reference table. Every
 * byte belongs to something, so nothing can hide between the objects or come after them, and every reader finds the same objects.
 * Not a reader of other PDFs.
 */

export type PdfDictionary = ReadonlyMap<string, PdfValue>

interface PdfObject {
  readonly value: PdfValue
  /** Content of a stream, as stored. */
  readonly stream?: Uint8Array
}

/** How our PDFs begin. A combined one says so at once, because it may be larger than all others. */
const pdfStart = /%PDF-1\.7\n%[^\r\n]{4}\n(?:% tallystick-combined-certificate\n)?/y

/** A PDF's objects by number. Notes which ones were looked at, so that none is left over. */
export class PdfFile {
  readonly trailer: PdfDictionary
  private readonly objects: ReadonlyMap<number, PdfObject>
  private readonly seen = new Set<number>()

  constructor(objects: ReadonlyMap<number, PdfObject>, trailer: PdfDictionary) {
    this.objects = objects
    this.trailer = trailer
  }

  private object(id: number): PdfObject {
    const object = this.objects.get(id)
    if (object === undefined) throw new NotAsWritten(`object ${id}, which is missing`)
    this.seen.add(id)
    return object
  }

  /** Follows a reference; other values stand for themselves. @throws {NotAsWritten} when it leads to a stream */
  value(value: PdfValue | undefined): PdfValue {
    if (!(value instanceof PdfReference)) return value ?? null
    const { value: found, stream } = this.object(value.id)
    if (stream !== undefined || found instanceof PdfReference) throw new NotAsWritten('a stream in another place')
    return found
  }

  /** Returns a dictionary that has all members of one list, any of the other, and no more. Both are separated by spaces. */
  dictionary(value: PdfValue | undefined, required: string, optional = ''): PdfDictionary {
    return withMembers(this.value(value), required, optional)
  }

  /** @throws {NotAsWritten} unless it is a list */
  list(value: PdfValue | undefined): readonly PdfValue[] {
    const found = this.value(value)
    if (!Array.isArray(found)) throw new NotAsWritten(`${written(found)} instead of a list`)
    return found
  }

  /** Returns a stream's whole content, and those members of its dictionary that say what it is. */
  async stream(
    value: PdfValue | undefined,
    bytesMax: number,
    required = '',
    optional = '',
  ): Promise<{ bytes: Uint8Array; about: PdfDictionary }> {
    const { value: dictionary, stream } = this.object(idOf(value))
    const about = withMembers(dictionary, `Length ${required}`, `Filter ${optional}`)
    if (stream === undefined) throw new NotAsWritten('an object instead of a stream')
    if (about.has('Filter')) expectValue(about.get('Filter'), '/FlateDecode')
    const bytes = about.has('Filter') ? await inflateWhole(stream, bytesMax) : stream
    if (bytes === undefined || bytes.length > bytesMax) throw new NotAsWritten('a stream that is damaged or too large')
    return { bytes, about }
  }

  /** @throws {NotAsWritten} when an object has been looked at by no one. The library that we write with leaves an empty one. */
  expectAllSeen(): void {
    for (const [id, { value, stream }] of this.objects) {
      const isEmpty = stream === undefined && value instanceof Map && value.size === 0
      if (!this.seen.has(id) && !isEmpty) throw new NotAsWritten(`object ${id}, which nothing names`)
    }
  }
}

function withMembers(found: PdfValue, required: string, optional: string): PdfDictionary {
  if (!(found instanceof Map)) throw new NotAsWritten(`${written(found)} instead of a dictionary`)
  const [must, may] = [required, optional].map((names) => names.split(' ').filter((name) => name !== ''))
  const unknown = [...found.keys()].find((name) => !must?.includes(name) && !may?.includes(name))
  if (unknown !== undefined) throw new NotAsWritten(`/${unknown}`)
  const missing = must?.find((name) => !found.has(name))
  if (missing !== undefined) throw new NotAsWritten(`an object without /${missing}`)
  return found
}

/** Returns the number of the object that a reference names. */
export function idOf(value: PdfValue | undefined): number {
  if (!(value instanceof PdfReference)) throw new NotAsWritten(`${written(value)} instead of a reference`)
  return value.id
}

/** Returns the text of a name; empty for anything else. */
export function nameOf(value: PdfValue | undefined): string {
  return value instanceof PdfName ? value.name : ''
}

/** Compares a value with what {@link written} makes of it. */
export function expectValue(found: PdfValue | undefined, expected: string): void {
  if (written(found) !== expected)
    throw new NotAsWritten(`${shortened(written(found))} instead of ${shortened(expected)}`)
}

/** Writes a value so that equal ones are equal texts: members by name, strings as in JSON. */
export function written(value: PdfValue | undefined): string {
  if (value instanceof PdfName) return `/${value.name}`
  if (value instanceof PdfReference) return `${value.id} R`
  if (typeof value === 'string') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(written).join(' ')}]`
  if (!(value instanceof Map)) return String(value)
  const members = [...value].sort(([a], [b]) => (a < b ? -1 : 1))
  return `<<${members.map(([name, member]) => `/${name} ${written(member)}`).join(' ')}>>`
}

/**
 * Reads the objects of a PDF.
 * @param objectsMax the most that a certificate of this kind has
 * @throws {NotAsWritten} when the file is not written as ours are
 */
export function readPdfFile(bytes: Uint8Array, objectsMax: number): PdfFile {
  const reader = new Reader(characters(bytes))
  reader.take(pdfStart, 'the header')
  const objects = new Map<number, PdfObject>()
  const starts = new Map<number, number>()
  for (;;) {
    reader.space()
    const start = reader.at
    const [, number] = reader.tryTake(/(\d{1,6}) 0 obj\b/y) ?? []
    if (number === undefined) break
    const id = Number(number)
    if (objects.has(id)) throw new NotAsWritten(`object ${id} twice`)
    if (objects.size === objectsMax) throw new NotAsWritten(`more than ${objectsMax} objects`)
    starts.set(id, start)
    objects.set(id, readObject(reader, bytes))
  }
  const tableAt = reader.at
  const led = readTable(reader)
  // Other readers find objects by the table, so it must lead to the same ones.
  const isSame = led.size === starts.size && [...starts].every(([id, start]) => led.get(id) === start)
  if (!isSame) throw new NotAsWritten('a table of objects that leads elsewhere')
  reader.take(/trailer\b/y, 'the trailer')
  const trailer = withMembers(reader.value(), 'Size Root Info ID', '')
  expectValue(trailer.get('Size'), String(objects.size + 1))
  const ids = trailer.get('ID')
  const isId = (id: PdfValue) => typeof id === 'string' && id.length === 16
  if (!Array.isArray(ids) || ids.length !== 2 || !ids.every(isId)) throw new NotAsWritten('a file without its ID')
  const [, end] = reader.take(/\s*startxref\s+(\d{1,10})\s+%%EOF[\s\0]*$/y, 'the end of the file')
  if (Number(end) !== tableAt) throw new NotAsWritten('an end of the file that leads elsewhere')
  return new PdfFile(objects, trailer)
}

function readObject(reader: Reader, bytes: Uint8Array): PdfObject {
  const value = reader.value()
  reader.space()
  let object: PdfObject = { value }
  if (reader.tryTake(/stream\n/y)) {
    const length = value instanceof Map ? value.get('Length') : undefined
    if (typeof length !== 'number' || length < 0) throw new NotAsWritten('a stream without its length')
    object = { value, stream: bytes.subarray(reader.at, reader.at + length) }
    reader.at += length
    reader.take(/\n?endstream\b/y, 'the end of a stream')
  }
  reader.take(/\n?endobj\b/y, 'the end of an object')
  return object
}

/** Reads the table of objects. Returns where it leads, by object. */
function readTable(reader: Reader): Map<number, number> {
  const led = new Map<number, number>()
  const [, size] = reader.take(/xref\n0 (\d{1,6})\n/y, 'the table of objects')
  for (let id = 0; id < Number(size); id++) {
    const [, offset, kind] = reader.take(/(\d{10}) \d{5} ([nf]) \n/y, 'the table of objects')
    if (kind === 'n') led.set(id, Number(offset))
  }
  return led
}
