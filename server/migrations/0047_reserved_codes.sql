-- Codes reserved before their stamps are made: the mark on a copy shows the code, and is part of what is hashed.
-- A row stays permanently, so no code is reserved twice: not after it expired, nor after its stamp was erased. Without an account it is
-- spent, used or expired, and says nothing about anyone. Codes drawn for stamps and files never begin with R, so they meet none of these.
CREATE TABLE reserved_codes (
  code text PRIMARY KEY CHECK (code ~ '^R[0-9A-HJKMNP-TV-Z]{9}$'),
  account_id uuid,
  expires_at timestamptz,
  CHECK ((account_id IS NULL) = (expires_at IS NULL))
);
CREATE INDEX reserved_codes_of_account ON reserved_codes (account_id, expires_at) WHERE account_id IS NOT NULL;
CREATE INDEX reserved_codes_by_expiry ON reserved_codes (expires_at) WHERE expires_at IS NOT NULL;

-- Uses up codes in the transaction that writes their stamps, or refuses it (TS005) and names those that their accounts don't have.
CREATE FUNCTION use_codes(codes text[], accounts uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  missing text[] := '{}';
BEGIN
  FOR at IN 1 .. cardinality(codes) LOOP
    UPDATE reserved_codes r SET account_id = NULL, expires_at = NULL
     WHERE r.code = codes[at] AND r.account_id = accounts[at] AND r.expires_at > now();
    IF NOT FOUND THEN missing := missing || codes[at]; END IF;
  END LOOP;
  IF missing <> '{}' THEN
    RAISE EXCEPTION 'an account has no such reserved code' USING ERRCODE = 'TS005', DETAIL = array_to_string(missing, ' ');
  END IF;
END $$;
