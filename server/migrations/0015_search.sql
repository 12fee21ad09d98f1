-- A search in all folders of an account, beside the one in a single folder: one index serves both, by whichever column is given.

DROP INDEX files_search;
CREATE INDEX files_search ON files USING gin (account_id, folder_id, name_key gin_trgm_ops)
  WITH (fastupdate = on, gin_pending_list_limit = 65536);
