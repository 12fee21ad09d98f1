import { keyIdOf, ringOf } from '../ring.js'
import type { MasterKey } from '../secrets.js'
import { ConfigError } from '../settings/config.js'
import { isServerError, type Queryable } from './db.js'

/** A master key that this database has seen. */
export interface SeenKey {
  id: string
  /** When it became the one that seals. */
  since: Date
  /** Stored values may still be sealed with it. */
  isNeeded: boolean
  /** It has been the newest for so long that no process seals with an older one any more. */
  isSettled: boolean
}

/** Progress of re-sealing one kind of value. */
export interface PartProgress {
  part: string
  /** The key that seals now. */
  keyId: string
  resealed: number
  /** Null while it isn't known. */
  remaining: number | null
  lookedAt: Date
}

/**
 * An older key stays needed for this long after its successor came: processes that still run with the old setting seal with it, and
 * so are the answers that are kept for repeated requests, for a day.
 */
const settlingHours = 25

const seen = `
SELECT id, since, is_needed AS "isNeeded", since + interval '${settlingHours} hours' <= clock_timestamp() AS "isSettled"
  FROM master_keys ORDER BY since DESC, id`

/** Lists the master keys, the newest first. */
export function seenKeys(db: Queryable): Promise<SeenKey[]> {
  return db.query<SeenKey>(seen)
}

/** Returns when an older key can be needed no longer, if its values are re-sealed by then. */
export function settledAt({ since }: SeenKey): Date {
  return new Date(since.getTime() + settlingHours * 3_600_000)
}

/**
 * Records which key seals from now on.
 *
 * @param opens whether a key opens what a database of an older version holds, which has recorded none; null when there is nothing to open
 * @throws {ConfigError} when the ring lacks a key that is still needed
 */
export async function admitKeys(
  db: Queryable,
  masterKey: MasterKey,
  opens: (key: Uint8Array) => Promise<boolean | null>,
): Promise<void> {
  const ring = ringOf(masterKey)
  await requireKeys(db, masterKey)
  const [newest] = await seenKeys(db)
  if (newest === undefined) {
    const verdicts = await Promise.all(ring.map(opens))
    if (verdicts.every((verdict) => verdict === false))
      throw new ConfigError(['This database was written with another MASTER_KEY. Set that one.'])
    const first = ring[verdicts.indexOf(true)]
    if (first) await admit(db, keyIdOf(first))
  }
  const id = keyIdOf(ring[0])
  if ((await seenKeys(db))[0]?.id !== id) await admit(db, id)
}

/** Requires every key that is still needed. @throws {ConfigError} in words for the operator */
export async function requireKeys(db: Queryable, masterKey: MasterKey): Promise<void> {
  const given = new Set(ringOf(masterKey).map(keyIdOf))
  const missing = (await neededKeys(db)).filter((id) => !given.has(id))
  if (missing.length === 0) return
  const [which, verb] = missing.length === 1 ? [`key ${missing[0]}`, 'opens'] : [`keys ${missing.join(', ')}`, 'open']
  throw new ConfigError([
    `MASTER_KEY lacks ${which}, which still ${verb} stored secrets. Add it after the newest one, MASTER_KEY=newest,older, until \`tallystick admin key status\` says that it is no longer needed.`,
  ])
}

async function neededKeys(db: Queryable): Promise<string[]> {
  try {
    return (await seenKeys(db)).filter(({ isNeeded }) => isNeeded).map(({ id }) => id)
  } catch (error) {
    // The next start creates the table.
    if (isServerError(error) && error.code === '42P01') return []
    throw error
  }
}

function admit(db: Queryable, id: string): Promise<number> {
  return db.execute(
    `INSERT INTO master_keys AS k (id) VALUES ($1)
     ON CONFLICT (id) DO UPDATE SET since = clock_timestamp(), is_needed = true`,
    [id],
  )
}

/** Records that nothing is sealed with keys older than the newest one. */
export function dismissOlder(db: Queryable, newestId: string): Promise<number> {
  return db.execute('UPDATE master_keys SET is_needed = false WHERE id <> $1 AND is_needed', [newestId])
}

/** Keeps how far re-sealing is. */
export async function noteProgress(
  db: Queryable,
  { part, keyId, resealed, remaining }: Omit<PartProgress, 'lookedAt'>,
) {
  await db.execute(
    `INSERT INTO resealing AS r (part, key_id, resealed, remaining) VALUES ($1, $2, $3, $4)
     ON CONFLICT (part) DO UPDATE SET looked_at = clock_timestamp(), key_id = excluded.key_id, remaining = excluded.remaining,
       resealed = excluded.resealed + CASE WHEN r.key_id = excluded.key_id THEN r.resealed ELSE 0 END`,
    [part, keyId, resealed, remaining],
  )
}

/** Reads how far re-sealing is, by part. */
export function progressOf(db: Queryable): Promise<PartProgress[]> {
  return db.query<PartProgress>(
    `SELECT part, key_id AS "keyId", resealed::float8 AS resealed, remaining::float8 AS remaining, looked_at AS "lookedAt"
       FROM resealing ORDER BY part`,
  )
}
