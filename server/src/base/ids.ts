import { randomFillSync } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Returns whether a text is a UUID; PostgreSQL refuses any other. */
export function isUuid(text: string): boolean {
  return uuid.test(text)
}

const bytes = Buffer.alloc(16)

/**
 * Returns a new UUIDv7 (RFC 9562 §5.7) from 16 random bytes, which callers draw in bulk: drawing them per ID takes six times as
 * long as the rest.
 *
 * @param nowMs the time of day, in milliseconds
 */
export function newUuid(random: Uint8Array, nowMs = Date.now()): string {
  uuidv7({ random, msecs: nowMs }, bytes)
  return uuidOf(bytes)
}

/**
 * Returns UUIDv7s of one moment, packed, each smaller than the one before: a list, newest first, shows them in this order. The 26
 * bits after the time count down (RFC 9562 §6.2, method 1), the last 48 are random.
 */
export function descendingUuids(count: number, nowMs: number): Buffer {
  const ids = randomFillSync(Buffer.allocUnsafeSlow(16 * count))
  for (let at = 0; at < count; at++) {
    const left = count - 1 - at
    const from = 16 * at
    ids.writeUIntBE(nowMs, from, 6)
    ids[from + 6] = 0x70 | ((left >>> 22) & 0x0f)
    ids[from + 7] = left >>> 14
    ids[from + 8] = 0x80 | ((left >>> 8) & 0x3f)
    ids[from + 9] = left
  }
  return ids
}

/** Returns 16 bytes as the text of a UUID. */
export function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Returns the time of a UUIDv7 (RFC 9562 §5.7): ISO 8601 UTC with milliseconds. */
export function createdAt(id: string): string {
  const prefix = id.slice(0, 13)
  if (prefix !== lastTime.prefix) {
    lastTime = { prefix, text: new Date(Number.parseInt(prefix.replace('-', ''), 16)).toISOString() }
  }
  return lastTime.text
}

/** Returns the time of a UUIDv7 in milliseconds. */
export function createdMs(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

/** Returns the smallest UUIDv7 of a time in milliseconds: IDs made before it are smaller. */
export function smallestId(ms: number): string {
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

/** Under load, many stamps share a millisecond. */
let lastTime = { prefix: '', text: '' }

/** The first and the last UUID in their order. */
export const firstUuid = '00000000-0000-0000-0000-000000000000'
export const lastUuid = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
