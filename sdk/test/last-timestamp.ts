import { expect } from 'vitest'

/** A timestamp in a PDF. */
export interface DocumentTimestamp {
  /** DER. */
  readonly token: Buffer
  /** The bytes it is about: all but its own. */
  readonly covered: Buffer
}

/** Takes the timestamp that ends a PDF out of it. Fails unless it covers the whole file. */
export function lastTimestamp(pdf: Buffer): DocumentTimestamp {
  const text = pdf.toString('latin1')
  const range = /.*\/ByteRange \[([^\]]+)\]/s.exec(text)?.[1]?.trim().split(/ +/).map(Number)
  const [from, to, rest, length] = range as [number, number, number, number]
  expect([from, rest + length]).toEqual([0, pdf.length])
  const contents = Buffer.from(text.slice(to + 1, rest - 1), 'hex')
  const token = contents.subarray(0, 4 + contents.readUInt16BE(2))
  return { token, covered: Buffer.concat([pdf.subarray(0, to), pdf.subarray(rest)]) }
}
