-- Folders, and the changes of folders and files that were recorded on the chain. A folder's id is a UUIDv7, so that its order
-- is that of its creation, and no column repeats the time.
--
-- What follows from a folder's place in the tree (level, is_private, deleted_at) is kept in each row, so that reading looks at
-- one row and lists use an index. Every change of an account's tree locks the account's root first, and settles the rows below.

CREATE TABLE folders (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts,
  parent_id uuid REFERENCES folders,  -- null: the account's hidden root
  name text NOT NULL,                 -- as given
  name_key text NOT NULL,             -- brought to the form in which names are compared
  own_private boolean NOT NULL,       -- as the owner set it
  is_private boolean NOT NULL,        -- so set, or below one that is
  level smallint NOT NULL CHECK (level BETWEEN 0 AND 32),
  deleted_at timestamptz,             -- in the bin since
  bin_id uuid,                        -- the folder with whose deletion this one went into the bin
  purging boolean NOT NULL DEFAULT false, -- nobody sees it any more; a loop erases it
  updated_at timestamptz NOT NULL,
  CHECK ((parent_id IS NULL) = (level = 0)),
  CHECK ((deleted_at IS NULL) = (bin_id IS NULL)),
  CHECK (NOT purging OR deleted_at IS NOT NULL)
);
CREATE UNIQUE INDEX folders_root ON folders (account_id) WHERE parent_id IS NULL;
-- Of many who want a name, the index lets one have it.
CREATE UNIQUE INDEX folders_name ON folders (parent_id, name_key) WHERE deleted_at IS NULL;
CREATE INDEX folders_by_account ON folders (account_id, id) WHERE deleted_at IS NULL AND parent_id IS NOT NULL;
CREATE INDEX folders_public ON folders (id) WHERE deleted_at IS NULL AND parent_id IS NOT NULL AND NOT is_private;
CREATE INDEX folders_by_parent ON folders (parent_id, id);
CREATE INDEX folders_in_bin ON folders (account_id, id) WHERE deleted_at IS NOT NULL AND NOT purging;
CREATE INDEX folders_binned ON folders (deleted_at) WHERE bin_id = id AND NOT purging;
CREATE INDEX folders_purging ON folders (level) WHERE purging;
CREATE INDEX folders_search ON folders USING gin (account_id, name_key gin_trgm_ops);

-- Exact counts for lists: what an account has, and what lies directly in a folder (their ids never collide).
CREATE TABLE folder_counts (
  scope uuid NOT NULL,
  is_private boolean NOT NULL,
  is_bin boolean NOT NULL,
  folders bigint NOT NULL,
  PRIMARY KEY (scope, is_private, is_bin)
);

CREATE FUNCTION count_folders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO folder_counts AS k (scope, is_private, is_bin, folders)
    SELECT s.scope, f.is_private, f.deleted_at IS NOT NULL, count(*)
      FROM added f, LATERAL (VALUES (f.account_id), (f.parent_id)) AS s(scope)
     WHERE f.parent_id IS NOT NULL AND NOT f.purging GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (scope, is_private, is_bin) DO UPDATE SET folders = k.folders + excluded.folders;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO folder_counts AS k (scope, is_private, is_bin, folders)
    SELECT s.scope, f.is_private, f.deleted_at IS NOT NULL, -count(*)
      FROM removed f, LATERAL (VALUES (f.account_id), (f.parent_id)) AS s(scope)
     WHERE f.parent_id IS NOT NULL AND NOT f.purging GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (scope, is_private, is_bin) DO UPDATE SET folders = k.folders + excluded.folders;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER folders_added AFTER INSERT ON folders
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_folders();
CREATE TRIGGER folders_changed AFTER UPDATE ON folders
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_folders();
CREATE TRIGGER folders_removed AFTER DELETE ON folders
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_folders();

-- What happened to folders and files: each row is an entry of the ledger. When its subject is purged, digest, salt and details
-- go, and the row and its leaf stay (I7); the entry 'purged', which holds ids and times only, says so.
CREATE TABLE changes (
  id uuid PRIMARY KEY,                -- UUIDv7: when it happened
  account_id uuid NOT NULL,
  subject text NOT NULL CHECK (subject IN ('folder', 'file')),
  subject_id uuid NOT NULL,
  action text NOT NULL,
  digest bytea,
  salt bytea,
  details json,
  batch_id uuid NOT NULL,
  leaf_index integer NOT NULL,
  CHECK (num_nulls(digest, salt, details) IN (0, 3)),
  UNIQUE (batch_id, leaf_index)
);
CREATE INDEX changes_by_subject ON changes (subject_id, id);
