-- Uploads that go on after a broken connection (tus 1.0). What has come so far lies in the store in parts, always encrypted,
-- until all of it is there and becomes a file, or nothing has come for a day.

CREATE TABLE uploads (
  id uuid PRIMARY KEY,                -- UUIDv7
  account_id uuid NOT NULL,
  fields json NOT NULL,               -- what is said of the file: its name, its folder, …
  metadata text NOT NULL,             -- the same as it was sent, for whoever comes back
  size bigint NOT NULL,               -- bytes, when all of it is there
  received bigint NOT NULL DEFAULT 0 CHECK (received <= size),
  file_id uuid,                       -- the file it became; then there are no parts
  version_id uuid,
  -- One request at a time, of whatever process. Every write of a request names its token, so that one which has lost the lock
  -- without knowing it changes nothing.
  lock_token uuid,
  lock_until timestamptz NOT NULL DEFAULT '-infinity',
  lock_wanted boolean NOT NULL DEFAULT false, -- somebody else waits for it
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now() -- when something came last
);
CREATE INDEX uploads_by_account ON uploads (account_id) WHERE file_id IS NULL;
CREATE INDEX uploads_by_time ON uploads (updated_at);

CREATE TABLE upload_parts (
  upload_id uuid NOT NULL REFERENCES uploads,
  start bigint NOT NULL,              -- of its first byte in the content
  size bigint NOT NULL,
  blob text NOT NULL UNIQUE,          -- key in the store
  PRIMARY KEY (upload_id, start)
);
