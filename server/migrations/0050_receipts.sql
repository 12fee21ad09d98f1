-- Mails about runs whose stamps are final, for accounts that want them.
ALTER TABLE accounts ADD COLUMN receipts boolean NOT NULL DEFAULT false;

-- When to look next whether the run is final; null: it has no receipt to come. Each run gets one at most.
ALTER TABLE runs ADD COLUMN receipt_at timestamptz, ADD COLUMN has_receipt boolean NOT NULL DEFAULT false;
CREATE INDEX runs_by_receipt ON runs (receipt_at) WHERE receipt_at IS NOT NULL;
