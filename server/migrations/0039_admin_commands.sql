-- Commands of administrators that the service hasn't written to its log yet: they run in processes of their own, whose output no one collects.
CREATE TABLE admin_commands (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  command text NOT NULL,
  person text NOT NULL, -- of the operating system
  account_id uuid,
  client_id text
);
