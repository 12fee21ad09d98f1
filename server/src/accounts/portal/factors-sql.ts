import type { Queryable } from '../../base/database/db.js'

/** How better-auth begins what it encrypted with a secret that has a version. */
const envelope = '$ba$'

/** A second factor, as better-auth encrypts it. */
export interface Factor {
  id: string
  secret: string
  codes: string
}

/** Factors that another secret than the newest encrypts; `$1` is how those of the newest begin. */
const stale = 'NOT (starts_with(secret, $1) AND starts_with(backup_codes, $1))'
const columns = 'id, secret, backup_codes AS codes'
const count = `SELECT count(*)::float8 AS count FROM portal_two_factors WHERE ${stale}`
const read = `SELECT ${columns} FROM portal_two_factors WHERE ${stale} AND id > $2 ORDER BY id LIMIT $3`
const ofAccount = `SELECT ${columns} FROM portal_two_factors WHERE ${stale} AND user_id = $2`
const replace = `
UPDATE portal_two_factors SET secret = $4, backup_codes = $5 WHERE id = $1 AND secret = $2 AND backup_codes = $3`

const beginning = (version: number) => `${envelope}${version}$`

/** Counts the factors that another secret than the newest encrypts. */
export async function countStaleFactors(db: Queryable, version: number): Promise<number> {
  return (await db.query<{ count: number }>(count, [beginning(version)]))[0]?.count ?? 0
}

/** Reads some of the factors that another secret than the newest encrypts, by their IDs. */
export function staleFactors(db: Queryable, version: number, after: string, most: number): Promise<Factor[]> {
  return db.query<Factor>(read, [beginning(version), after, most])
}

/** Reads an account's factor if another secret than the newest encrypts it. */
export async function staleFactorOf(db: Queryable, version: number, accountId: string): Promise<Factor | undefined> {
  return (await db.query<Factor>(ofAccount, [beginning(version), accountId]))[0]
}

/** Replaces a factor while it is the one that was read. Returns how many it replaced. */
export function replaceFactor(db: Queryable, was: Factor, next: Omit<Factor, 'id'>): Promise<number> {
  return db.execute(replace, [was.id, was.secret, was.codes, next.secret, next.codes])
}
