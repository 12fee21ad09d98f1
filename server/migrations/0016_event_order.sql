-- What befell a batch is told in order: is there anything older of the same batch?
CREATE INDEX batch_events_of_batch ON batch_events (batch_id, id);
