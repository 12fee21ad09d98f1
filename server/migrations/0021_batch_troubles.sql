-- Why a pending batch isn't confirmed, while something is in its way: a transaction in a block that cannot be proven, or one that the
-- node rejects. Kept by the tracker; every process reads it for readiness, metrics and the network page.
CREATE TABLE batch_troubles (
  batch_id uuid PRIMARY KEY REFERENCES batches ON DELETE CASCADE,
  since timestamptz NOT NULL DEFAULT now(),
  why text NOT NULL
);
