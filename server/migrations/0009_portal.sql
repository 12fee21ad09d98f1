-- Logging in to the portal. The person who logs in is the account itself: its row is the one truth, and what belongs to logging
-- in alone stands in tables of its own (their columns are those of better-auth 1.7.6; a test compares).

-- An address is compared without case, and so it is kept.
UPDATE accounts SET email = 'owner@tallystick.localhost' WHERE lower(email) = 'owner@localhost';
UPDATE accounts SET email = lower(email) WHERE email <> lower(email);
DROP INDEX accounts_email;
CREATE UNIQUE INDEX accounts_email ON accounts (email);
ALTER TABLE accounts
  ADD CONSTRAINT accounts_email_lower CHECK (email = lower(email)),
  ADD COLUMN two_factor_enabled boolean NOT NULL DEFAULT false,
  ADD COLUMN deletion_at timestamptz, -- when it will be erased, unless its owner takes that back
  ADD COLUMN erasing boolean NOT NULL DEFAULT false; -- the time is over: a loop erases it, and nothing brings it back
CREATE INDEX accounts_to_erase ON accounts (deletion_at) WHERE deletion_at IS NOT NULL;

CREATE TABLE portal_sessions (
  id text PRIMARY KEY,                -- UUIDv7
  token text NOT NULL UNIQUE,
  user_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  ip_address text,                    -- IPv6: its /64
  user_agent text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX portal_sessions_by_user ON portal_sessions (user_id);
CREATE INDEX portal_sessions_by_expiry ON portal_sessions (expires_at);

-- Passwords, as Argon2id.
CREATE TABLE portal_credentials (
  id text PRIMARY KEY,
  account_id text NOT NULL,
  provider_id text NOT NULL,
  user_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX portal_credentials_by_user ON portal_credentials (user_id, provider_id);

-- What was begun and waits for its second half: password resets, second factors, passkeys.
CREATE TABLE portal_verifications (
  id text PRIMARY KEY,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX portal_verifications_by_identifier ON portal_verifications (identifier);

CREATE TABLE portal_two_factors (
  id text PRIMARY KEY,
  secret text NOT NULL,               -- encrypted
  backup_codes text NOT NULL,         -- encrypted
  user_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  verified boolean DEFAULT true,
  failed_verification_count integer DEFAULT 0,
  locked_until timestamptz
);
CREATE UNIQUE INDEX portal_two_factors_by_user ON portal_two_factors (user_id);

CREATE TABLE portal_passkeys (
  id text PRIMARY KEY,
  name text,
  public_key text NOT NULL,
  user_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  credential_id text NOT NULL UNIQUE,
  counter bigint NOT NULL,
  device_type text NOT NULL,
  backed_up boolean NOT NULL,
  transports text,
  created_at timestamptz,
  aaguid text
);
CREATE INDEX portal_passkeys_by_user ON portal_passkeys (user_id);

CREATE TABLE portal_rate_limits (
  id text PRIMARY KEY,
  key text NOT NULL UNIQUE,
  count integer NOT NULL,
  last_request bigint NOT NULL
);

-- Six digits that were tried for an account: nobody gets in with them a second time.
CREATE TABLE portal_used_codes (
  user_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  code text NOT NULL,
  used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, code)
);

-- Tries at a password, or mails to an address, since the window began; by a keyed hash of whom they concern.
CREATE TABLE portal_attempts (
  subject bytea PRIMARY KEY,
  attempts integer NOT NULL,
  since timestamptz NOT NULL
);

-- Mails on their way out; or, where there is no server to send them, what the development mailbox shows.
CREATE TABLE portal_mails (
  id uuid PRIMARY KEY,                -- UUIDv7
  account_id uuid,                    -- whom it is about
  sealed bytea NOT NULL,              -- recipient and text, AES-256-GCM: they hold links that let their reader in
  attempts integer NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX portal_mails_by_next ON portal_mails (next_at);
CREATE INDEX portal_mails_by_account ON portal_mails (account_id);

-- The tokens of a session end with it, whoever deletes it and however.
CREATE FUNCTION revoke_portal_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO revocations (subject, expires_at) VALUES (OLD.id, now() + interval '1 hour');
  RETURN NULL;
END $$;
CREATE TRIGGER portal_sessions_ended AFTER DELETE ON portal_sessions
  FOR EACH ROW EXECUTE FUNCTION revoke_portal_session();

-- What is remembered about an account with its tokens is looked up anew when it changes.
CREATE FUNCTION announce_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO revocations (subject, expires_at) VALUES (NEW.id::text, now() + interval '1 hour');
  RETURN NULL;
END $$;
CREATE TRIGGER accounts_changed AFTER UPDATE OF name, username, email_verified, status, is_access ON accounts
  FOR EACH ROW WHEN ((OLD.name, OLD.username, OLD.email_verified, OLD.status, OLD.is_access)
    IS DISTINCT FROM (NEW.name, NEW.username, NEW.email_verified, NEW.status, NEW.is_access))
  EXECUTE FUNCTION announce_account();
