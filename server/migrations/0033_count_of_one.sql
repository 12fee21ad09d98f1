-- Most batches are one account's. count_stamps() gathers accounts from arrays, which costs more than the batch's own rows; this one
-- decides and counts the same for a single account: see 0027_quotas.sql for why its locks make the limit exact.
CREATE FUNCTION count_stamps_of_one(lane smallint, usual_max bigint, account uuid, added bigint, private_added bigint, of_day integer,
                                    today_added bigint)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  bucket integer := hashtext(account::text) & 63;
  stamps_max bigint;
  used bigint;
  is_near boolean;
BEGIN
  SELECT coalesce((SELECT l.stamps_per_day FROM account_limits l WHERE l.account_id = account), usual_max),
         coalesce((SELECT sum(k.today)::bigint FROM stamp_counts k WHERE k.account_id = account AND k.day = of_day), 0) + today_added
    INTO stamps_max, used;
  IF stamps_max > 0 THEN
    is_near := today_added > stamps_max / 256 OR used > stamps_max - stamps_max / 8;
    IF is_near THEN
      PERFORM pg_advisory_xact_lock(27, bucket);
    ELSE
      PERFORM pg_advisory_xact_lock_shared(27, bucket);
    END IF;
    -- Read again, with what was committed while waiting for the lock.
    SELECT coalesce(sum(k.today)::bigint, 0) + today_added INTO used
      FROM stamp_counts k WHERE k.account_id = account AND k.day = of_day;
    IF used > stamps_max THEN
      RAISE EXCEPTION 'an account has too few stamps left today'
        USING ERRCODE = 'TS003', DETAIL = concat_ws(' ', account, stamps_max - used + today_added, stamps_max);
    ELSIF NOT is_near AND used > stamps_max - stamps_max / 8 THEN
      RAISE EXCEPTION 'other lanes stamped meanwhile: repeat the transaction' USING ERRCODE = 'TS004';
    END IF;
  END IF;
  INSERT INTO stamp_counts AS k (account_id, lane_id, stamps, private, day, today)
  VALUES (account, lane, added, private_added, of_day, today_added)
  ON CONFLICT (account_id, lane_id) DO UPDATE
    SET stamps = k.stamps + excluded.stamps,
        private = k.private + excluded.private,
        day = greatest(k.day, excluded.day),
        today = CASE WHEN excluded.day > k.day THEN excluded.today
                     WHEN excluded.day = k.day THEN k.today + excluded.today ELSE k.today END;
END $$;
