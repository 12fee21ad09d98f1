import { shortened } from '../binding.js'
import { NotAsWritten } from '../page-tokens.js'

/*
 * The values of PDF (ISO 32000-1 §7.3), read from text that has one character per byte. Spellings that other readers may take
 * otherwise, such as comments or an odd number of hexadecimal digits, have no value.
 */

export type PdfValue = null | boolean | number | string | PdfName | PdfReference | PdfValue[] | Map<string, PdfValue>

export class PdfName {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

export class PdfReference {
  readonly id: number
  constructor(id: number) {
    this.id = id
  }
}

/** Decodes bytes as one character each. The decoder that browsers call latin1 isn't: it changes 0x80 to 0x9f. */
export function characters(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return text
}

/** Decodes a text string of a dictionary, which is UTF-16 if it begins with a mark. */
export function textOf(value: PdfValue): string {
  if (typeof value !== 'string') return ''
  if (!value.startsWith('\xfe\xff')) return value
  return new TextDecoder('utf-16be').decode(Uint8Array.from(value.slice(2), (sign) => sign.charCodeAt(0)))
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
    this.tryTake(/[\0\t\n\f\r ]*/y)
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
    const number = this.tryTake(/-?\d+(?:\.\d+)?(?=[\0\t\n\f\r \]>/[<(])/y)
    if (number) return Number(number[0])
    const name = this.tryTake(/\/([^\0\t\n\f\r ()<>[\]{}/%]*)/y)
    if (name) return new PdfName((name[1] ?? '').replace(/#([0-9a-f]{2})/gi, (_, hex) => byte(hex)))
    const hex = this.tryTake(/<((?:[0-9a-fA-F]{2})*)>/y)
    if (hex) return (hex[1] ?? '').replace(/../g, byte)
    if (this.tryTake(/\(/y)) return this.string()
    const word = this.take(/(?:true|false|null)(?![^\0\t\n\f\r \]>/[<(])/y, 'a value')[0]
    return word === 'null' ? null : word === 'true'
  }

  private dictionary(depth: number): Map<string, PdfValue> {
    const members = new Map<string, PdfValue>()
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
      text += this.take(/[^()\\\r]*/y, 'text')[0]
      const [sign = ''] = this.take(/[()]|\\[0-7]{3}|\\[^0-7\r\n]/y, 'the end of a text')
      if (sign === '(') open++
      if (sign === ')' && --open === 0) return text
      text += sign.startsWith('\\') ? unescaped(sign.slice(1)) : sign
    }
  }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
const unescaped = (code: string) =>
  /^[0-7]/.test(code) ? String.fromCharCode(Number.parseInt(code, 8) & 255) : (escapes[code] ?? code)
const byte = (hex: string) => String.fromCharCode(Number.parseInt(hex, 16))
