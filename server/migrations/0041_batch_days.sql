-- The UTC day a batch is counted on, in days since 1970: the database's when the transaction begins that records the batch. Counters,
-- quotas and the audit read this day, so that no process counts by a clock of its own.
CREATE FUNCTION day_now() RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT (now() AT TIME ZONE 'UTC')::date - DATE '1970-01-01'
$$;
-- Null in batches of before: the IDs of their stamps tell the day. A default given with the column would be theirs, too.
ALTER TABLE batches ADD COLUMN day integer;
ALTER TABLE batches ALTER COLUMN day SET DEFAULT (now() AT TIME ZONE 'UTC')::date - DATE '1970-01-01';

-- Up to this day, "today" may lack stamps: processes counted by their own clocks, or the database's was set back meanwhile.
ALTER TABLE stamp_counts ADD COLUMN inexact_until integer NOT NULL DEFAULT 0;
UPDATE stamp_counts SET inexact_until = greatest(day, day_now());

-- The stamps that accounts would have today with those added, and the most they may have (0: no limit).
DROP FUNCTION stamps_of_day(bigint, uuid[], integer[], bigint[]);
CREATE FUNCTION stamps_of_day(usual_max bigint, accounts uuid[], added bigint[])
RETURNS TABLE (account_id uuid, stamps_max bigint, stamps bigint, added bigint) LANGUAGE sql STABLE AS $$
  SELECT n.account_id, m.stamps_max, t.stamps + n.added, n.added
    FROM unnest(accounts, added) AS n(account_id, added),
         LATERAL (SELECT coalesce((SELECT l.stamps_per_day FROM account_limits l WHERE l.account_id = n.account_id),
                                  usual_max) AS stamps_max) AS m,
         LATERAL (SELECT coalesce(sum(k.today), 0)::bigint AS stamps FROM stamp_counts k
                   WHERE k.account_id = n.account_id AND k.day = day_now()) AS t
$$;

-- Returns whole seconds to the end of the UTC day.
CREATE FUNCTION seconds_left_of_day() RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT ceil(86400 - mod(extract(epoch FROM now()), 86400))::integer
$$;

-- As before (0027_quotas.sql says why its locks make the limit exact), but all stamps of a batch are of its day. Arrays: accounts
-- (distinct), their stamps in the batch, the private ones among these. A counter begins again with each other day, also an earlier one:
-- once a database's clock is set right, limits hold again at once.
CREATE FUNCTION count_stamps(lane smallint, usual_max bigint, accounts uuid[], added bigint[], private_added bigint[])
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  shared record;
  alone integer[] := '{}';
  refusal text;
  is_late boolean;
BEGIN
  FOR shared IN
    SELECT hashtext(s.account_id::text) & 63 AS bucket,
           bool_or(s.added > s.stamps_max / 256 OR s.stamps > s.stamps_max - s.stamps_max / 8) AS is_near
      FROM stamps_of_day(usual_max, accounts, added) s WHERE s.stamps_max > 0 GROUP BY 1 ORDER BY 1
  LOOP
    IF shared.is_near THEN
      PERFORM pg_advisory_xact_lock(27, shared.bucket);
      alone := alone || shared.bucket;
    ELSE
      PERFORM pg_advisory_xact_lock_shared(27, shared.bucket);
    END IF;
  END LOOP;
  -- Read again, with what was committed while waiting for the locks.
  SELECT (array_agg(concat_ws(' ', s.account_id, s.stamps_max - s.stamps + s.added, s.stamps_max)) FILTER (WHERE s.stamps > s.stamps_max))[1],
         bool_or(s.stamps > s.stamps_max - s.stamps_max / 8 AND (hashtext(s.account_id::text) & 63) <> ALL (alone))
    INTO refusal, is_late
    FROM stamps_of_day(usual_max, accounts, added) s WHERE s.stamps_max > 0;
  IF refusal IS NOT NULL THEN
    -- DETAIL: the account, the stamps it has left, its limit, and the seconds until it can stamp again.
    RAISE EXCEPTION 'an account has too few stamps left today'
      USING ERRCODE = 'TS003', DETAIL = concat_ws(' ', refusal, seconds_left_of_day());
  ELSIF is_late THEN
    RAISE EXCEPTION 'other lanes stamped meanwhile: repeat the transaction' USING ERRCODE = 'TS004';
  END IF;
  INSERT INTO stamp_counts AS k (account_id, lane_id, stamps, private, day, today)
  SELECT n.account_id, lane, n.added, n.private, day_now(), n.added
    FROM unnest(accounts, added, private_added) AS n(account_id, added, private)
  ON CONFLICT (account_id, lane_id) DO UPDATE
    SET stamps = k.stamps + excluded.stamps,
        private = k.private + excluded.private,
        day = excluded.day,
        today = excluded.today + CASE WHEN k.day = excluded.day THEN k.today ELSE 0 END,
        inexact_until = CASE WHEN k.day > excluded.day THEN greatest(k.day, k.inexact_until) ELSE k.inexact_until END;
