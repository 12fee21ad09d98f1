-- A stamp that failed can never be on the chain: when its hash is submitted again, it gives way to the new one. It keeps its
-- code, and is found by its hash only while there is no other.
ALTER TABLE stamps ADD COLUMN gave_way boolean NOT NULL DEFAULT false;
DROP INDEX stamps_public_hash;
DROP INDEX stamps_private_hash;
CREATE UNIQUE INDEX stamps_public_hash ON stamps (hash) WHERE NOT is_private AND NOT gave_way;
CREATE UNIQUE INDEX stamps_private_hash ON stamps (account_id, hash) WHERE is_private AND NOT gave_way;
