-- Accounts, their API clients, and the tokens that were issued for them.

CREATE TABLE accounts (
  id uuid PRIMARY KEY,                -- UUIDv7; it is the organization id as well
  email text NOT NULL,                -- kept as written; compared without case
  email_verified boolean NOT NULL DEFAULT false,
  name text NOT NULL,
  username text NOT NULL,
  bio text NOT NULL DEFAULT '' CHECK (char_length(bio) <= 500),
  wallet_address text NOT NULL CHECK (wallet_address ~ '^0x[0-9a-fA-F]{40}$'), -- with EIP-55 checksum
  language text NOT NULL DEFAULT 'EN' CHECK (language IN ('EN', 'DE')),
  profile_picture text NOT NULL DEFAULT '',
  status smallint NOT NULL DEFAULT 1,     -- 1 active
  is_access smallint NOT NULL DEFAULT 1,  -- 1 may use the API
  token_epoch integer NOT NULL DEFAULT 0, -- raising it ends every token issued to the account before
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX accounts_email ON accounts (lower(email));

CREATE TABLE clients (
  id text PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts,
  name text NOT NULL,
  secret_hash bytea NOT NULL CHECK (octet_length(secret_hash) = 32), -- HMAC-SHA256 under a key that is not in the database
  secret_sealed bytea NOT NULL,       -- AES-256-GCM, so that the portal can show the secret again
  token_epoch integer NOT NULL DEFAULT 0, -- raised with a new secret: what the old one obtained ends
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);
CREATE INDEX clients_by_account ON clients (account_id, created_at);

-- A family is one login and everything refreshed from it. A refresh token is used once; one that comes back after it was
-- used has been copied, and ends its whole family.
CREATE TABLE refresh_tokens (
  hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
  family uuid NOT NULL,
  account_id uuid NOT NULL REFERENCES accounts,
  client_id text NOT NULL REFERENCES clients,
  account_epoch integer NOT NULL,     -- as they were at the login: raising either ends it
  client_epoch integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  consumed_at timestamptz,
  successor bytea                     -- the hash of the token that replaced it
);
CREATE INDEX refresh_tokens_by_expiry ON refresh_tokens (expires_at);

-- Whose tokens have to be looked at again, as a feed that every process reads along: the subject is a family, a client or
-- an account, whose ids never collide. A family listed here is revoked; of a client or an account it only says that its
-- row has changed. A row may go when the tokens it is about have expired by themselves.
--
-- Ids are taken before COMMIT, so a higher one can become visible before a lower one. Readers ask by `xid` instead: a
-- snapshot's xmin is the point before which nothing can appear any more.
CREATE TABLE revocations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subject text NOT NULL,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX revocations_by_subject ON revocations (subject);
CREATE INDEX revocations_by_xid ON revocations (xid);
CREATE INDEX revocations_by_expiry ON revocations (expires_at);
