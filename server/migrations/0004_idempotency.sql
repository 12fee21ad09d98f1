-- Idempotency keys: what a client was told, kept for 24 hours. While status is null the request is running, until the lease
-- of the process that runs it ends.
CREATE TABLE idempotency_keys (
  account_id uuid NOT NULL,
  key text NOT NULL,
  fingerprint bytea NOT NULL,
  owner uuid NOT NULL,
  lease_until timestamptz NOT NULL,
  status smallint,
  body text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- Fulfils claims inside the transaction that carries their effects, or raises when one of them was taken over meanwhile:
-- then that transaction must not commit, for another process is doing, or has done, the same work.
CREATE FUNCTION fulfil_claims(accounts uuid[], keys text[], owners uuid[], statuses smallint[], bodies text[])
RETURNS void LANGUAGE plpgsql AS $$
DECLARE fulfilled integer;
BEGIN
  UPDATE idempotency_keys k SET status = c.status, body = c.body
    FROM unnest(accounts, keys, owners, statuses, bodies) AS c(account_id, key, owner, status, body)
   WHERE k.account_id = c.account_id AND k.key = c.key AND k.owner = c.owner AND k.status IS NULL;
  GET DIAGNOSTICS fulfilled = ROW_COUNT;
  IF fulfilled <> cardinality(keys) THEN
    RAISE EXCEPTION 'an idempotency key was taken over by another process' USING ERRCODE = 'TS002';
  END IF;
END $$;
