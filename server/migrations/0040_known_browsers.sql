-- Browsers in which an account has logged in, each with a cookie. Wrong passwords in one count by themselves, so that a stranger's
-- don't lock it out (OWASP: device cookies).
CREATE TABLE portal_browsers (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  cookie_hash bytea NOT NULL,
  user_agent text NOT NULL,
  session_id text NOT NULL, -- of the last login
  first_login_at timestamptz NOT NULL DEFAULT now(),
  last_login_at timestamptz NOT NULL DEFAULT now(),
  no_code_until timestamptz, -- until then, the password is enough there
  UNIQUE (account_id, cookie_hash)
);
CREATE INDEX portal_browsers_by_login ON portal_browsers (last_login_at);
