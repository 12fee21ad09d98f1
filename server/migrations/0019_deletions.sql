-- A purge of folders counts what goes with it, so that its certificate can say so. purge_id is the folder whose purge was requested,
-- or due: it goes last, and its row holds the counts until then.
ALTER TABLE folders
  ADD COLUMN purge_id uuid,
  ADD COLUMN purge_requested_at timestamptz,
  ADD COLUMN purged_files bigint NOT NULL DEFAULT 0,
  ADD COLUMN purged_folders bigint NOT NULL DEFAULT 0;

-- Purges whose certificates can be fetched: of an account, those that a folder took along under its ID; and by age, to erase them.
CREATE INDEX changes_deletions ON changes (account_id, (coalesce(details->>'within', '')), id)
  WHERE action = 'purged' AND salt IS NOT NULL;
CREATE INDEX changes_deletions_by_age ON changes (id) WHERE action = 'purged' AND salt IS NOT NULL;
