-- Quotas: what an account uses, counted in the transactions that change it, and limits that differ from the settings.

CREATE TABLE account_limits (
  account_id uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  -- null: as the settings say; 0: no limit
  storage_bytes bigint CHECK (storage_bytes >= 0),
  unfinished_bytes bigint CHECK (unfinished_bytes >= 0),
  stamps_per_day bigint CHECK (stamps_per_day >= 0),
  bulk_items bigint CHECK (bulk_items >= 0)
);

-- Only uploads and purges of files change this row; stamps are counted by lane, in stamp_counts.
CREATE TABLE account_usage (
  account_id uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  stored_bytes bigint NOT NULL DEFAULT 0,     -- contents of all versions, in the bin or not, and their thumbnails
  unfinished_bytes bigint NOT NULL DEFAULT 0, -- announced sizes of uploads that have not become files
  unfinished_uploads bigint NOT NULL DEFAULT 0
);

CREATE FUNCTION count_stored() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO account_usage AS u (account_id, stored_bytes)
    SELECT f.account_id, sum(v.size + coalesce(v.thumbnail_size, 0)) FROM added v JOIN files f ON f.id = v.file_id
     GROUP BY 1 ORDER BY 1
    ON CONFLICT (account_id) DO UPDATE SET stored_bytes = u.stored_bytes + excluded.stored_bytes;
  ELSE
    -- The files themselves are deleted after their versions.
    UPDATE account_usage u SET stored_bytes = u.stored_bytes - c.bytes
      FROM (SELECT f.account_id, sum(v.size + coalesce(v.thumbnail_size, 0)) AS bytes
              FROM removed v JOIN files f ON f.id = v.file_id GROUP BY 1) AS c
     WHERE u.account_id = c.account_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER versions_added AFTER INSERT ON file_versions
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_stored();
CREATE TRIGGER versions_removed AFTER DELETE ON file_versions
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_stored();

CREATE FUNCTION count_thumbnail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE account_usage
     SET stored_bytes = stored_bytes + coalesce(NEW.thumbnail_size, 0) - coalesce(OLD.thumbnail_size, 0)
   WHERE account_id = (SELECT account_id FROM files WHERE id = NEW.file_id);
  RETURN NULL;
END $$;
CREATE TRIGGER versions_changed AFTER UPDATE OF thumbnail_size ON file_versions
  FOR EACH ROW WHEN (NEW.thumbnail_size IS DISTINCT FROM OLD.thumbnail_size) EXECUTE FUNCTION count_thumbnail();

CREATE FUNCTION count_unfinished() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO account_usage AS u (account_id, unfinished_bytes, unfinished_uploads) VALUES (NEW.account_id, NEW.size, 1)
    ON CONFLICT (account_id) DO UPDATE
      SET unfinished_bytes = u.unfinished_bytes + NEW.size, unfinished_uploads = u.unfinished_uploads + 1;
  ELSE
    UPDATE account_usage
       SET unfinished_bytes = unfinished_bytes - OLD.size, unfinished_uploads = unfinished_uploads - 1
     WHERE account_id = OLD.account_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER uploads_added AFTER INSERT ON uploads FOR EACH ROW EXECUTE FUNCTION count_unfinished();
CREATE TRIGGER uploads_finished AFTER UPDATE OF file_id ON uploads
  FOR EACH ROW WHEN (OLD.file_id IS NULL AND NEW.file_id IS NOT NULL) EXECUTE FUNCTION count_unfinished();
CREATE TRIGGER uploads_removed AFTER DELETE ON uploads
  FOR EACH ROW WHEN (OLD.file_id IS NULL) EXECUTE FUNCTION count_unfinished();

INSERT INTO account_usage (account_id, stored_bytes, unfinished_bytes, unfinished_uploads)
SELECT a.id, coalesce(s.bytes, 0), coalesce(u.bytes, 0), coalesce(u.uploads, 0)
  FROM accounts a
  LEFT JOIN (SELECT f.account_id, sum(v.size + coalesce(v.thumbnail_size, 0)) AS bytes
               FROM file_versions v JOIN files f ON f.id = v.file_id GROUP BY 1) AS s ON s.account_id = a.id
  LEFT JOIN (SELECT account_id, sum(size) AS bytes, count(*) AS uploads
               FROM uploads WHERE file_id IS NULL GROUP BY 1) AS u ON u.account_id = a.id
 WHERE s.bytes IS NOT NULL OR u.bytes IS NOT NULL;

