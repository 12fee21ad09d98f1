-- What an account keeps in the database counts in its storage, as its files do: metadata of stamps, large kept answers, metadata of
-- resumable uploads, timestamp tokens and the log of deliveries. Triggers count where such a row comes or goes; those of plain stamps
-- and small answers cost a comparison. An account has several rows a kind, so that transactions seldom wait for each other: their sum
-- counts, and one of them may be negative.
CREATE TABLE account_bytes (
  account_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('stamps', 'answers', 'uploads', 'tokens', 'deliveries')),
  slot smallint NOT NULL,
  bytes bigint NOT NULL,
  PRIMARY KEY (account_id, kind, slot)
);

CREATE FUNCTION add_bytes(account uuid, of_kind text, of_slot integer, added bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO account_bytes AS b (account_id, kind, slot, bytes) VALUES (account, of_kind, of_slot, added)
  ON CONFLICT (account_id, kind, slot) DO UPDATE SET bytes = b.bytes + excluded.bytes;
END $$;

-- A lane's batches come one after another, so its slot is never waited for, and batches of several accounts can't deadlock.
CREATE FUNCTION count_metadata() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_bytes(NEW.account_id, 'stamps', coalesce((SELECT lane_id FROM batches WHERE id = NEW.batch_id), 0),
                      octet_length(NEW.metadata::text));
  ELSE
    PERFORM add_bytes(OLD.account_id, 'stamps', -1, -octet_length(OLD.metadata::text));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER metadata_added AFTER INSERT ON stamps
  FOR EACH ROW WHEN (octet_length(NEW.metadata::text) > 2) EXECUTE FUNCTION count_metadata();
CREATE TRIGGER metadata_removed AFTER DELETE ON stamps
  FOR EACH ROW WHEN (octet_length(OLD.metadata::text) > 2) EXECUTE FUNCTION count_metadata();

-- Those of multi-stamps; the others are bounded by the number of requests, and gone after a day.
CREATE FUNCTION large_answer(body text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(body) > 1024 THEN octet_length(body) ELSE 0 END::bigint
$$;
CREATE FUNCTION count_kept_answer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_bytes(OLD.account_id, 'answers', 0,
                    CASE WHEN TG_OP = 'DELETE' THEN 0 ELSE large_answer(NEW.body) END - large_answer(OLD.body));
  RETURN NULL;
END $$;
CREATE TRIGGER answers_kept AFTER UPDATE OF body ON idempotency_keys
  FOR EACH ROW WHEN (octet_length(NEW.body) > 1024 OR octet_length(OLD.body) > 1024) EXECUTE FUNCTION count_kept_answer();
CREATE TRIGGER answers_removed AFTER DELETE ON idempotency_keys
  FOR EACH ROW WHEN (octet_length(OLD.body) > 1024) EXECUTE FUNCTION count_kept_answer();

CREATE FUNCTION count_upload_metadata() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_bytes(NEW.account_id, 'uploads', 0, octet_length(NEW.metadata) + octet_length(NEW.fields::text));
  ELSE
    PERFORM add_bytes(OLD.account_id, 'uploads', 0, -octet_length(OLD.metadata) - octet_length(OLD.fields::text));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER upload_metadata_added AFTER INSERT ON uploads FOR EACH ROW EXECUTE FUNCTION count_upload_metadata();
CREATE TRIGGER upload_metadata_removed AFTER DELETE ON uploads FOR EACH ROW EXECUTE FUNCTION count_upload_metadata();

CREATE FUNCTION count_token() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_bytes(NEW.account_id, 'tokens', hashtext(NEW.serial::text) & 15, octet_length(NEW.response));
  ELSE
    PERFORM add_bytes(OLD.account_id, 'tokens', -1, -octet_length(OLD.response));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tokens_added AFTER INSERT ON timestamp_tokens FOR EACH ROW EXECUTE FUNCTION count_token();
CREATE TRIGGER tokens_removed AFTER DELETE ON timestamp_tokens FOR EACH ROW EXECUTE FUNCTION count_token();

-- Thousands at once, so by statement; in the order of the accounts, so that two of them don't deadlock.
CREATE FUNCTION count_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE of_slot smallint := pg_backend_pid() & 63;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO account_bytes AS b (account_id, kind, slot, bytes)
    SELECT account_id, 'deliveries', of_slot, sum(octet_length(payload)) FROM added GROUP BY 1 ORDER BY 1
    ON CONFLICT (account_id, kind, slot) DO UPDATE SET bytes = b.bytes + excluded.bytes;
  ELSE
    INSERT INTO account_bytes AS b (account_id, kind, slot, bytes)
    SELECT account_id, 'deliveries', of_slot, -sum(octet_length(payload)) FROM removed GROUP BY 1 ORDER BY 1
    ON CONFLICT (account_id, kind, slot) DO UPDATE SET bytes = b.bytes + excluded.bytes;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER deliveries_added AFTER INSERT ON deliveries
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_deliveries();
CREATE TRIGGER deliveries_removed AFTER DELETE ON deliveries
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_deliveries();

-- The same, counted from the rows: an audit compares the two.
CREATE VIEW kept_bytes AS
SELECT account_id, 'stamps' AS kind, sum(octet_length(metadata::text))::bigint AS bytes
  FROM stamps WHERE octet_length(metadata::text) > 2 GROUP BY 1
UNION ALL
SELECT account_id, 'answers', sum(large_answer(body))::bigint FROM idempotency_keys WHERE octet_length(body) > 1024 GROUP BY 1
UNION ALL
SELECT account_id, 'uploads', sum(octet_length(metadata) + octet_length(fields::text))::bigint FROM uploads GROUP BY 1
UNION ALL
SELECT account_id, 'tokens', sum(octet_length(response))::bigint FROM timestamp_tokens GROUP BY 1
UNION ALL
SELECT account_id, 'deliveries', sum(octet_length(payload))::bigint FROM deliveries GROUP BY 1;

INSERT INTO account_bytes (account_id, kind, slot, bytes)
SELECT account_id, kind, 0, bytes FROM kept_bytes;
