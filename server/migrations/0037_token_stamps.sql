-- A token on a digest that was stamped before has a stamp of its own, of the SHA-256 of its response.
CREATE INDEX timestamp_tokens_response ON timestamp_tokens (sha256(response));
