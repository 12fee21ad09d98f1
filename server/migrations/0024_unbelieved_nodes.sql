-- What a node says is not believed: holes in a lane are filled, and what a node does not show is named.

-- What was ever signed for a nonce is found by it, also when its batch has moved to another one. The nonce is the first member of a
-- legacy transaction, the second of a typed one.
CREATE FUNCTION transaction_nonce(raw bytea) RETURNS bigint LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  at integer := 0;
  head integer;
  nonce bigint := 0;
BEGIN
  IF get_byte(raw, 0) < 128 THEN at := 1; END IF;
  head := get_byte(raw, at);
  at := at + CASE WHEN head >= 248 THEN head - 246 ELSE 1 END;
  IF get_byte(raw, 0) < 128 THEN
    head := get_byte(raw, at);
    at := at + CASE WHEN head < 128 THEN 1 ELSE head - 127 END;
  END IF;
  head := get_byte(raw, at);
  IF head < 128 THEN RETURN head; END IF;
  FOR i IN 1 .. head - 128 LOOP
    nonce := nonce * 256 + get_byte(raw, at + i);
  END LOOP;
  RETURN nonce;
END $$;

ALTER TABLE transactions ADD COLUMN nonce bigint NOT NULL GENERATED ALWAYS AS (transaction_nonce(raw)) STORED;
ALTER TABLE transactions ALTER COLUMN nonce DROP EXPRESSION;
DROP FUNCTION transaction_nonce;
CREATE INDEX transactions_by_nonce ON transactions (nonce);

-- A batch is in a block by a transaction with the nonce of its row. Some became final by one that was signed for an earlier nonce:
-- they get that one back.
UPDATE batches b SET nonce = t.nonce FROM transactions t
 WHERE t.hash = b.transaction_hash AND t.nonce <> b.nonce AND (SELECT count(*) FROM lanes) = 1
   AND NOT EXISTS (SELECT FROM batches o WHERE o.lane_id = b.lane_id AND o.nonce = t.nonce);

-- fill: an empty transaction for a nonce that nothing was signed for.
ALTER TABLE batches DROP CONSTRAINT batches_purpose_check;
ALTER TABLE batches ADD CONSTRAINT batches_purpose_check CHECK (purpose IN ('anchor', 'deploy', 'fill'));

-- What is wrong with the chain as its nodes show it, while it lasts.
CREATE TABLE chain_troubles (
  what text PRIMARY KEY,
  since timestamptz NOT NULL DEFAULT now(),
  why text NOT NULL
);
