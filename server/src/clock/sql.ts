/** The database's time, with what all processes know about the time. */
export interface ClockRow {
  now: Date
  /** Null before the first start. */
  trusted_at: Date | null
  /** The time that an operator confirmed last. */
  accepted_at: Date | null
  blocks_ahead_ms: number
  /** The newest recorded block; null before the first. */
  number: number | null
  time: Date | null
}

export const readClock = `
SELECT clock_timestamp() AS now, c.trusted_at, c.accepted_at, coalesce(c.blocks_ahead_ms, 0) AS blocks_ahead_ms, b.number, b.time
  FROM (VALUES (true)) AS always (is_there)
  LEFT JOIN clock c ON true
  LEFT JOIN (SELECT number, time FROM blocks ORDER BY number DESC LIMIT 1) b ON true`

/** Remembers a time that everything agreed on: $1. It only grows. */
export const trustTime = `
INSERT INTO clock (trusted_at) VALUES ($1)
ON CONFLICT (only_row) DO UPDATE SET trusted_at = excluded.trusted_at WHERE clock.trusted_at < excluded.trusted_at`

/** An operator confirms a time, $1, whatever was trusted before, and recorded blocks that are ahead of it. */
export const acceptTime = `
WITH accepted AS (
  SELECT $1::timestamptz AS at,
         greatest(0, coalesce((SELECT ceil(extract(epoch FROM time - $1::timestamptz) * 1000)
                                 FROM blocks ORDER BY number DESC LIMIT 1), 0)) AS ahead_ms)
INSERT INTO clock (trusted_at, accepted_at, blocks_ahead_ms) SELECT at, at, ahead_ms FROM accepted
ON CONFLICT (only_row) DO UPDATE SET trusted_at = excluded.trusted_at, accepted_at = excluded.accepted_at,
  blocks_ahead_ms = excluded.blocks_ahead_ms`

/** A process that follows the chain finds how far its head is ahead of the confirmed time: $1 milliseconds. */
export const acceptBlocks = 'UPDATE clock SET blocks_ahead_ms = $1 WHERE blocks_ahead_ms < $1'
