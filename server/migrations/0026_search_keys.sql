-- Names are searched by a key that the service makes (base/search-key.ts), the same for stamps, folders and files. After this file
-- the service fills the column of existing rows (base/fill-search-keys.ts).
SET LOCAL statement_timeout = 0;

-- Null for stamps with a generated name, which are found by the beginning of their code: indexing random codes by their trigrams took
-- two thirds of PostgreSQL's time for a stamp.
ALTER TABLE stamps ADD COLUMN search_key text;
DROP INDEX stamps_search;
CREATE INDEX stamps_search ON stamps USING gin (account_id, search_key gin_trgm_ops)
  WITH (fastupdate = on, gin_pending_list_limit = 65536) WHERE search_key IS NOT NULL;
CREATE INDEX stamps_generated ON stamps (account_id, id) WHERE search_key IS NULL;
CREATE INDEX stamps_codes ON stamps (account_id, code text_pattern_ops);
CREATE INDEX stamps_by_visibility ON stamps (account_id, is_private, id);

-- How many of the stamps are private. Counters hold for an account, as the sums of its rows: lanes count apart so as not to wait for
-- each other, and a batch may move to another lane later.
ALTER TABLE stamp_counts ADD COLUMN private bigint NOT NULL DEFAULT 0;
UPDATE stamp_counts k SET private = c.private
  FROM (SELECT account_id, count(*) AS private FROM stamps WHERE is_private GROUP BY 1) AS c
 WHERE k.account_id = c.account_id AND k.lane_id = (SELECT min(lane_id) FROM stamp_counts WHERE account_id = c.account_id);

CREATE FUNCTION count_visibility() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE stamp_counts SET private = private + CASE WHEN new.is_private THEN 1 ELSE -1 END
   WHERE account_id = new.account_id AND lane_id = (SELECT min(lane_id) FROM stamp_counts WHERE account_id = new.account_id);
  RETURN NULL;
END $$;
CREATE TRIGGER stamps_visibility AFTER UPDATE OF is_private ON stamps
  FOR EACH ROW WHEN (old.is_private IS DISTINCT FROM new.is_private) EXECUTE FUNCTION count_visibility();

-- Beside folders_public, for lists of one's own private folders and everyone's public ones.
CREATE INDEX folders_private ON folders (account_id, id) WHERE deleted_at IS NULL AND parent_id IS NOT NULL AND is_private;

ALTER TABLE folders ADD COLUMN search_key text NOT NULL DEFAULT '';
DROP INDEX folders_search;
CREATE INDEX folders_search ON folders USING gin (account_id, search_key gin_trgm_ops);

DROP INDEX files_search;
ALTER TABLE files RENAME COLUMN name_key TO search_key;
CREATE INDEX files_search ON files USING gin (account_id, folder_id, search_key gin_trgm_ops)
  WITH (fastupdate = on, gin_pending_list_limit = 65536);
-- The newest of an account, which show how frequent matches are.
CREATE INDEX files_by_account ON files (account_id, id) WHERE deleted_at IS NULL;
