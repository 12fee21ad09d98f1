-- End users of an integrator: people for whom an account stamps. They have no login.
CREATE TABLE end_users (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts (id),
  -- The integrator's own text. It stays when the person is erased, since stamps name it.
  user_id text NOT NULL CHECK (user_id <> ''),
  -- Null once the person is erased.
  username text,
  email text,
  public_address text,
  publishes_name boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (account_id, user_id),
  CHECK ((username IS NULL) = (email IS NULL) AND (username IS NULL) = (public_address IS NULL))
);
CREATE INDEX end_users_listed ON end_users (account_id, id) WHERE username IS NOT NULL;

-- The end user that a stamp was made for; null: the account itself. A new nullable column rewrites nothing, and few stamps are in the index.
ALTER TABLE stamps ADD COLUMN end_user text;
CREATE INDEX stamps_end_user ON stamps (account_id, end_user, id) WHERE end_user IS NOT NULL;

-- People count in the account's storage, as notes do: see 0035_kept_bytes.sql.
ALTER TABLE account_bytes DROP CONSTRAINT account_bytes_kind_check;
ALTER TABLE account_bytes ADD CONSTRAINT account_bytes_kind_check
  CHECK (kind IN ('stamps', 'answers', 'uploads', 'tokens', 'deliveries', 'notes', 'end users'));

CREATE FUNCTION end_user_bytes(end_users) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT (octet_length($1.user_id) + coalesce(octet_length($1.username) + octet_length($1.email) + octet_length($1.public_address), 0))::bigint
$$;
CREATE FUNCTION count_end_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM add_bytes(OLD.account_id, 'end users', 0, -end_user_bytes(OLD)); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM add_bytes(NEW.account_id, 'end users', 0, end_user_bytes(NEW)); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER end_users_changed AFTER INSERT OR UPDATE OR DELETE ON end_users FOR EACH ROW EXECUTE FUNCTION count_end_users();

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
         UNION ALL SELECT account_id, failure_bytes(f) FROM run_failures f) AS n GROUP BY 1
UNION ALL
SELECT account_id, 'end users', sum(end_user_bytes(e))::bigint FROM end_users e GROUP BY 1;
