-- Webhooks: what befell a batch becomes deliveries, and these are sent until they are accepted.

-- A batch can fail for good now (state 3): its transaction was reverted again and again, or its leaves do not give its root.
ALTER TABLE batches ADD COLUMN anchorings smallint NOT NULL DEFAULT 1; -- one more each time it was reverted and anchored anew
CREATE INDEX batches_reverted ON batches (lane_id) WHERE anchorings > 1;
CREATE INDEX batches_failed ON batches (id) WHERE state = 3;

-- Who uploaded it: for those before, nobody knows.
ALTER TABLE file_versions ADD COLUMN client_id text NOT NULL DEFAULT '';

-- The outbox: what befell a batch, written in the transaction that changed its state, and only while somebody listens. A loop
-- makes deliveries of it, a part at a time, and removes the row with the last part.
CREATE TABLE batch_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  batch_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('final', 'failed', 'reorged')),
  transaction_hash bytea NOT NULL,    -- as it was then: a batch that is reopened may get another one
  created_at timestamptz NOT NULL DEFAULT now(),
  cursor integer NOT NULL DEFAULT -1  -- the last leaf whose deliveries are made
);

-- Who is told. A deleted one keeps its row (reason 'deleted', secrets emptied) until a loop has erased its deliveries.
CREATE TABLE webhooks (
  id uuid PRIMARY KEY,                -- UUIDv7
  account_id uuid NOT NULL REFERENCES accounts,
  redirect_url text NOT NULL,
  description text NOT NULL,
  actions text[] NOT NULL,            -- of hash.succeed, hash.failed, hash.reorged
  secret_sealed bytea NOT NULL,
  previous_secret_sealed bytea,       -- signs too, until previous_until
  previous_until timestamptz,
  disabled_at timestamptz,            -- nothing is sent while this is set
  disabled_reason text CHECK (disabled_reason IN ('owner', 'gone', 'failing', 'deleted')),
  first_failure_at timestamptz,       -- since when nothing but failures came back
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL)),
  CHECK ((previous_secret_sealed IS NULL) = (previous_until IS NULL))
);
CREATE INDEX webhooks_by_account ON webhooks (account_id, id);

-- Who wants to know of events: those that were disabled by failing, too, for their owner may recover what came meanwhile.
CREATE INDEX webhooks_listening ON webhooks (account_id)
 WHERE disabled_reason IS NULL OR disabled_reason IN ('gone', 'failing');
CREATE FUNCTION has_listeners() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM webhooks WHERE disabled_reason IS NULL OR disabled_reason IN ('gone', 'failing'))
$$;

-- One row for each event and webhook. The id is the webhook-id header: the same in every attempt, also when it is sent anew.
-- state: 0 waiting (due at next_at, nobody else's while leased), 1 delivered, 2 failed for good, 3 cancelled (its webhook was
-- disabled). attempts numbers the log; step is the place in the schedule of retries, from 0 again when it is sent anew.
CREATE TABLE deliveries (
  id uuid PRIMARY KEY,                -- UUIDv7
  webhook_id uuid NOT NULL REFERENCES webhooks,
  account_id uuid NOT NULL,
  event text NOT NULL CHECK (event IN ('hash.succeed', 'hash.failed', 'hash.reorged', 'test')),
  subject_id uuid NOT NULL,           -- of the stamp or the file; of a test, its own
  is_file boolean NOT NULL,
  batch_event_id bigint,              -- null: a test
  leaf_index integer,
  payload text NOT NULL,              -- the body, byte for byte
  state smallint NOT NULL DEFAULT 0 CHECK (state BETWEEN 0 AND 3),
  attempts integer NOT NULL DEFAULT 0,
  step integer NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL DEFAULT now(),
  lease_owner uuid,
  lease_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (webhook_id, batch_event_id, leaf_index) -- however often an event is looked at, it is told once
) WITH (fillfactor = 50);             -- a lease is written beside its row, and changes no index
CREATE INDEX deliveries_waiting ON deliveries (webhook_id, next_at) WHERE state = 0;
CREATE INDEX deliveries_by_webhook ON deliveries (webhook_id, id);
CREATE INDEX deliveries_undelivered ON deliveries (webhook_id, id) WHERE state IN (2, 3);
CREATE INDEX deliveries_of_files ON deliveries (subject_id) WHERE is_file;

-- The log: what was sent and what came back. Secrets are never in it.
CREATE TABLE delivery_attempts (
  delivery_id uuid NOT NULL REFERENCES deliveries ON DELETE CASCADE,
  number integer NOT NULL,            -- from 1
  at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  address text,                       -- the one really connected to; null: none was
  request_head text NOT NULL,
  response_status smallint,           -- null: no answer came
  response_head text,
  response_body text,                 -- the first 4 KiB
  error text,                         -- what went wrong, for people; null: nothing
  PRIMARY KEY (delivery_id, number)
);

-- What is purged is in no log either: payloads name the file.
CREATE FUNCTION erase_file_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM deliveries d USING removed r WHERE d.is_file AND d.subject_id = r.id;
  RETURN NULL;
END $$;
CREATE TRIGGER files_purged AFTER DELETE ON files
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION erase_file_deliveries();
