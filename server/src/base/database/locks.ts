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
