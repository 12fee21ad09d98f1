-- What a person browses by: the bin of an account, latest deletion first, and its favourites.

CREATE INDEX folders_of_bin ON folders (account_id, deleted_at, id) WHERE bin_id = id AND NOT purging;
CREATE INDEX files_of_bin ON files (account_id, deleted_at, id) WHERE deleted_at IS NOT NULL;
CREATE INDEX files_favourite ON files (account_id, id) WHERE is_favourite AND deleted_at IS NULL;
