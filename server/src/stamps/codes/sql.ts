// Statements about reserved codes: see 0047_reserved_codes.sql and 0052_sealed_copies.sql. Parameter $1 is the account.

export const lockAccount = 'SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE'

/** The account's open codes, and the seconds until the first of them expires. */
export const countOpen = `
SELECT count(*)::int AS open, coalesce(ceil(extract(epoch FROM min(expires_at) - now())), 1)::int AS "firstS"
  FROM reserved_codes WHERE account_id = $1 AND expires_at > now()`

/**
 * Reserves those of $2 that nothing has or had, for $3 milliseconds. Earlier versions drew codes of the same form for stamps and files.
 * LATERAL with LIMIT forces an index lookup for each code, however small a table was when the statement was planned.
 */
export const reserve = `
INSERT INTO reserved_codes (code, account_id, expires_at)
SELECT drawn.code, $1, now() + $3 * interval '1 millisecond'
  FROM unnest($2::text[]) AS drawn(code)
  LEFT JOIN LATERAL (SELECT true AS is_taken FROM stamps WHERE code = drawn.code LIMIT 1) s ON true
  LEFT JOIN LATERAL (SELECT true AS is_taken FROM files WHERE code = drawn.code LIMIT 1) f ON true
 WHERE s.is_taken IS NULL AND f.is_taken IS NULL
ON CONFLICT DO NOTHING
RETURNING code, expires_at`

/** One of the codes $2 that the account can't use, if there is one. */
export const unusable = `
SELECT asked.code
  FROM unnest($2::text[]) AS asked(code)
  LEFT JOIN LATERAL (SELECT true AS is_open FROM reserved_codes
                      WHERE code = asked.code AND account_id = $1 AND expires_at > now() LIMIT 1) r ON true
  LEFT JOIN LATERAL (SELECT true AS is_taken FROM stamps WHERE code = asked.code LIMIT 1) s ON true
 WHERE r.is_open IS NULL OR s.is_taken
 LIMIT 1`

/** Binds the code $2 of the account to the digest $3 of the copy that it seals, unless it has sealed another one. */
export const bind = `
UPDATE reserved_codes SET sealed_digest = $3
 WHERE code = $2 AND account_id = $1 AND expires_at > now() AND (sealed_digest IS NULL OR sealed_digest = $3)`

/** Uses up the codes $1, each of the account at its place in $2. */
export const use = 'SELECT use_codes($1::text[], $2::uuid[])'

const spend = 'UPDATE reserved_codes SET account_id = NULL, expires_at = NULL, sealed_digest = NULL WHERE code = ANY'

/** Spends up to $3 codes that expired before $1, from the time $2 on. */
export const spendExpired = `
WITH expired AS (
  SELECT code, expires_at FROM reserved_codes WHERE expires_at < $1 AND expires_at >= $2 ORDER BY expires_at LIMIT $3),
spent AS (${spend} (ARRAY(SELECT code FROM expired)))
SELECT count(*)::int AS rows, max(expires_at)::text AS last FROM expired`

/** Spends up to $3 codes of the account, from the time $2 on. */
export const spendAll = `
WITH own AS (
  SELECT code, expires_at FROM reserved_codes WHERE account_id = $1 AND expires_at >= $2 ORDER BY expires_at LIMIT $3),
spent AS (${spend} (ARRAY(SELECT code FROM own)))
SELECT count(*)::int AS rows, max(expires_at)::text AS last FROM own`
