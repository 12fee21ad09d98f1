-- The names behind the numbers, for people who read the tables. The service has them in ledger/batch-state.ts and
-- webhooks/delivery-state.ts, and a test compares.
COMMENT ON COLUMN batches.state IS '0 submitted, 1 confirmed, 2 final, 3 failed';
COMMENT ON COLUMN deliveries.state IS '0 waiting, 1 delivered, 2 failed, 3 cancelled';
COMMENT ON COLUMN accounts.status IS '1 active';
COMMENT ON COLUMN accounts.is_access IS '1 may use the API';
