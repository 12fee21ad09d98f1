-- Stamps of copies, found by the hash of the document that a copy was made from. What older stamps have there stays as it was sent; what
-- isn't a hash has no digest, and is never found.
CREATE FUNCTION original_digest(text) RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN $1 ~* '^(0x)?([0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$' THEN decode(regexp_replace($1, '^0[xX]', ''), 'hex') END;
-- Few stamps are of copies: the others are in none of these. The first finds an account's newest copy, the second the oldest of all.
CREATE INDEX stamps_copies_of ON stamps (original_digest(original_doc_hash), account_id, id) WHERE original_doc_hash <> '';
CREATE INDEX stamps_all_copies_of ON stamps (original_digest(original_doc_hash), id) WHERE original_doc_hash <> '';
CREATE INDEX stamps_esign ON stamps (account_id, id) WHERE is_esign;
