-- A timestamp token is as good as its authority's key, which may be lost later. Its digest becomes a leaf of a batch: then the chain shows
-- that the token existed by then.
ALTER TABLE witness_statements
  ADD COLUMN batch_id uuid,             -- the batch is written after what is in it
  ADD COLUMN leaf_index integer,
  ADD CONSTRAINT witness_statements_recorded CHECK ((batch_id IS NULL) = (leaf_index IS NULL));
CREATE INDEX witness_statements_unrecorded ON witness_statements (tree_id)
  WHERE kind = 'rfc3161' AND statement IS NOT NULL AND batch_id IS NULL;
CREATE INDEX witness_statements_batch ON witness_statements (batch_id) WHERE batch_id IS NOT NULL;
