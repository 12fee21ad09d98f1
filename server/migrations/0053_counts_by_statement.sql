-- What an account keeps is counted once a statement. Counted row by row, a statement changed the same count as often as it had rows of
-- an account, and each change reads all those before it: 16,000 stamps with metadata took 5 to 10 s, nearly all of it for their count,
-- and an account with 50,000 end users could not be erased within the limit of a statement. Accounts are counted in their order, so that
-- two statements don't deadlock.
DROP TRIGGER metadata_added ON stamps;
DROP TRIGGER metadata_removed ON stamps;
CREATE OR REPLACE FUNCTION count_metadata() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    -- A lane's batches come one after another, so its slot is never waited for.
    PERFORM add_bytes(account_id, 'stamps', lane, bytes) FROM (
      SELECT account_id, coalesce((SELECT lane_id FROM batches WHERE id = batch_id), 0) AS lane, sum(octet_length(metadata::text)) AS bytes
        FROM added WHERE octet_length(metadata::text) > 2 GROUP BY account_id, batch_id ORDER BY account_id) AS s;
  ELSE
    PERFORM add_bytes(account_id, 'stamps', -1, -bytes) FROM (
      SELECT account_id, sum(octet_length(metadata::text)) AS bytes
        FROM removed WHERE octet_length(metadata::text) > 2 GROUP BY 1 ORDER BY 1) AS s;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER metadata_added AFTER INSERT ON stamps
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_metadata();
CREATE TRIGGER metadata_removed AFTER DELETE ON stamps
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_metadata();

-- Both measures take columns, which rows of a transition table have, too.
CREATE FUNCTION failure_bytes(folder text, name text, reason text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT (octet_length(folder) + octet_length(name) + octet_length(reason))::bigint
$$;
CREATE FUNCTION end_user_bytes(user_id text, username text, email text, public_address text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT (octet_length(user_id) + coalesce(octet_length(username) + octet_length(email) + octet_length(public_address), 0))::bigint
$$;
CREATE OR REPLACE VIEW kept_bytes AS
SELECT account_id, 'stamps' AS kind, sum(octet_length(metadata::text))::bigint AS bytes
  FROM stamps WHERE octet_length(metadata::text) > 2 GROUP BY 1
UNION ALL
SELECT account_id, 'answers', sum(large_answer(body))::bigint FROM idempotency_keys WHERE octet_length(body) > 1024 GROUP BY 1
UNION ALL
SELECT account_id, 'uploads', sum(octet_length(metadata) + octet_length(fields::text))::bigint FROM uploads GROUP BY 1
UNION ALL
SELECT account_id, 'tokens', sum(octet_length(response))::bigint FROM timestamp_tokens GROUP BY 1
UNION ALL
SELECT account_id, 'deliveries', sum(octet_length(payload))::bigint FROM deliveries GROUP BY 1
UNION ALL
SELECT account_id, 'notes', sum(bytes)::bigint
  FROM (SELECT account_id, octet_length(note)::bigint AS bytes FROM stamp_notes
         UNION ALL SELECT account_id, failure_bytes(folder, name, reason) FROM run_failures) AS n GROUP BY 1
UNION ALL
SELECT account_id, 'end users', sum(end_user_bytes(user_id, username, email, public_address))::bigint FROM end_users GROUP BY 1;

DROP TRIGGER notes_changed ON stamp_notes;
CREATE OR REPLACE FUNCTION count_notes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM add_bytes(account_id, 'notes', 0, -bytes)
       FROM (SELECT account_id, sum(octet_length(note)) AS bytes FROM removed GROUP BY 1 ORDER BY 1) AS s;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM add_bytes(account_id, 'notes', 0, bytes)
       FROM (SELECT account_id, sum(octet_length(note)) AS bytes FROM added GROUP BY 1 ORDER BY 1) AS s;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER notes_added AFTER INSERT ON stamp_notes
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_notes();
CREATE TRIGGER notes_changed AFTER UPDATE ON stamp_notes
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_notes();
CREATE TRIGGER notes_removed AFTER DELETE ON stamp_notes
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_notes();

DROP TRIGGER failures_changed ON run_failures;
CREATE OR REPLACE FUNCTION count_failures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM add_bytes(account_id, 'notes', 0, -bytes) FROM (
      SELECT account_id, sum(failure_bytes(folder, name, reason))::bigint AS bytes FROM removed GROUP BY 1 ORDER BY 1) AS s;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM add_bytes(account_id, 'notes', 0, bytes) FROM (
      SELECT account_id, sum(failure_bytes(folder, name, reason))::bigint AS bytes FROM added GROUP BY 1 ORDER BY 1) AS s;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER failures_added AFTER INSERT ON run_failures
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_failures();
CREATE TRIGGER failures_changed AFTER UPDATE ON run_failures
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_failures();
CREATE TRIGGER failures_removed AFTER DELETE ON run_failures
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_failures();

DROP TRIGGER end_users_changed ON end_users;
CREATE OR REPLACE FUNCTION count_end_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM add_bytes(account_id, 'end users', 0, -bytes) FROM (
      SELECT account_id, sum(end_user_bytes(user_id, username, email, public_address))::bigint AS bytes FROM removed GROUP BY 1 ORDER BY 1) AS s;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM add_bytes(account_id, 'end users', 0, bytes) FROM (
      SELECT account_id, sum(end_user_bytes(user_id, username, email, public_address))::bigint AS bytes FROM added GROUP BY 1 ORDER BY 1) AS s;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER end_users_added AFTER INSERT ON end_users
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_end_users();
CREATE TRIGGER end_users_changed AFTER UPDATE ON end_users
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_end_users();
CREATE TRIGGER end_users_removed AFTER DELETE ON end_users
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_end_users();

DROP FUNCTION failure_bytes(run_failures);
DROP FUNCTION end_user_bytes(end_users);

-- An answer is kept, and a token comes, one at a time; they go many at once.
DROP TRIGGER answers_removed ON idempotency_keys;
CREATE OR REPLACE FUNCTION count_kept_answer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_bytes(OLD.account_id, 'answers', 0, large_answer(NEW.body) - large_answer(OLD.body));
  RETURN NULL;
END $$;
CREATE FUNCTION count_removed_answers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_bytes(account_id, 'answers', 0, -bytes) FROM (
    SELECT account_id, sum(large_answer(body))::bigint AS bytes FROM removed WHERE octet_length(body) > 1024 GROUP BY 1 ORDER BY 1) AS s;
  RETURN NULL;
END $$;
CREATE TRIGGER answers_removed AFTER DELETE ON idempotency_keys
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_removed_answers();

DROP TRIGGER tokens_removed ON timestamp_tokens;
CREATE OR REPLACE FUNCTION count_token() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_bytes(NEW.account_id, 'tokens', hashtext(NEW.serial::text) & 15, octet_length(NEW.response));
  RETURN NULL;
END $$;
CREATE FUNCTION count_removed_tokens() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_bytes(account_id, 'tokens', -1, -bytes)
     FROM (SELECT account_id, sum(octet_length(response)) AS bytes FROM removed GROUP BY 1 ORDER BY 1) AS s;
  RETURN NULL;
END $$;
CREATE TRIGGER tokens_removed AFTER DELETE ON timestamp_tokens
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_removed_tokens();
