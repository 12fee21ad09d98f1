/**
 * Byte strings in one growing buffer: an object for each of a hundred thousand items would take several times the memory, and
 * collecting it would take longer than the work.
 */
export class PackedBytes {
  private bytes: Buffer = Buffer.allocUnsafeSlow(1 << 14)
  private ends = new Uint32Array(1 << 8)
  private count = 0

  get length(): number {
    return this.count
  }

  push(value: Uint8Array): void {
    const from = this.end
    if (from + value.length > this.bytes.length) this.bytes = grown(this.bytes, from + value.length)
    this.bytes.set(value, from)
    if (this.count === this.ends.length) {
      const ends = new Uint32Array(2 * this.count)
      ends.set(this.ends)
      this.ends = ends
    }
    this.ends[this.count++] = from + value.length
  }

  /** Returns a byte string, not a copy. It is valid until the next `push`. */
  at(index: number): Buffer {
    return this.bytes.subarray(index === 0 ? 0 : this.ends[index - 1], this.ends[index])
  }

  private get end(): number {
    return this.count === 0 ? 0 : (this.ends[this.count - 1] as number)
  }
}

/** Returns a larger copy of a buffer. */
function grown(buffer: Buffer, lengthMin: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(Math.max(2 * buffer.length, lengthMin))
  buffer.copy(larger)
  return larger
}

/** A growing list of small numbers. */
export class PackedNumbers {
  private numbers = new Uint32Array(1 << 8)
  length = 0

  push(value: number): void {
    if (this.length === this.numbers.length) {
      const larger = new Uint32Array(2 * this.length)
      larger.set(this.numbers)
      this.numbers = larger
    }
    this.numbers[this.length++] = value
  }

  at(index: number): number {
    return this.numbers[index] as number
  }
}
