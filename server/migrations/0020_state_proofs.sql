-- The second kind of evidence: nodes of the block's state that lead to the root in the contract's storage. For blocks whose trie of
-- transactions cannot be rebuilt; a batch in a block has one kind or the other.
ALTER TABLE batches ADD COLUMN state_proof bytea; -- RLP list of two lists of nodes: to the account, and to the slot
ALTER TABLE batches ADD CONSTRAINT batches_one_evidence CHECK (trie_proof IS NULL OR state_proof IS NULL);
