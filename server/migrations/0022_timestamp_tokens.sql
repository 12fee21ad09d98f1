-- The answers of the timestamping authority. They belong to a hash, not to a row of stamps: many tokens can be about one stamp,
-- and a stamp can give way to a new one.
CREATE TABLE timestamp_tokens (
  serial uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts,
  hash bytea NOT NULL,
  response bytea NOT NULL
);
CREATE INDEX timestamp_tokens_hash ON timestamp_tokens (hash, serial);
CREATE INDEX timestamp_tokens_account ON timestamp_tokens (account_id, serial);

-- The authority that the service makes for trying out, shared by all its processes; one row.
CREATE TABLE timestamp_authority (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  certificates text NOT NULL,
  -- Encrypted.
  private_key bytea NOT NULL
);
