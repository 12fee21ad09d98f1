-- Accounts that see the operator's page of the portal. The command line makes them.
ALTER TABLE accounts ADD COLUMN is_operator boolean NOT NULL DEFAULT false;

-- What operators did to an account: when, who and why. Goes with the account.
CREATE TABLE interventions (
  account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('disabled', 'enabled', 'operator_added', 'operator_removed')),
  at timestamptz NOT NULL DEFAULT now(),
  -- The operator's account, which may be gone; or, on the command line, the user of the operating system.
  operator_id uuid,
  person text,
  reason text CHECK (char_length(reason) <= 500),
  PRIMARY KEY (account_id, id),
  CHECK ((operator_id IS NULL) <> (person IS NULL))
);
