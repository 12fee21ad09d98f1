-- Stamps. The id is a UUIDv7: its first 48 bits are the time of creation in milliseconds, so that (account_id, id)
-- is both the key and the order of every list (createdAt descending, then id), and no column repeats the time.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

CREATE TABLE stamps (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  client_id text NOT NULL,
  version smallint NOT NULL,          -- 1 or 2: the interface it came in by
  hash bytea NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  original_doc_hash text NOT NULL,
  is_esign boolean NOT NULL,
  is_private boolean NOT NULL,
  metadata json NOT NULL,             -- json, not jsonb: kept as sent, key order included
  owner text NOT NULL,                -- the owner's public name when stamped, as committed to in the leaf
  salt bytea NOT NULL,
  batch_id uuid NOT NULL,
  leaf_index integer NOT NULL,
  PRIMARY KEY (account_id, id)
);
-- A public hash is unique in the deployment, a private one for its owner: the index decides every race.
CREATE UNIQUE INDEX stamps_public_hash ON stamps (hash) WHERE NOT is_private;
CREATE UNIQUE INDEX stamps_private_hash ON stamps (account_id, hash) WHERE is_private;
CREATE UNIQUE INDEX stamps_code ON stamps (code);
CREATE INDEX stamps_by_batch ON stamps (batch_id, leaf_index);
-- Inserts append to the index's pending list, which a loop merges when the service is less busy.
CREATE INDEX stamps_search ON stamps USING gin (account_id, lower(name || ' ' || code) gin_trgm_ops)
  WITH (fastupdate = on, gin_pending_list_limit = 65536);

-- Exact counts for lists, by account and lane (so that two lanes never wait for each other's commit).
CREATE TABLE stamp_counts (
  account_id uuid NOT NULL,
  lane_id smallint NOT NULL,
  stamps bigint NOT NULL,
  PRIMARY KEY (account_id, lane_id)
);
