-- The last time at which the clocks agreed, in a single row. A start compares the time with it, so that a clock that is far ahead
-- makes nothing expire. Without a row there is no past to compare with.
CREATE TABLE clock (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  trusted_at timestamptz NOT NULL,
  accepted_at timestamptz, -- the time that an operator confirmed last
  blocks_ahead_ms bigint NOT NULL DEFAULT 0 -- how far an operator accepted blocks to be ahead of the time
);
