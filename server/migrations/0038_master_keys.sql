-- The master keys that sealed something here, by their IDs. A start without one that is still needed is refused.
CREATE TABLE master_keys (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{16}$'),
  since timestamptz NOT NULL DEFAULT clock_timestamp(), -- when it became the newest
  is_needed boolean NOT NULL DEFAULT true
);

-- How far re-sealing with the newest key is.
CREATE TABLE resealing (
  part text PRIMARY KEY,
  key_id text NOT NULL, -- the newest key
  resealed bigint NOT NULL,
  remaining bigint, -- null: not counted yet
  looked_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
