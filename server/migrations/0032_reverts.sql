-- The block that reverted a transaction. A reorg may give it up: then the batch was not reverted there, and has another attempt. Until
-- now attempts were only counted.
ALTER TABLE transactions
  ADD COLUMN reverted_number bigint,
  ADD COLUMN reverted_hash bytea,
  ADD CHECK ((reverted_number IS NULL) = (reverted_hash IS NULL));
ALTER TABLE batches DROP COLUMN anchorings;
