-- A device without an API client asks for one (RFC 8628). Its person types the user code into the portal and decides; the device shows
-- its own code, kept only as SHA-256, and fetches the client once. A row is worth nothing after ten minutes.
CREATE TABLE device_requests (
  -- Without the dash.
  user_code text PRIMARY KEY,
  device_hash bytea NOT NULL UNIQUE,
  -- What the device calls itself.
  name text NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- When the device last asked in time.
  polled_at timestamptz,
  -- Who decided, and how.
  account_id uuid REFERENCES accounts ON DELETE CASCADE,
  approved boolean,
  -- When the device fetched its client.
  taken_at timestamptz,
  CHECK ((account_id IS NULL) = (approved IS NULL)),
  CHECK (taken_at IS NULL OR approved)
);
CREATE INDEX device_requests_expires ON device_requests (expires_at);
CREATE INDEX device_requests_account ON device_requests (account_id);
