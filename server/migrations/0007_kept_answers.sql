-- A kept answer may name a thing that is purged before the answer's 24 hours are over. What it is about is kept with it, so that
-- the purge finds it.
ALTER TABLE idempotency_keys ADD COLUMN subject_id uuid;
CREATE INDEX idempotency_keys_by_subject ON idempotency_keys (subject_id) WHERE subject_id IS NOT NULL;

DROP FUNCTION fulfil_claims(uuid[], text[], uuid[], smallint[], text[]);
CREATE FUNCTION fulfil_claims(
  accounts uuid[], keys text[], owners uuid[], statuses smallint[], bodies text[], subjects uuid[])
RETURNS void LANGUAGE plpgsql AS $$
DECLARE fulfilled integer;
BEGIN
  UPDATE idempotency_keys k SET status = c.status, body = c.body, subject_id = c.subject_id
    FROM unnest(accounts, keys, owners, statuses, bodies, subjects) AS c(account_id, key, owner, status, body, subject_id)
   WHERE k.account_id = c.account_id AND k.key = c.key AND k.owner = c.owner AND k.status IS NULL;
  GET DIAGNOSTICS fulfilled = ROW_COUNT;
  IF fulfilled <> cardinality(keys) THEN
    RAISE EXCEPTION 'an idempotency key was taken over by another process' USING ERRCODE = 'TS002';
  END IF;
END $$;
