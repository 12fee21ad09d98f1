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
 */
export function newUuid(random: Uint8Array): string {
  uuidv7({ random }, bytes)
  return uuidOf(bytes)
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

/** Returns the smallest UUIDv7 of a time in milliseconds: IDs made before it are smaller. */
export function smallestId(ms: number): string {
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

/** Under load, many stamps share a millisecond. */
let lastTime = { prefix: '', text: '' }
