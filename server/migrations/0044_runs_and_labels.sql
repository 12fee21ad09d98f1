-- Runs, tags and notes: what owners keep about their stamps, for themselves. A stamp's own row knows nothing of them, so stamping costs
-- what it did, and no proof has any of it.

-- Documents stamped in one go. The counts are kept by the statements that add to a run, which lock its row.
CREATE TABLE runs (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  is_private boolean NOT NULL,
  stamped integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, id)
);
-- A stamp may be in several: a document that is given again has its stamp already.
CREATE TABLE run_stamps (
  account_id uuid NOT NULL,
  run_id uuid NOT NULL,
  stamp_id uuid NOT NULL,
  folder text NOT NULL,
  PRIMARY KEY (account_id, run_id, stamp_id),
  FOREIGN KEY (account_id, run_id) REFERENCES runs ON DELETE CASCADE
);
CREATE INDEX run_stamps_by_stamp ON run_stamps (account_id, stamp_id, run_id);
-- Documents of a run without a stamp.
CREATE TABLE run_failures (
  account_id uuid NOT NULL,
  run_id uuid NOT NULL,
  folder text NOT NULL,
  name text NOT NULL,
  reason text NOT NULL,
  PRIMARY KEY (account_id, run_id, folder, name),
  FOREIGN KEY (account_id, run_id) REFERENCES runs ON DELETE CASCADE
);

-- The tags of an account, each once: few, so that a search reads them all.
CREATE TABLE tags (
  account_id uuid NOT NULL,
  tag text NOT NULL,
  search_key text NOT NULL,
  PRIMARY KEY (account_id, tag)
);
CREATE TABLE stamp_tags (
  account_id uuid NOT NULL,
  tag text NOT NULL,
  stamp_id uuid NOT NULL,
  PRIMARY KEY (account_id, tag, stamp_id),
  FOREIGN KEY (account_id, tag) REFERENCES tags
);
CREATE INDEX stamp_tags_by_stamp ON stamp_tags (account_id, stamp_id, tag);
CREATE TABLE stamp_notes (
  account_id uuid NOT NULL,
  stamp_id uuid NOT NULL,
  note text NOT NULL,
  search_key text NOT NULL,
  PRIMARY KEY (account_id, stamp_id)
);
CREATE INDEX stamp_notes_search ON stamp_notes USING gin (account_id, search_key gin_trgm_ops);

-- Notes and failures count in the account's storage, as metadata does: see 0035_kept_bytes.sql.
ALTER TABLE account_bytes DROP CONSTRAINT account_bytes_kind_check;
ALTER TABLE account_bytes ADD CONSTRAINT account_bytes_kind_check
  CHECK (kind IN ('stamps', 'answers', 'uploads', 'tokens', 'deliveries', 'notes'));

CREATE FUNCTION count_notes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM add_bytes(OLD.account_id, 'notes', 0, -octet_length(OLD.note)); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM add_bytes(NEW.account_id, 'notes', 0, octet_length(NEW.note)); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER notes_changed AFTER INSERT OR UPDATE OR DELETE ON stamp_notes FOR EACH ROW EXECUTE FUNCTION count_notes();

CREATE FUNCTION failure_bytes(run_failures) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT (octet_length($1.folder) + octet_length($1.name) + octet_length($1.reason))::bigint
$$;
CREATE FUNCTION count_failures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM add_bytes(OLD.account_id, 'notes', 0, -failure_bytes(OLD)); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM add_bytes(NEW.account_id, 'notes', 0, failure_bytes(NEW)); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER failures_changed AFTER INSERT OR UPDATE OR DELETE ON run_failures
  FOR EACH ROW EXECUTE FUNCTION count_failures();

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
         UNION ALL SELECT account_id, failure_bytes(f) FROM run_failures f) AS n GROUP BY 1;

-- Links to downloads, by the SHA-256 of their token: which stamps, and in which form.
CREATE TABLE export_links (
  token_hash bytea PRIMARY KEY,
  account_id uuid NOT NULL,
  wanted jsonb NOT NULL,
  ids uuid[] NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX export_links_by_account ON export_links (account_id, expires_at);
CREATE INDEX export_links_expired ON export_links (expires_at);

-- Names in the order that people expect, K2 before K10; in that of their bytes where PostgreSQL lacks ICU. No index is in this order, which
-- another version of ICU may change.
DO $$ BEGIN
  CREATE COLLATION natural_order (provider = icu, locale = 'und-u-kn-true');
EXCEPTION WHEN feature_not_supported OR invalid_parameter_value OR undefined_object THEN
  CREATE COLLATION natural_order FROM "C";
END $$;
