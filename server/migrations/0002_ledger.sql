-- The ledger: which roots were signed, in which transactions, and where they stand on the chain.

-- The chain and contract this database belongs to: one row, written at the first start and compared at every later one.
CREATE TABLE network (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  deployment_id uuid NOT NULL,
  chain_id bigint NOT NULL,
  contract bytea NOT NULL CHECK (octet_length(contract) = 20)
);

-- A lane is one signing address and its sequence of nonces. It belongs to one process at a time (I2): whoever takes it
-- raises the fencing token, and every later write of an earlier holder is refused inside its own transaction.
CREATE TABLE lanes (
  id smallint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  address bytea NOT NULL UNIQUE CHECK (octet_length(address) = 20),
  next_nonce bigint NOT NULL,
  fencing_token bigint NOT NULL DEFAULT 0,
  lease_until timestamptz NOT NULL DEFAULT '-infinity'
);

-- Takes the nonce for a batch, or raises when the lane has gone to another process.
CREATE FUNCTION claim_nonce(lane smallint, token bigint, nonce bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE lanes SET next_nonce = next_nonce + 1
   WHERE id = lane AND fencing_token = token AND next_nonce = nonce;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'lane % is no longer held with token % at nonce %', lane, token, nonce USING ERRCODE = 'TS001';
  END IF;
END $$;

-- One row for each nonce used. state: 0 submitted, 1 confirmed (in a block), 2 final.
CREATE TABLE batches (
  id uuid PRIMARY KEY,
  lane_id smallint NOT NULL,
  nonce bigint NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('anchor', 'deploy')),
  root bytea NOT NULL,
  size integer NOT NULL,
  leaves bytea NOT NULL,              -- the leaves in order, 32 bytes each; they stay when what they stand for is erased (I7)
  tiles bytea NOT NULL,               -- roots of each run of 256 leaves, so that a path needs one run and not all leaves
  state smallint NOT NULL DEFAULT 0,
  transaction_hash bytea NOT NULL,    -- the transaction on the chain, or the newest sent one until there is one
  block_number bigint,
  block_hash bytea,
  transaction_index integer,
  trie_proof bytea,                   -- RLP list of the trie nodes from the header's transactionsRoot to the transaction
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (lane_id, nonce)             -- I2: one payload per lane and nonce, for ever
);
-- Slices of leaves are read without decompressing the whole (hashes do not compress anyway).
ALTER TABLE batches ALTER COLUMN leaves SET STORAGE EXTERNAL;
CREATE INDEX batches_submitted ON batches (lane_id, nonce) WHERE state = 0;
CREATE INDEX batches_by_block ON batches (block_number);
CREATE INDEX batches_confirmed ON batches (block_number) WHERE state = 1;

-- Every transaction ever signed for a batch. A replacement with higher fees is a further row (I4): none is ever deleted.
CREATE TABLE transactions (
  hash bytea PRIMARY KEY,
  batch_id uuid NOT NULL,
  raw bytea NOT NULL,
  max_fee_per_gas bigint NOT NULL,
  max_priority_fee_per_gas bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX transactions_by_batch ON transactions (batch_id);

-- Blocks that hold our transactions, with the header that proofs carry.
CREATE TABLE blocks (
  hash bytea PRIMARY KEY,
  number bigint NOT NULL,
  time timestamptz NOT NULL,
  header bytea NOT NULL
);
CREATE INDEX blocks_by_number ON blocks (number);
