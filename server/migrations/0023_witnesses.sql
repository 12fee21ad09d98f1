-- Trees over the roots of batches, and what witnesses outside of the chain say about the roots of these trees.

CREATE TABLE witness_trees (
  id uuid PRIMARY KEY,
  size integer NOT NULL,
  root bytea NOT NULL CHECK (octet_length(root) = 32),
  leaves bytea NOT NULL,              -- SHA-256(0x00 || root of a batch), in order
  tiles bytea NOT NULL                -- roots of each run of 256 leaves, as in batches
);
ALTER TABLE witness_trees ALTER COLUMN leaves SET STORAGE EXTERNAL;

-- A batch is in one tree at most.
CREATE TABLE witness_leaves (
  batch_id uuid PRIMARY KEY,
  tree_id uuid NOT NULL REFERENCES witness_trees,
  leaf_index integer NOT NULL
);

-- How far the trees have come in each lane. Batches become visible in the order of their nonces, so none is passed over.
CREATE TABLE witness_lanes (
  lane_id smallint PRIMARY KEY,
  next_nonce bigint NOT NULL
);

-- One row for each tree and witness that was configured when the tree was made.
CREATE TABLE witness_statements (
  tree_id uuid NOT NULL REFERENCES witness_trees,
  kind text NOT NULL CHECK (kind IN ('rfc3161', 'opentimestamps', 'chain')),
  witness text NOT NULL,              -- its address, without credentials
  statement bytea,                    -- what it says: it has answered
  pending bytea,                      -- what is needed to ask for the rest
  answered_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  failure text,                       -- why the last attempt failed
  PRIMARY KEY (tree_id, kind, witness)
);
CREATE INDEX witness_statements_due ON witness_statements (due_at) WHERE statement IS NULL;

-- The second chain: nonces used for a tree (one payload per nonce, permanently), and every transaction signed with them. A tree gets
-- another nonce when its own was used by someone else, or for a transaction that failed.
CREATE TABLE witness_nonces (
  chain_id bigint NOT NULL,
  address bytea NOT NULL CHECK (octet_length(address) = 20),
  nonce bigint NOT NULL,
  tree_id uuid NOT NULL REFERENCES witness_trees,
  PRIMARY KEY (chain_id, address, nonce)
);
CREATE INDEX witness_nonces_tree ON witness_nonces (tree_id);
CREATE TABLE witness_transactions (
  hash bytea PRIMARY KEY,
  chain_id bigint NOT NULL,
  address bytea NOT NULL,
  nonce bigint NOT NULL,
  raw bytea NOT NULL,
  max_fee_per_gas bigint NOT NULL,
  max_priority_fee_per_gas bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (chain_id, address, nonce) REFERENCES witness_nonces
);
CREATE INDEX witness_transactions_nonce ON witness_transactions (chain_id, address, nonce);
