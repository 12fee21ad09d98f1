import type { Exception } from './bounds.js'

const undead = 'entries of what was sent or recovered since stay in the index until PostgreSQL removes them'
const counted = 'counts up to 10,000'
const bulk = 'reads a bulk, of 100,000'
const resealed = 'looks for what an older master key sealed: once for each key'

/** Statements that may read more, and why; `known` ones ought to read less. */
export const exceptions: readonly Exception[] = [
  {
    has: 'WITH due AS ( SELECT account_id, id FROM runs WHERE receipt_at',
    most: 300_000,
    why: 'looks up each stamp of 20 runs, 20,000 and more in twelve pages each, once for each run: when it is final',
  },
  {
    has: 'SELECT count(*) FROM runs i WHERE i.account_id = $1)',
    most: 10_000,
    why: 'an account has a limited number of runs',
  },
  { has: 'gin_clean_pending_list', most: 100_000, why: 'merges what was added to the search index, in a loop' },
  { has: 'FROM batch_events ORDER BY id LIMIT 100000', most: 110_000, why: 'a gauge that counts up to 100,000' },
  { has: 'SELECT FROM deliveries i WHERE i.webhook_id = $1', most: 25_000, why: counted },
  { has: 'WITH wanted AS (SELECT * FROM unnest($1::uuid[], $2::integer[])', most: 60_000, why: undead },
  { has: 'WITH RECURSIVE waiting AS', most: 60_000, why: undead },
  { has: 'UPDATE deliveries SET state = 0, step =', most: 60_000, why: undead },
  { has: 'SELECT count(*)::float8 AS count FROM ', most: 1_000_000, why: resealed },
  { has: 'AS sealed FROM ', most: 1_000_000, why: resealed },
  { has: 'SELECT count(*) AS waiting, min(created_at)', most: 50_000, why: 'a gauge: mails wait for hours at most' },
  { has: 'strpos(i.email, $1) > 0', most: 1_000_000, why: 'an operator searches all accounts, and sorts them' },
  { has: 'FROM accounts WHERE is_operator ORDER BY id', most: 1_000_000, why: 'a command lists the operators' },
  { has: 'DELETE FROM portal_verifications WHERE value LIKE', most: 1_000_000, why: 'rows live for an hour' },
  { has: 'AND f.bin_id = f.id AND NOT f.purging LIMIT $6::bigint', most: 50_000, why: counted },
  {
    has: 'AND i.parent_id IS NOT NULL AND i.deleted_at IS NULL AND i.search_key LIKE $2 LIMIT 10001)',
    most: 60_000,
    why: 'counts up to 10,000 files, each by its folder',
  },
  { has: 'SELECT FROM files i WHERE i.account_id = $1 AND i.is_favourite', most: 50_000, why: counted },
  {
    has: 'AND i.code ~>=~ $3 AND i.code ~<~ $4 AND i.search_key IS NULL LIMIT 10001',
    most: 60_000,
    why: 'known: a search for `stamp-` and one character reads all codes that begin with it, of given names too',
  },
  {
    has: 'AS i WHERE true AND i.account_id = $1 AND i.end_user IS NOT DISTINCT FROM $3',
    most: 200_000,
    why: 'known: a tag and an end user of few: each stamp of the tag is looked up',
  },
  {
    has: 'WHERE account_id = $1 AND tag = $2) AS i(id) WHERE true) AS i JOIN stamps s',
    most: 200_000,
    why: 'sorts all stamps of a tag by their names, 100,000 at most',
  },
  {
    has: 'AND i.search_key LIKE $2 LIMIT 10001) UNION',
    most: 600_000,
    why: 'counts up to 10,000; the walk passes newer stamps, since filled codes ascend with time',
  },
  { has: 'SELECT first.account_id, first.id AS newest, last.id AS oldest', most: 110_000, why: bulk },
  { has: 'AND i.batch_id IS NOT DISTINCT FROM $4', most: 110_000, why: bulk },
  {
    has: 'DELETE FROM portal_sessions WHERE expires_at < $1',
    most: 100_000,
    why: 'a purge: reads all sessions of the portal',
  },
  {
    has: 'INSERT INTO admin_commands',
    most: 1_000_000,
    why: "an operator's command names an account by ID or address",
  },
  { has: 'SELECT secret FROM portal_two_factors', most: 1_000_000, why: 'looks for one kind of secret, at the start' },
  {
    has: 'UPDATE portal_credentials SET password = $2',
    most: 1_000_000,
    why: 'a login renews the hash of its password, once',
  },
  {
    has: 'SELECT m.run_id AS id, count(*)::int AS stamps FROM',
    most: 60_000,
    why: 'looks at the stamps in all batches that wait or have failed',
  },
  {
    has: 'seen AS MATERIALIZED (SELECT i.id, i.account_id FROM stamps i',
    most: 100_000,
    why: 'counts a batch, of 100,000',
  },
]
