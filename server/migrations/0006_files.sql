-- Files and their contents. A file's id is a UUIDv7, and so is that of each version of its content: their order is that of
-- their creation. That a file is private, or in the bin with its folder, is in the folder's row; deleted_at is its own.

CREATE TABLE files (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts,
  folder_id uuid NOT NULL REFERENCES folders,
  name text NOT NULL,                 -- as given
  name_key text NOT NULL,             -- brought to the form in which names are compared
  description text NOT NULL,
  code text NOT NULL UNIQUE,          -- of its public page
  is_favourite boolean NOT NULL DEFAULT false,
  latitude double precision,
  longitude double precision,
  uploaded_by text NOT NULL,          -- the account's public name when it was uploaded
  version_id uuid NOT NULL,           -- the current one
  versions integer NOT NULL DEFAULT 1,
  deleted_at timestamptz,             -- in the bin, by itself, since
  updated_at timestamptz NOT NULL
);
CREATE INDEX files_by_folder ON files (folder_id, id) WHERE deleted_at IS NULL;
CREATE INDEX files_in_bin ON files (folder_id, id) WHERE deleted_at IS NOT NULL;
CREATE INDEX files_binned ON files (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX files_search ON files USING gin (folder_id, name_key gin_trgm_ops)
  WITH (fastupdate = on, gin_pending_list_limit = 65536);

-- The contents of a file, oldest first; none is ever changed, only moved to another key of the store (encrypted).
CREATE TABLE file_versions (
  id uuid PRIMARY KEY,
  file_id uuid NOT NULL REFERENCES files,
  number integer NOT NULL,            -- from 1
  blob text NOT NULL UNIQUE,          -- key in the store
  is_encrypted boolean NOT NULL,      -- age v1; the thumbnail with it
  size bigint NOT NULL,               -- bytes of the content
  digest bytea NOT NULL CHECK (octet_length(digest) = 32), -- its SHA-256
  filename text NOT NULL,             -- what the client called the file it sent
  mimetype text NOT NULL,             -- by its bytes
  pages integer NOT NULL DEFAULT 1,
  width integer NOT NULL DEFAULT 0,   -- pixels, or points of a page
  height integer NOT NULL DEFAULT 0,
  thumbnail text UNIQUE,              -- key in the store
  thumbnail_size integer,
  look_at timestamptz,                -- when to look into the content (again); null: it was done
  looks smallint NOT NULL DEFAULT 0,
  change_id uuid NOT NULL,            -- the entry that recorded the content
  UNIQUE (file_id, number)
);
CREATE INDEX file_versions_to_look_at ON file_versions (look_at) WHERE look_at IS NOT NULL;
CREATE INDEX file_versions_plain ON file_versions (file_id) WHERE NOT is_encrypted;

-- Objects of the store that no row claims: on their way in (due when whoever brings them must have died), or to be deleted
-- (due at once). A row here goes in the transaction that claims its object, or when its object is gone: so nothing is lost and
-- nothing stays, whatever is killed when.
CREATE TABLE blob_leftovers (
  key text PRIMARY KEY,
  due_at timestamptz NOT NULL
);
CREATE INDEX blob_leftovers_by_due ON blob_leftovers (due_at);

-- Folders that have become private, or got a file from a public one: what lies in them plain is to be encrypted.
CREATE TABLE folders_to_encrypt (
  folder_id uuid PRIMARY KEY,
  due_at timestamptz NOT NULL DEFAULT now()
);
CREATE FUNCTION encrypt_folder() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO folders_to_encrypt (folder_id) VALUES (NEW.id) ON CONFLICT (folder_id) DO UPDATE SET due_at = now();
  RETURN NULL;
END $$;
CREATE TRIGGER folders_became_private AFTER UPDATE OF is_private ON folders
  FOR EACH ROW WHEN (NEW.is_private AND NOT OLD.is_private) EXECUTE FUNCTION encrypt_folder();

-- Exact counts for lists.
CREATE TABLE file_counts (
  folder_id uuid NOT NULL,
  is_bin boolean NOT NULL,
  files bigint NOT NULL,
  PRIMARY KEY (folder_id, is_bin)
);
CREATE FUNCTION count_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO file_counts AS k (folder_id, is_bin, files)
    SELECT folder_id, is_bin, sum(files) FROM (
      SELECT folder_id, deleted_at IS NOT NULL AS is_bin, 1 AS files FROM added
       UNION ALL SELECT folder_id, deleted_at IS NOT NULL, -1 FROM removed) AS c
     GROUP BY 1, 2 HAVING sum(files) <> 0 ORDER BY 1, 2
    ON CONFLICT (folder_id, is_bin) DO UPDATE SET files = k.files + excluded.files;
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO file_counts AS k (folder_id, is_bin, files)
    SELECT folder_id, deleted_at IS NOT NULL, count(*) FROM added GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (folder_id, is_bin) DO UPDATE SET files = k.files + excluded.files;
  ELSE
    INSERT INTO file_counts AS k (folder_id, is_bin, files)
    SELECT folder_id, deleted_at IS NOT NULL, -count(*) FROM removed GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (folder_id, is_bin) DO UPDATE SET files = k.files + excluded.files;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER files_added AFTER INSERT ON files
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_files();
CREATE TRIGGER files_changed AFTER UPDATE ON files
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_files();
CREATE TRIGGER files_removed AFTER DELETE ON files
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_files();
