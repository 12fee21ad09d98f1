import { FormError, partOf } from './multipart-header.js'

/** Gets the parts of a form in the order in which they arrive. */
export interface FormListener {
  /** A whole field. */
  field(name: string, value: string): void
  /** A file begins. `filename` is untrusted. */
  file(name: string, filename: string): void
  /** Bytes of the current file. */
  content(bytes: Buffer): void
  /** The current file is complete. */
  fileEnd(): void
}

/** Limits of a form. */
export interface FormLimits {
  /** Bytes of one field's value. */
  fieldBytesMax: number
  /** Fields and files together. */
  partsMax: number
}

const headerBytesMax = 16 * 1024
const cr = 13
const none = Buffer.alloc(0)

/**
 * Parses multipart/form-data (RFC 7578, RFC 2046 §5.1) as it arrives. Pushed, so that a chunk of the network costs one search for
 * the boundary and no promise. Buffers at most one field's value, one part's header, and the beginning of a possible boundary.
 */
export class FormParser {
  private readonly delimiter: Buffer
  private readonly listener: FormListener
  private readonly limits: FormLimits
  private state: 'preamble' | 'after-delimiter' | 'header' | 'field' | 'file' | 'done' = 'preamble'
  /** Bytes that can't be parsed until more arrive. */
  private rest: Buffer = Buffer.from('\r\n')
  private parts = 0
  private fieldName = ''
  private value: Buffer[] = []
  private valueBytes = 0

  constructor(boundary: string, listener: FormListener, limits: FormLimits) {
    this.delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1')
    this.listener = listener
    this.limits = limits
  }

  /** @throws {FormError}; nothing may be pushed afterwards */
  push(chunk: Buffer): void {
    let data = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk])
    this.rest = none
    while (data.length > 0 && this.state !== 'done') {
      const used = this.step(data)
      if (used === null) {
        // Copied, so that a few bytes don't retain the network's whole buffer.
        this.rest = Buffer.from(data)
        return
      }
      data = data.subarray(used)
    }
  }

  /** Ends the body. @throws {FormError} when the form is incomplete */
  end(): void {
    if (this.state !== 'done') throw new FormError('the closing boundary is missing')
  }

  /** Parses from the beginning of `data`. Returns how many bytes it used, or null when it needs more. */
  private step(data: Buffer): number | null {
    switch (this.state) {
      case 'preamble':
      case 'field':
      case 'file':
        return this.readContent(data)
      case 'after-delimiter':
        return this.readDelimiterEnd(data)
      case 'header':
        return this.readHeader(data)
      case 'done':
        return data.length
    }
  }

  private readContent(data: Buffer): number | null {
    const at = data.indexOf(this.delimiter)
    const end = at === -1 ? data.length - this.partialDelimiter(data) : at
    if (end > 0) this.take(data.subarray(0, end))
    if (at === -1) return end === 0 ? null : end
    if (this.state === 'file') this.listener.fileEnd()
    if (this.state === 'field') this.listener.field(this.fieldName, this.valueText())
    this.state = 'after-delimiter'
    return at + this.delimiter.length
  }

  /** Returns how many bytes at the end of `data` may begin a delimiter. */
  private partialDelimiter(data: Buffer): number {
    const from = Math.max(0, data.length - this.delimiter.length + 1)
    for (let at = data.indexOf(cr, from); at !== -1; at = data.indexOf(cr, at + 1)) {
      const length = data.length - at
      if (data.compare(this.delimiter, 0, length, at) === 0) return length
    }
    return 0
  }

  private take(bytes: Buffer): void {
    if (this.state === 'file') this.listener.content(bytes)
    if (this.state === 'field') this.takeValue(bytes)
  }

  private takeValue(bytes: Buffer): void {
    this.valueBytes += bytes.length
    const { fieldBytesMax } = this.limits
    if (this.valueBytes > fieldBytesMax) {
      throw new FormError(`the field ${JSON.stringify(this.fieldName)} is larger than ${fieldBytesMax} bytes`)
    }
    this.value.push(Buffer.from(bytes))
  }

  private valueText(): string {
    const bytes = Buffer.concat(this.value)
    this.value = []
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    } catch {
      throw new FormError(`the field ${JSON.stringify(this.fieldName)} is not UTF-8`)
    }
  }

  private readDelimiterEnd(data: Buffer): number | null {
    // Spaces after the boundary are allowed ("transport padding").
    let at = 0
    while (data[at] === 0x20 || data[at] === 0x09) at++
    if (at > headerBytesMax) throw new FormError('the line of a boundary does not end')
    if (data.length < at + 2) return null
    const mark = data.toString('latin1', at, at + 2)
    if (mark === '--' && at === 0) {
      this.state = 'done'
      return data.length
    }
    if (mark !== '\r\n') throw new FormError('a boundary is followed by other text')
    if (++this.parts > this.limits.partsMax) throw new FormError(`it has more than ${this.limits.partsMax} parts`)
    this.state = 'header'
    return at + 2
  }

  private readHeader(data: Buffer): number | null {
    const at = data.indexOf('\r\n\r\n')
    if (at === -1 ? data.length > headerBytesMax : at > headerBytesMax) {
      throw new FormError(`the header of a part is larger than ${headerBytesMax} bytes`)
    }
    if (at === -1) return null
    const { name, filename } = partOf(data.subarray(0, at))
    if (filename === undefined) {
      this.state = 'field'
      this.fieldName = name
      this.valueBytes = 0
    } else {
      this.state = 'file'
      this.listener.file(name, filename)
    }
    return at + 4
  }
}
