-- Requests of API clients, for their owner: when, which route, how it was answered. No content, no IDs of the path, no addresses.
-- Written in batches after the answers. A line stands for several requests alike where a client sent too many to keep each.
CREATE TABLE request_log (
  client_id text NOT NULL REFERENCES clients (id),
  id uuid NOT NULL,
  at timestamptz NOT NULL,
  method text NOT NULL,
  route text NOT NULL,
  status smallint NOT NULL,
  duration_ms real NOT NULL,
  request_id text NOT NULL,
  error_code text,
  count integer NOT NULL,
  PRIMARY KEY (client_id, id)
);

-- What a list can be filtered by. Lines of a route alone are merged from its classes of status.
CREATE INDEX request_log_by_class ON request_log (client_id, (status / 100), id);
CREATE INDEX request_log_by_route ON request_log (client_id, route, (status / 100), id);
-- Old lines go first.
CREATE INDEX request_log_by_age ON request_log (id);
