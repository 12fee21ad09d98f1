import type { WitnessKind } from '@tallystick/proof'

export const lock = 'SELECT pg_advisory_xact_lock($1)'

export const latestTree = 'SELECT id, size FROM witness_trees ORDER BY id DESC LIMIT 1'

/** A batch that is in no tree yet. */
export interface NewBatch {
  id: string
  lane_id: number
  nonce: number
  root: Buffer
}

/**
 * A batch can come by twice, if it was moved to another nonce. Begins where the last tree ended in the index of a lane's nonces; joins
 * were planned as scans of all batches.
 */
export const newBatches = `
SELECT b.id, b.lane_id, b.nonce, b.root
  FROM lanes n LEFT JOIN witness_lanes w ON w.lane_id = n.id
 CROSS JOIN LATERAL (
   SELECT a.id, a.lane_id, a.nonce, a.root FROM batches a
    WHERE a.lane_id = n.id AND a.nonce >= coalesce(w.next_nonce, 0) AND a.purpose = 'anchor'
      AND (SELECT l.batch_id FROM witness_leaves l WHERE l.batch_id = a.id) IS NULL
    ORDER BY a.nonce LIMIT $1) b
 ORDER BY b.lane_id, b.nonce LIMIT $1`

export const insertTree = 'INSERT INTO witness_trees (id, size, root, leaves, tiles) VALUES ($1, $2, $3, $4, $5)'

export const insertLeaves = `
INSERT INTO witness_leaves (batch_id, tree_id, leaf_index)
SELECT batch_id, $1, place - 1 FROM unnest($2::uuid[]) WITH ORDINALITY AS leaf(batch_id, place)`

export const advanceLanes = `
INSERT INTO witness_lanes (lane_id, next_nonce)
SELECT lane_id, max(nonce) + 1 FROM unnest($1::smallint[], $2::bigint[]) AS seen(lane_id, nonce) GROUP BY lane_id
ON CONFLICT (lane_id) DO UPDATE SET next_nonce = excluded.next_nonce`

export const insertStatements = `
INSERT INTO witness_statements (tree_id, kind, witness)
SELECT $1, kind, witness FROM unnest($2::text[], $3::text[]) AS asked(kind, witness)`

/** A witness to ask about a tree. */
export interface DueStatement {
  tree_id: string
  kind: WitnessKind
  witness: string
  pending: Buffer | null
  root: Buffer
}

/** Due again before anyone is asked: after a crash a witness is asked twice rather than never. */
export const claimDue = `
UPDATE witness_statements s SET attempts = s.attempts + 1,
       due_at = now() + least(interval '15 minutes', interval '5 seconds' * 2 ^ least(s.attempts, 20))
  FROM (SELECT tree_id, kind, witness FROM witness_statements
         WHERE statement IS NULL AND due_at <= now() AND kind || ' ' || witness = ANY($1)
         ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED) due, witness_trees t
 WHERE s.tree_id = due.tree_id AND s.kind = due.kind AND s.witness = due.witness AND t.id = s.tree_id
RETURNING s.tree_id, s.kind, s.witness, s.pending, t.root`

const one = 'tree_id = $1 AND kind = $2 AND witness = $3 AND statement IS NULL'

export const keepStatement = `
UPDATE witness_statements SET statement = $4, pending = NULL, failure = NULL, answered_at = now() WHERE ${one}`

export const keepPending = `
UPDATE witness_statements SET pending = $4, failure = NULL, attempts = 0, due_at = now() + $5 * interval '1 millisecond'
 WHERE ${one}`

export const keepFailure = `UPDATE witness_statements SET failure = $4 WHERE ${one}`

/** The state of a witness. */
export interface WitnessState {
  kind: WitnessKind
  witness: string
  answered: number
  /** Statements that it still owes. */
  waiting: number
  /** The oldest tree that waits for it. */
  waiting_since: string | null
  last_answered_at: Date | null
  failure: string | null
}

/** Statements are counted when they are answered: see 0025_long_tables.sql. */
export const witnessStates = `
SELECT kind, witness, coalesce(k.answered, 0)::int AS answered, coalesce(w.waiting, 0)::int AS waiting, w.waiting_since,
       k.last_answered_at, w.failure
  FROM witness_answers k FULL JOIN (
    SELECT kind, witness, count(*) AS waiting, min(tree_id::text)::uuid AS waiting_since,
           (array_agg(failure ORDER BY due_at DESC) FILTER (WHERE failure IS NOT NULL))[1] AS failure
      FROM witness_statements WHERE statement IS NULL GROUP BY kind, witness) w USING (kind, witness)
 ORDER BY kind, witness`

/** A token that no batch has recorded yet. */
export interface Unrecorded {
  tree_id: string
  witness: string
  /** SHA-256 of the token. */
  digest: Buffer
}

export const isUnrecorded = `
SELECT 1 FROM witness_statements WHERE kind = 'rfc3161' AND statement IS NOT NULL AND batch_id IS NULL LIMIT 1`

export const unrecorded = `
SELECT tree_id, witness, sha256(statement) AS digest FROM witness_statements
 WHERE kind = 'rfc3161' AND statement IS NOT NULL AND batch_id IS NULL
 ORDER BY tree_id LIMIT $1 FOR UPDATE SKIP LOCKED`

export const keepRecorded = `
UPDATE witness_statements s SET batch_id = $3, leaf_index = $4 + place - 1
  FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS token(tree_id, witness, place)
 WHERE s.tree_id = token.tree_id AND s.kind = 'rfc3161' AND s.witness = token.witness`

export const recordedIn = 'SELECT leaf_index, sha256(statement) AS digest FROM witness_statements WHERE batch_id = $1'

/** The first batch that holds more than tokens. */
export const anyOther = `
SELECT 1 FROM unnest($1::uuid[]) AS asked(id) JOIN batches b USING (id)
 WHERE b.size > (SELECT count(*) FROM witness_statements s WHERE s.batch_id = b.id) LIMIT 1`

export const treesAfter = `
SELECT id, root, leaves, tiles, size FROM witness_trees WHERE id > $1 ORDER BY id LIMIT $2`