END $$;

-- The same for a single account: see 0033_count_of_one.sql.
CREATE FUNCTION count_stamps_of_one(lane smallint, usual_max bigint, account uuid, added bigint, private_added bigint)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  bucket integer := hashtext(account::text) & 63;
  of_day integer := day_now();
  stamps_max bigint;
  used bigint;
  is_near boolean;
BEGIN
  SELECT coalesce((SELECT l.stamps_per_day FROM account_limits l WHERE l.account_id = account), usual_max),
         coalesce((SELECT sum(k.today)::bigint FROM stamp_counts k WHERE k.account_id = account AND k.day = of_day), 0) + added
    INTO stamps_max, used;
  IF stamps_max > 0 THEN
    is_near := added > stamps_max / 256 OR used > stamps_max - stamps_max / 8;
    IF is_near THEN
      PERFORM pg_advisory_xact_lock(27, bucket);
    ELSE
      PERFORM pg_advisory_xact_lock_shared(27, bucket);
    END IF;
    -- Read again, with what was committed while waiting for the lock.
    SELECT coalesce(sum(k.today)::bigint, 0) + added INTO used
      FROM stamp_counts k WHERE k.account_id = account AND k.day = of_day;
    IF used > stamps_max THEN
      RAISE EXCEPTION 'an account has too few stamps left today'
        USING ERRCODE = 'TS003', DETAIL = concat_ws(' ', account, stamps_max - used + added, stamps_max, seconds_left_of_day());
    ELSIF NOT is_near AND used > stamps_max - stamps_max / 8 THEN
      RAISE EXCEPTION 'other lanes stamped meanwhile: repeat the transaction' USING ERRCODE = 'TS004';
    END IF;
  END IF;
  INSERT INTO stamp_counts AS k (account_id, lane_id, stamps, private, day, today)
  VALUES (account, lane, added, private_added, of_day, added)
  ON CONFLICT (account_id, lane_id) DO UPDATE
    SET stamps = k.stamps + excluded.stamps,
        private = k.private + excluded.private,
        day = excluded.day,
        today = excluded.today + CASE WHEN k.day = excluded.day THEN k.today ELSE 0 END,
        inexact_until = CASE WHEN k.day > excluded.day THEN greatest(k.day, k.inexact_until) ELSE k.inexact_until END;
END $$;

-- Called by processes of earlier versions beside this one: what they say about the day no longer counts.
CREATE OR REPLACE FUNCTION count_stamps(lane smallint, usual_max bigint, accounts uuid[], added bigint[], private_added bigint[],
                                        days integer[], today_added bigint[])
RETURNS void LANGUAGE sql AS $$
  SELECT count_stamps(lane, usual_max, accounts, added, private_added)
$$;
CREATE OR REPLACE FUNCTION count_stamps_of_one(lane smallint, usual_max bigint, account uuid, added bigint, private_added bigint,
                                               of_day integer, today_added bigint)
RETURNS void LANGUAGE sql AS $$
  SELECT count_stamps_of_one(lane, usual_max, account, added, private_added)
$$;