-- The UTC day of a UUIDv7, in days since 1970.
CREATE FUNCTION day_of(id uuid) RETURNS integer LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT (('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint / 86400000)::integer
$$;

-- The smallest UUIDv7 of a UTC day.
CREATE FUNCTION first_id_of(day integer) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT (lpad(to_hex(day * 86400000::bigint), 12, '0') || '70008000000000000000')::uuid
$$;

-- Stamps of one day, in the row that each batch writes anyway: those whose IDs are of this day, the newest the lane has stamped on.
ALTER TABLE stamp_counts ADD COLUMN day integer NOT NULL DEFAULT 0, ADD COLUMN today bigint NOT NULL DEFAULT 0;

-- Stamps already made today.
WITH today AS (SELECT floor(extract(epoch FROM now()) / 86400)::integer AS day),
     made AS (
  SELECT s.account_id, count(*) AS stamps
    FROM today JOIN batches b ON b.id >= first_id_of(today.day) JOIN stamps s ON s.batch_id = b.id
   WHERE s.id >= first_id_of(today.day) GROUP BY 1)
UPDATE stamp_counts k SET day = today.day, today = made.stamps
  FROM made, today
 WHERE k.account_id = made.account_id AND k.lane_id = (SELECT min(lane_id) FROM stamp_counts WHERE account_id = made.account_id);

-- The stamps that accounts would have on a day with those added, and the most they may have (0: no limit).
CREATE FUNCTION stamps_of_day(usual_max bigint, accounts uuid[], days integer[], added bigint[])
RETURNS TABLE (account_id uuid, stamps_max bigint, stamps bigint, added bigint) LANGUAGE sql STABLE AS $$
  SELECT n.account_id, m.stamps_max, t.stamps + n.added, n.added
    FROM unnest(accounts, days, added) AS n(account_id, day, added),
         LATERAL (SELECT coalesce((SELECT l.stamps_per_day FROM account_limits l WHERE l.account_id = n.account_id),
                                  usual_max) AS stamps_max) AS m,
         LATERAL (SELECT coalesce(sum(k.today), 0)::bigint AS stamps FROM stamp_counts k
                   WHERE k.account_id = n.account_id AND k.day = n.day) AS t
$$;

-- Counts the stamps of a batch, in its transaction. Refuses them (TS003) when an account would exceed its stamps a day.
-- Arrays: accounts (distinct), their stamps in the batch, the private ones among these, the newest day among them, and how many are
-- of that day.
--
-- The limit is exact with any number of lanes, though lanes seldom wait for each other: far from its limit, they hold an account's
-- lock together. Then even 33 of them can't exceed the limit, because each adds at most 1/256 of it, and only up to 7/8. Nearer, or
-- with more at once, a lane holds the lock alone until COMMIT, so it sees all counts. Accounts share 64 locks, always taken in the
-- same order, so there is no deadlock, and a batch of many accounts doesn't fill the lock table.
CREATE FUNCTION count_stamps(lane smallint, usual_max bigint, accounts uuid[], added bigint[], private_added bigint[], days integer[],
                             today_added bigint[])
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
      FROM stamps_of_day(usual_max, accounts, days, today_added) s WHERE s.stamps_max > 0 GROUP BY 1 ORDER BY 1
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
    FROM stamps_of_day(usual_max, accounts, days, today_added) s WHERE s.stamps_max > 0;
  IF refusal IS NOT NULL THEN
    -- DETAIL: the account, the stamps it has left, and its limit.
    RAISE EXCEPTION 'an account has too few stamps left today' USING ERRCODE = 'TS003', DETAIL = refusal;
  ELSIF is_late THEN
    RAISE EXCEPTION 'other lanes stamped meanwhile: repeat the transaction' USING ERRCODE = 'TS004';
  END IF;
  INSERT INTO stamp_counts AS k (account_id, lane_id, stamps, private, day, today)
  SELECT n.account_id, lane, n.added, n.private, n.day, n.today
    FROM unnest(accounts, added, private_added, days, today_added) AS n(account_id, added, private, day, today)
  ON CONFLICT (account_id, lane_id) DO UPDATE
    SET stamps = k.stamps + excluded.stamps,
        private = k.private + excluded.private,
        day = greatest(k.day, excluded.day),
        today = CASE WHEN excluded.day > k.day THEN excluded.today
                     WHEN excluded.day = k.day THEN k.today + excluded.today ELSE k.today END;
END $$;
