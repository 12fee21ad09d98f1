// Statements about end users. Parameter $1 is the account.

/** An end user as lists show it. */
export interface EndUserRow {
  id: string
  user_id: string
  username: string
  email: string
  public_address: string
  publishes_name: boolean
  created_at: Date
  updated_at: Date
  /** Stamps made for it, counted up to 10,000. */
  stamps: number
}

/**
 * Enrols one, or changes its data, and returns its address. A person who was erased and comes again is new: the row's ID and the address
 * that follows from it are new, too.
 */
export const enroll = `
INSERT INTO end_users AS e (account_id, id, user_id, username, email, public_address, publishes_name)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (account_id, user_id) DO UPDATE
   SET id = CASE WHEN e.username IS NULL THEN excluded.id ELSE e.id END,
       public_address = coalesce(e.public_address, excluded.public_address),
       created_at = CASE WHEN e.username IS NULL THEN excluded.created_at ELSE e.created_at END,
       username = excluded.username, email = excluded.email, publishes_name = excluded.publishes_name, updated_at = now()
RETURNING public_address`

/** Reads what is kept of one: a null name is erased, and without a row no one was enrolled. */
export const byUserId = `
SELECT username, publishes_name FROM end_users WHERE account_id = $1 AND user_id = $2`

export const erase = `
UPDATE end_users SET username = NULL, email = NULL, public_address = NULL, updated_at = now()
 WHERE account_id = $1 AND user_id = $2 AND username IS NOT NULL`

const countMax = 10_000

/** All data of an end user of the row `i`. */
export const endUser = `
SELECT e.id, e.user_id, e.username, e.email, e.public_address, e.publishes_name, e.created_at, e.updated_at,
       (SELECT count(*) FROM (SELECT FROM stamps s WHERE s.account_id = $1 AND s.end_user = e.user_id LIMIT ${countMax}) AS made)::int AS stamps
  FROM end_users e WHERE e.id = shown.id`

/** The account's end users. */
export const listed = 'end_users i WHERE i.account_id = $1 AND i.username IS NOT NULL'

/** Those with the pattern $2 in their ID, name or address. */
export const matching = `${listed} AND (i.user_id ILIKE $2 OR i.username ILIKE $2 OR i.email ILIKE $2)`

export const after = `${endUser.replace('e.id = shown.id', 'e.account_id = $1 AND e.username IS NOT NULL AND e.id > $2')} ORDER BY e.id LIMIT $3`

export const eraseAll = 'DELETE FROM end_users WHERE account_id = $1'
