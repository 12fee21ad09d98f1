import type { Database } from './db.js'

/**
 * The advisory locks of PostgreSQL that processes of the service coordinate by. They stand in one table because two that share a
 * number would wait for each other.
 */
export const advisoryLocks = {
  /** Held while one process migrates. */
  migration: 7_461_001,
  /** Plus the lane's ID: held while the connection of the lane's holder is alive. */
  lane: 7_461_002,
  /** Held while one process makes a tree for the witnesses. */
  tree: 7_461_003,
  /** Held by the process that follows the second chain. */
  secondChain: 7_461_004,
  /** Held exclusively by a backup, which copies objects after its snapshot. */
  objects: 7_461_005,
  /** Held by the process that compares stored contents with what was recorded. */
  scrub: 7_461_006,
  /** Held by the process that re-seals secrets with the newest master key. */
  resealing: 7_461_007,
} as const

/**
 * Works while this process holds a lock, on a connection of its own.
 *
 * @returns what the work returns; undefined, at once, when another process holds the lock
 */
export async function whileHeld<T>(database: Database, lock: number, work: () => Promise<T>): Promise<T | undefined> {
  const session = await database.session()
  let isUnlocked = true
  try {
    const [row] = await session.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1) AS held', [lock])
    if (!row?.held) return undefined
    isUnlocked = false
    return await work()
  } finally {
    // Closing the connection releases the lock too, but maybe not before the next look.
    if (!isUnlocked)
      isUnlocked = await session.query('SELECT pg_advisory_unlock($1)', [lock]).then(
        () => true,
        () => false,
      )
    session.release(!isUnlocked)
  }
}
