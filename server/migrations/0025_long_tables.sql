-- Whatever waits, one index finds the deliveries of a webhook in a state. Before, those delivered, and those waiting in the order in
-- which they were made, were looked for among all of the webhook's.
CREATE INDEX deliveries_by_state ON deliveries (webhook_id, state, id);
DROP INDEX deliveries_undelivered;

-- The loop that tidies finds the few webhooks it is after without reading all.
CREATE INDEX webhooks_deleted ON webhooks (id) WHERE disabled_reason = 'deleted';
CREATE INDEX webhooks_rotated ON webhooks (previous_until) WHERE previous_until IS NOT NULL;

-- Erasing an account, and its clients, looked for their tokens among all.
CREATE INDEX refresh_tokens_by_account ON refresh_tokens (account_id);
CREATE INDEX refresh_tokens_by_client ON refresh_tokens (client_id);

-- The loop that deletes what has expired looked at every row.
CREATE INDEX portal_mails_by_age ON portal_mails (created_at);
CREATE INDEX portal_verifications_by_expiry ON portal_verifications (expires_at);
CREATE INDEX portal_used_codes_by_age ON portal_used_codes (used_at);
CREATE INDEX portal_attempts_by_age ON portal_attempts (since);
CREATE INDEX portal_rate_limits_by_age ON portal_rate_limits (last_request);

-- What is due in a loop, and what an account has, was looked for among all.
CREATE INDEX folders_to_encrypt_by_due ON folders_to_encrypt (due_at);
CREATE INDEX uploads_of_account ON uploads (account_id);
CREATE INDEX batches_deploys ON batches (lane_id, nonce) WHERE purpose = 'deploy';
CREATE INDEX changes_deletions_of_account ON changes (account_id, id) WHERE action = 'purged' AND salt IS NOT NULL;

-- Nothing looks for reverted batches any more.
DROP INDEX batches_reverted;

-- What witnesses have answered, kept: it was counted over all trees, for every look at the metrics.
CREATE TABLE witness_answers (
  kind text NOT NULL,
  witness text NOT NULL,
  answered bigint NOT NULL,
  last_answered_at timestamptz,
  PRIMARY KEY (kind, witness)
);
INSERT INTO witness_answers
SELECT kind, witness, count(*), max(answered_at) FROM witness_statements WHERE statement IS NOT NULL GROUP BY kind, witness;

CREATE FUNCTION count_answer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO witness_answers AS k (kind, witness, answered, last_answered_at) VALUES (NEW.kind, NEW.witness, 1, NEW.answered_at)
  ON CONFLICT (kind, witness) DO UPDATE SET answered = k.answered + 1, last_answered_at = greatest(k.last_answered_at, NEW.answered_at);
  RETURN NULL;
END $$;
CREATE TRIGGER witness_statements_answered AFTER UPDATE OF statement ON witness_statements
  FOR EACH ROW WHEN (OLD.statement IS NULL AND NEW.statement IS NOT NULL) EXECUTE FUNCTION count_answer();
