-- A seal names the code of a copy: each code seals one copy. The digest is of what the signature covers, and goes when the code is spent.
ALTER TABLE reserved_codes ADD COLUMN sealed_digest bytea;

-- Uses up codes in the transaction that writes their stamps, or refuses it (TS005) and names those that their accounts don't have.
CREATE OR REPLACE FUNCTION use_codes(codes text[], accounts uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  missing text[] := '{}';
BEGIN
  FOR at IN 1 .. cardinality(codes) LOOP
    UPDATE reserved_codes r SET account_id = NULL, expires_at = NULL, sealed_digest = NULL
     WHERE r.code = codes[at] AND r.account_id = accounts[at] AND r.expires_at > now();
    IF NOT FOUND THEN missing := missing || codes[at]; END IF;
  END LOOP;
  IF missing <> '{}' THEN
    RAISE EXCEPTION 'an account has no such reserved code' USING ERRCODE = 'TS005', DETAIL = array_to_string(missing, ' ');
  END IF;
END $$;
