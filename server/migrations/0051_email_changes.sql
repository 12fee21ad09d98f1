-- Changes of an account's e-mail address. Wanted until the link in a mail to the new address confirms it, then made, and kept as long as
-- the link in a mail to the old one can undo it.
CREATE TABLE email_changes (
  id uuid PRIMARY KEY,                -- UUIDv7
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  old_email text NOT NULL,
  new_email text NOT NULL,
  token_hash bytea NOT NULL UNIQUE,   -- of the link that confirms; once changed, of the one that undoes
  factor_id text,                     -- the authenticator app at the time of the request: undoing removes a later one
  requested_at timestamptz NOT NULL DEFAULT now(),
  changed_at timestamptz
);
CREATE UNIQUE INDEX email_changes_wanted ON email_changes (account_id) WHERE changed_at IS NULL;
CREATE INDEX email_changes_by_account ON email_changes (account_id);
CREATE INDEX email_changes_by_old ON email_changes (old_email) WHERE changed_at IS NOT NULL;

-- An address that its former account can have back is given to no other one, however an account gets its address.
CREATE FUNCTION refuse_kept_email() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM email_changes c
              WHERE c.old_email = NEW.email AND c.changed_at IS NOT NULL AND c.account_id <> NEW.id) THEN
    RAISE unique_violation USING CONSTRAINT = 'accounts_email', MESSAGE = 'another account can have this address back';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER accounts_email_kept AFTER INSERT OR UPDATE OF email ON accounts
  FOR EACH ROW EXECUTE FUNCTION refuse_kept_email();
