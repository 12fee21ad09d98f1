-- Stored bytes are compared with what was recorded: by downloads, by `audit --contents` and by the scrub. `damage` is what the last look
-- at a content found; NULL: nothing wrong. A thumbnail made before this migration has no digest, only a size.
ALTER TABLE file_versions
  ADD COLUMN damage text CHECK (damage IN ('missing', 'changed', 'unreadable')),
  ADD COLUMN thumbnail_digest bytea CHECK (octet_length(thumbnail_digest) = 32);
CREATE INDEX file_versions_damaged ON file_versions (id) WHERE damage IS NOT NULL;

-- How far the scrub is: one row. A pass ends with `ended_at`; the next begins an interval after this one began.
CREATE TABLE scrubs (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  began_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  after_version uuid, -- the last one looked at
  objects bigint NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0
);
