/**
 * Array parameters in PostgreSQL's binary format (`array_send`: dimensions, flags, element type, then length and bytes of each
 * element), for statements that carry many rows. Text takes several times longer on both sides: the driver inspects and escapes
 * each element, and the server parses it again. The statement must cast to the array's type.
 */
type ArrayBytes = Buffer

/** Type OIDs, the same in every PostgreSQL (`pg_type.dat`). */
const typeOf = { boolean: 16, bytea: 17, smallint: 21, integer: 23, text: 25, timestamptz: 1184, uuid: 2950 } as const

const headerLength = 20
const emptyLength = 12
const lengthOfNull = -1
/** PostgreSQL counts microseconds from the year 2000. */
const epochMs = Date.UTC(2000, 0, 1)

function begin(type: number, count: number, dataLength: number, hasNull = false): ArrayBytes {
  const array = Buffer.allocUnsafe(count === 0 ? emptyLength : headerLength + 4 * count + dataLength)
  array.writeInt32BE(count === 0 ? 0 : 1, 0)
  array.writeInt32BE(hasNull ? 1 : 0, 4)
  array.writeInt32BE(type, 8)
  if (count > 0) {
    array.writeInt32BE(count, 12)
    array.writeInt32BE(1, 16)
  }
  return array
}

/** Encodes `bytea[]`. */
export function byteaArray(values: readonly Uint8Array[]): ArrayBytes {
  let length = 0
  for (const value of values) length += value.length
  const array = begin(typeOf.bytea, values.length, length)
  let at = headerLength
  for (const value of values) {
    array.writeInt32BE(value.length, at)
    array.set(value, at + 4)
    at += 4 + value.length
  }
  return array
}

/** Encodes `text[]`; PostgreSQL's text contains no U+0000. */
export function textArray(values: readonly (string | null)[]): ArrayBytes {
  let length = 0
  for (const value of values) length += value === null ? 0 : Buffer.byteLength(value)
  const array = begin(typeOf.text, values.length, length, values.includes(null))
  let at = headerLength
  for (const value of values) {
    const written = value === null || value === '' ? 0 : array.write(value, at + 4)
    array.writeInt32BE(value === null ? lengthOfNull : written, at)
    at += 4 + written
  }
  return array
}

/** Encodes `uuid[]`. */
export function uuidArray(values: readonly string[]): ArrayBytes {
  return arrayOf(typeOf.uuid, 16, values, writeUuid)
}

const dash = 45
/** Values of hex digits, by character code. */
const valueOfDigit = Uint8Array.from({ length: 128 }, (_, code) => Number.parseInt(String.fromCharCode(code), 16) || 0)

function writeUuid(array: ArrayBytes, uuid: string, at: number): void {
  let to = at
  for (let from = 0; from < uuid.length; from += 2) {
    if (uuid.charCodeAt(from) === dash) from++
    array[to++] = ((valueOfDigit[uuid.charCodeAt(from)] ?? 0) << 4) | (valueOfDigit[uuid.charCodeAt(from + 1)] ?? 0)
  }
}

/** Encodes `integer[]`. */
export function integerArray(values: readonly number[]): ArrayBytes {
  return arrayOf(typeOf.integer, 4, values, (array, value, at) => array.writeInt32BE(value, at))
}

/** Encodes `smallint[]`. */
export function smallintArray(values: readonly (number | null)[]): ArrayBytes {
  return arrayOf(typeOf.smallint, 2, values, (array, value, at) => array.writeInt16BE(value, at))
}

/** Encodes `timestamptz[]`, exact to the millisecond. */
export function timestampArray(values: readonly Date[]): ArrayBytes {
  return arrayOf(typeOf.timestamptz, 8, values, (array, value, at) =>
    array.writeBigInt64BE(BigInt(value.getTime() - epochMs) * 1000n, at),
  )
}

/** Encodes `boolean[]`. */
export function booleanArray(values: readonly boolean[]): ArrayBytes {
  return arrayOf(typeOf.boolean, 1, values, (array, value, at) => array.writeUInt8(value ? 1 : 0, at))
}

/** Encodes elements of a fixed size. */
function arrayOf<T>(
  type: number,
  size: number,
  values: readonly (T | null)[],
  write: (array: ArrayBytes, value: T, at: number) => void,
): ArrayBytes {
  let nulls = 0
  for (const value of values) if (value === null) nulls++
  const array = begin(type, values.length, size * (values.length - nulls), nulls > 0)
  let at = headerLength
  for (const value of values) {
    array.writeInt32BE(value === null ? lengthOfNull : size, at)
    at += 4
    if (value === null) continue
    write(array, value, at)
    at += size
  }
  return array
}
