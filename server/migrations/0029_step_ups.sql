-- When a person last proved with password, passkey or code that a login is theirs. The subject is a session of the portal, or one
-- access token.
CREATE TABLE step_ups (
  subject text PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  proved_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX step_ups_account ON step_ups (account_id);
CREATE INDEX step_ups_proved ON step_ups (proved_at);
