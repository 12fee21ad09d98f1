-- The schema after all migrations, for readers; the service runs the numbered files only. Made by
-- UPDATE_GOLDEN=1 npx vitest run --project server server/test/base/schema.test.ts

CREATE EXTENSION btree_gin;
CREATE EXTENSION pg_trgm;

CREATE TABLE account_bytes (
  account_id uuid NOT NULL,
  kind text NOT NULL,
  slot smallint NOT NULL,
  bytes bigint NOT NULL,
  CONSTRAINT account_bytes_pkey PRIMARY KEY (account_id, kind, slot),
  CONSTRAINT account_bytes_kind_check CHECK (kind = ANY (ARRAY['stamps'::text, 'answers'::text, 'uploads'::text, 'tokens'::text, 'deliveries'::text, 'notes'::text, 'end users'::text]))
);

CREATE TABLE account_limits (
  account_id uuid NOT NULL,
  storage_bytes bigint,
  unfinished_bytes bigint,
  stamps_per_day bigint,
  bulk_items bigint,
  CONSTRAINT account_limits_pkey PRIMARY KEY (account_id),
  CONSTRAINT account_limits_bulk_items_check CHECK (bulk_items >= 0),
  CONSTRAINT account_limits_stamps_per_day_check CHECK (stamps_per_day >= 0),
  CONSTRAINT account_limits_storage_bytes_check CHECK (storage_bytes >= 0),
  CONSTRAINT account_limits_unfinished_bytes_check CHECK (unfinished_bytes >= 0)
);

CREATE TABLE account_usage (
  account_id uuid NOT NULL,
  stored_bytes bigint DEFAULT 0 NOT NULL,
  unfinished_bytes bigint DEFAULT 0 NOT NULL,
  unfinished_uploads bigint DEFAULT 0 NOT NULL,
  CONSTRAINT account_usage_pkey PRIMARY KEY (account_id)
);

CREATE TABLE accounts (
  id uuid NOT NULL,
  email text NOT NULL,
  email_verified boolean DEFAULT false NOT NULL,
  name text NOT NULL,
  username text NOT NULL,
  bio text DEFAULT ''::text NOT NULL,
  wallet_address text NOT NULL,
  language text DEFAULT 'EN'::text NOT NULL,
  profile_picture text DEFAULT ''::text NOT NULL,
  status smallint DEFAULT 1 NOT NULL,
  is_access smallint DEFAULT 1 NOT NULL,
  token_epoch integer DEFAULT 0 NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  two_factor_enabled boolean DEFAULT false NOT NULL,
  deletion_at timestamptz,
  erasing boolean DEFAULT false NOT NULL,
  is_operator boolean DEFAULT false NOT NULL,
  receipts boolean DEFAULT false NOT NULL,
  CONSTRAINT accounts_pkey PRIMARY KEY (id),
  CONSTRAINT accounts_bio_check CHECK (char_length(bio) <= 500),
  CONSTRAINT accounts_email_lower CHECK (email = lower(email)),
  CONSTRAINT accounts_language_check CHECK (language = ANY (ARRAY['EN'::text, 'DE'::text])),
  CONSTRAINT accounts_wallet_address_check CHECK (wallet_address ~ '^0x[0-9a-fA-F]{40}$'::text)
);

CREATE TABLE admin_commands (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  at timestamptz DEFAULT clock_timestamp() NOT NULL,
  command text NOT NULL,
  person text NOT NULL,
  account_id uuid,
  client_id text,
  CONSTRAINT admin_commands_pkey PRIMARY KEY (id)
);

CREATE TABLE batch_events (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  batch_id uuid NOT NULL,
  kind text NOT NULL,
  transaction_hash bytea NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  cursor integer DEFAULT '-1'::integer NOT NULL,
  CONSTRAINT batch_events_pkey PRIMARY KEY (id),
  CONSTRAINT batch_events_kind_check CHECK (kind = ANY (ARRAY['final'::text, 'failed'::text, 'reorged'::text]))
);

CREATE TABLE batch_troubles (
  batch_id uuid NOT NULL,
  since timestamptz DEFAULT now() NOT NULL,
  why text NOT NULL,
  CONSTRAINT batch_troubles_pkey PRIMARY KEY (batch_id)
);

CREATE TABLE batches (
  id uuid NOT NULL,
  lane_id smallint NOT NULL,
  nonce bigint NOT NULL,
  purpose text NOT NULL,
  root bytea NOT NULL,
  size integer NOT NULL,
  leaves bytea STORAGE EXTERNAL NOT NULL,
  tiles bytea NOT NULL,
  state smallint DEFAULT 0 NOT NULL,
  transaction_hash bytea NOT NULL,
  block_number bigint,
  block_hash bytea,
  transaction_index integer,
  trie_proof bytea,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  state_proof bytea,
  day integer DEFAULT (now() AT TIME ZONE 'UTC'::text)::date - '1970-01-01'::date,
  CONSTRAINT batches_pkey PRIMARY KEY (id),
  CONSTRAINT batches_lane_id_nonce_key UNIQUE (lane_id, nonce),
  CONSTRAINT batches_one_evidence CHECK (trie_proof IS NULL OR state_proof IS NULL),
  CONSTRAINT batches_purpose_check CHECK (purpose = ANY (ARRAY['anchor'::text, 'deploy'::text, 'fill'::text]))
);

CREATE TABLE blob_leftovers (
  key text NOT NULL,
  due_at timestamptz NOT NULL,
  CONSTRAINT blob_leftovers_pkey PRIMARY KEY (key)
);

CREATE TABLE blocks (
  hash bytea NOT NULL,
  number bigint NOT NULL,
  "time" timestamptz NOT NULL,
  header bytea NOT NULL,
  CONSTRAINT blocks_pkey PRIMARY KEY (hash)
);

CREATE TABLE chain_troubles (
  what text NOT NULL,
  since timestamptz DEFAULT now() NOT NULL,
  why text NOT NULL,
  CONSTRAINT chain_troubles_pkey PRIMARY KEY (what)
);

CREATE TABLE changes (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  subject text NOT NULL,
  subject_id uuid NOT NULL,
  action text NOT NULL,
  digest bytea,
  salt bytea,
  details json,
  batch_id uuid NOT NULL,
  leaf_index integer NOT NULL,
  CONSTRAINT changes_pkey PRIMARY KEY (id),
  CONSTRAINT changes_batch_id_leaf_index_key UNIQUE (batch_id, leaf_index),
  CONSTRAINT changes_check CHECK (num_nulls(digest, salt, details) = ANY (ARRAY[0, 3])),
  CONSTRAINT changes_subject_check CHECK (subject = ANY (ARRAY['folder'::text, 'file'::text]))
);

CREATE TABLE clients (
  id text NOT NULL,
  account_id uuid NOT NULL,
  name text NOT NULL,
  secret_hash bytea NOT NULL,
  secret_sealed bytea NOT NULL,
  token_epoch integer DEFAULT 0 NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  last_used_at timestamptz,
  revoked_at timestamptz,
  CONSTRAINT clients_pkey PRIMARY KEY (id),
  CONSTRAINT clients_secret_hash_check CHECK (octet_length(secret_hash) = 32)
);

CREATE TABLE clock (
  only_row boolean DEFAULT true NOT NULL,
  trusted_at timestamptz NOT NULL,
  accepted_at timestamptz,
  blocks_ahead_ms bigint DEFAULT 0 NOT NULL,
  CONSTRAINT clock_pkey PRIMARY KEY (only_row),
  CONSTRAINT clock_only_row_check CHECK (only_row)
);

CREATE TABLE deliveries (
  id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  account_id uuid NOT NULL,
  event text NOT NULL,
  subject_id uuid NOT NULL,
  is_file boolean NOT NULL,
  batch_event_id bigint,
  leaf_index integer,
  payload text NOT NULL,
  state smallint DEFAULT 0 NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  step integer DEFAULT 0 NOT NULL,
  next_at timestamptz DEFAULT now() NOT NULL,
  lease_owner uuid,
  lease_until timestamptz,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT deliveries_event_check CHECK (event = ANY (ARRAY['hash.succeed'::text, 'hash.failed'::text, 'hash.reorged'::text, 'test'::text])),
  CONSTRAINT deliveries_state_check CHECK (state >= 0 AND state <= 3),
  CONSTRAINT deliveries_webhook_id_batch_event_id_leaf_index_key UNIQUE (webhook_id, batch_event_id, leaf_index)
) WITH (fillfactor=50);

CREATE TABLE delivery_attempts (
  delivery_id uuid NOT NULL,
  number integer NOT NULL,
  at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  address text,
  request_head text NOT NULL,
  response_status smallint,
  response_head text,
  response_body text,
  error text,
  error_code text,
  CONSTRAINT delivery_attempts_pkey PRIMARY KEY (delivery_id, number)
);

CREATE TABLE device_requests (
  user_code text NOT NULL,
  device_hash bytea NOT NULL,
  name text NOT NULL,
  requested_at timestamptz DEFAULT now() NOT NULL,
  expires_at timestamptz NOT NULL,
  polled_at timestamptz,
  account_id uuid,
  approved boolean,
  taken_at timestamptz,
  CONSTRAINT device_requests_pkey PRIMARY KEY (user_code),
  CONSTRAINT device_requests_check CHECK ((account_id IS NULL) = (approved IS NULL)),
  CONSTRAINT device_requests_check1 CHECK (taken_at IS NULL OR approved),
  CONSTRAINT device_requests_device_hash_key UNIQUE (device_hash)
);

CREATE TABLE email_changes (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  old_email text NOT NULL,
  new_email text NOT NULL,
  token_hash bytea NOT NULL,
  factor_id text,
  requested_at timestamptz DEFAULT now() NOT NULL,
  changed_at timestamptz,
  CONSTRAINT email_changes_pkey PRIMARY KEY (id),
  CONSTRAINT email_changes_token_hash_key UNIQUE (token_hash)
);

CREATE TABLE end_users (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  user_id text NOT NULL,
  username text,
  email text,
  public_address text,
  publishes_name boolean NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT end_users_pkey PRIMARY KEY (id),
  CONSTRAINT end_users_account_id_user_id_key UNIQUE (account_id, user_id),
  CONSTRAINT end_users_check CHECK ((username IS NULL) = (email IS NULL) AND (username IS NULL) = (public_address IS NULL)),
  CONSTRAINT end_users_user_id_check CHECK (user_id <> ''::text)
);

CREATE TABLE erased_stamps (
  batch_id uuid NOT NULL,
  leaf_index integer NOT NULL,
  CONSTRAINT erased_stamps_pkey PRIMARY KEY (batch_id, leaf_index)
);

CREATE TABLE export_links (
  token_hash bytea NOT NULL,
  account_id uuid NOT NULL,
  wanted jsonb NOT NULL,
  ids uuid[] NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT export_links_pkey PRIMARY KEY (token_hash)
);

CREATE TABLE file_counts (
  folder_id uuid NOT NULL,
  is_bin boolean NOT NULL,
  files bigint NOT NULL,
  CONSTRAINT file_counts_pkey PRIMARY KEY (folder_id, is_bin)
);

CREATE TABLE file_versions (
  id uuid NOT NULL,
  file_id uuid NOT NULL,
  number integer NOT NULL,
  blob text NOT NULL,
  is_encrypted boolean NOT NULL,
  size bigint NOT NULL,
  digest bytea NOT NULL,
  filename text NOT NULL,
  mimetype text NOT NULL,
  pages integer DEFAULT 1 NOT NULL,
  width integer DEFAULT 0 NOT NULL,
  height integer DEFAULT 0 NOT NULL,
  thumbnail text,
  thumbnail_size integer,
  look_at timestamptz,
  looks smallint DEFAULT 0 NOT NULL,
  change_id uuid NOT NULL,
  client_id text DEFAULT ''::text NOT NULL,
  damage text,
  thumbnail_digest bytea,
  CONSTRAINT file_versions_pkey PRIMARY KEY (id),
  CONSTRAINT file_versions_blob_key UNIQUE (blob),
  CONSTRAINT file_versions_damage_check CHECK (damage = ANY (ARRAY['missing'::text, 'changed'::text, 'unreadable'::text])),
  CONSTRAINT file_versions_digest_check CHECK (octet_length(digest) = 32),
  CONSTRAINT file_versions_file_id_number_key UNIQUE (file_id, number),
  CONSTRAINT file_versions_thumbnail_digest_check CHECK (octet_length(thumbnail_digest) = 32),
  CONSTRAINT file_versions_thumbnail_key UNIQUE (thumbnail)
);

CREATE TABLE files (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  folder_id uuid NOT NULL,
  name text NOT NULL,
  search_key text NOT NULL,
  description text NOT NULL,
  code text NOT NULL,
  is_favourite boolean DEFAULT false NOT NULL,
  latitude double precision,
  longitude double precision,
  uploaded_by text NOT NULL,
  version_id uuid NOT NULL,
  versions integer DEFAULT 1 NOT NULL,
  deleted_at timestamptz,
  updated_at timestamptz NOT NULL,
  CONSTRAINT files_pkey PRIMARY KEY (id),
  CONSTRAINT files_code_key UNIQUE (code)
);

CREATE TABLE folder_counts (
  scope uuid NOT NULL,
  is_private boolean NOT NULL,
  is_bin boolean NOT NULL,
  folders bigint NOT NULL,
  CONSTRAINT folder_counts_pkey PRIMARY KEY (scope, is_private, is_bin)
);

CREATE TABLE folders (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  parent_id uuid,
  name text NOT NULL,
  name_key text NOT NULL,
  own_private boolean NOT NULL,
  is_private boolean NOT NULL,
  level smallint NOT NULL,
  deleted_at timestamptz,
  bin_id uuid,
  purging boolean DEFAULT false NOT NULL,
  updated_at timestamptz NOT NULL,
  purge_id uuid,
  purge_requested_at timestamptz,
  purged_files bigint DEFAULT 0 NOT NULL,
  purged_folders bigint DEFAULT 0 NOT NULL,
  search_key text DEFAULT ''::text NOT NULL,
  CONSTRAINT folders_pkey PRIMARY KEY (id),
  CONSTRAINT folders_check CHECK ((parent_id IS NULL) = (level = 0)),
  CONSTRAINT folders_check1 CHECK ((deleted_at IS NULL) = (bin_id IS NULL)),
  CONSTRAINT folders_check2 CHECK (NOT purging OR deleted_at IS NOT NULL),
  CONSTRAINT folders_level_check CHECK (level >= 0 AND level <= 32)
);

CREATE TABLE folders_to_encrypt (
  folder_id uuid NOT NULL,
  due_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT folders_to_encrypt_pkey PRIMARY KEY (folder_id)
);

CREATE TABLE idempotency_keys (
  account_id uuid NOT NULL,
  key text NOT NULL,
  fingerprint bytea NOT NULL,
  owner uuid NOT NULL,
  lease_until timestamptz NOT NULL,
  status smallint,
  body text,
  created_at timestamptz DEFAULT now() NOT NULL,
  subject_id uuid,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (account_id, key)
);

CREATE TABLE interventions (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  at timestamptz DEFAULT now() NOT NULL,
  operator_id uuid,
  person text,
  reason text,
  CONSTRAINT interventions_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT interventions_check CHECK ((operator_id IS NULL) <> (person IS NULL)),
  CONSTRAINT interventions_kind_check CHECK (kind = ANY (ARRAY['disabled'::text, 'enabled'::text, 'operator_added'::text, 'operator_removed'::text])),
  CONSTRAINT interventions_reason_check CHECK (char_length(reason) <= 500)
);

CREATE TABLE lanes (
  id smallint GENERATED ALWAYS AS IDENTITY NOT NULL,
  address bytea NOT NULL,
  next_nonce bigint NOT NULL,
  fencing_token bigint DEFAULT 0 NOT NULL,
  lease_until timestamptz DEFAULT '-infinity'::timestamp with time zone NOT NULL,
  CONSTRAINT lanes_pkey PRIMARY KEY (id),
  CONSTRAINT lanes_address_check CHECK (octet_length(address) = 20),
  CONSTRAINT lanes_address_key UNIQUE (address)
);

CREATE TABLE master_keys (
  id text NOT NULL,
  since timestamptz DEFAULT clock_timestamp() NOT NULL,
  is_needed boolean DEFAULT true NOT NULL,
  CONSTRAINT master_keys_pkey PRIMARY KEY (id),
  CONSTRAINT master_keys_id_check CHECK (id ~ '^[0-9a-f]{16}$'::text)
);

CREATE TABLE migrations (
  name text NOT NULL,
  ran_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT migrations_pkey PRIMARY KEY (name)
);

CREATE TABLE network (
  only_row boolean DEFAULT true NOT NULL,
  deployment_id uuid NOT NULL,
  chain_id bigint NOT NULL,
  contract bytea NOT NULL,
  CONSTRAINT network_pkey PRIMARY KEY (only_row),
  CONSTRAINT network_contract_check CHECK (octet_length(contract) = 20),
  CONSTRAINT network_only_row_check CHECK (only_row)
);

CREATE TABLE portal_attempts (
  subject bytea NOT NULL,
  attempts integer NOT NULL,
  since timestamptz NOT NULL,
  CONSTRAINT portal_attempts_pkey PRIMARY KEY (subject)
);

CREATE TABLE portal_browsers (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  cookie_hash bytea NOT NULL,
  user_agent text NOT NULL,
  session_id text NOT NULL,
  first_login_at timestamptz DEFAULT now() NOT NULL,
  last_login_at timestamptz DEFAULT now() NOT NULL,
  no_code_until timestamptz,
  CONSTRAINT portal_browsers_pkey PRIMARY KEY (id),
  CONSTRAINT portal_browsers_account_id_cookie_hash_key UNIQUE (account_id, cookie_hash)
);

CREATE TABLE portal_credentials (
  id text NOT NULL,
  account_id text NOT NULL,
  provider_id text NOT NULL,
  user_id uuid NOT NULL,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT portal_credentials_pkey PRIMARY KEY (id)
);

CREATE TABLE portal_mails (
  id uuid NOT NULL,
  account_id uuid,
  sealed bytea NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  next_at timestamptz DEFAULT now() NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT portal_mails_pkey PRIMARY KEY (id)
);

CREATE TABLE portal_passkeys (
  id text NOT NULL,
  name text,
  public_key text NOT NULL,
  user_id uuid NOT NULL,
  credential_id text NOT NULL,
  counter bigint NOT NULL,
  device_type text NOT NULL,
  backed_up boolean NOT NULL,
  transports text,
  created_at timestamptz,
  aaguid text,
  CONSTRAINT portal_passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT portal_passkeys_credential_id_key UNIQUE (credential_id)
);

CREATE TABLE portal_rate_limits (
  id text NOT NULL,
  key text NOT NULL,
  count integer NOT NULL,
  last_request bigint NOT NULL,
  CONSTRAINT portal_rate_limits_pkey PRIMARY KEY (id),
  CONSTRAINT portal_rate_limits_key_key UNIQUE (key)
);

CREATE TABLE portal_sessions (
  id text NOT NULL,
  token text NOT NULL,
  user_id uuid NOT NULL,
  ip_address text,
  user_agent text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT portal_sessions_pkey PRIMARY KEY (id),
  CONSTRAINT portal_sessions_token_key UNIQUE (token)
);

CREATE TABLE portal_two_factors (
  id text NOT NULL,
  secret text NOT NULL,
  backup_codes text NOT NULL,
  user_id uuid NOT NULL,
  verified boolean DEFAULT true,
  failed_verification_count integer DEFAULT 0,
  locked_until timestamptz,
  CONSTRAINT portal_two_factors_pkey PRIMARY KEY (id)
);

CREATE TABLE portal_used_codes (
  user_id uuid NOT NULL,
  code text NOT NULL,
  used_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT portal_used_codes_pkey PRIMARY KEY (user_id, code)
);

CREATE TABLE portal_verifications (
  id text NOT NULL,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT portal_verifications_pkey PRIMARY KEY (id)
);

CREATE TABLE refresh_tokens (
  hash bytea NOT NULL,
  family uuid NOT NULL,
  account_id uuid NOT NULL,
  client_id text NOT NULL,
  account_epoch integer NOT NULL,
  client_epoch integer NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  expires_at timestamptz NOT NULL,
  consumed_at timestamptz,
  successor bytea,
  CONSTRAINT refresh_tokens_pkey PRIMARY KEY (hash),
  CONSTRAINT refresh_tokens_hash_check CHECK (octet_length(hash) = 32)
);

CREATE TABLE request_log (
  client_id text NOT NULL,
  id uuid NOT NULL,
  at timestamptz NOT NULL,
  method text NOT NULL,
  route text NOT NULL,
  status smallint NOT NULL,
  duration_ms real NOT NULL,
  request_id text NOT NULL,
  error_code text,
  count integer NOT NULL,
  CONSTRAINT request_log_pkey PRIMARY KEY (client_id, id)
);

CREATE TABLE resealing (
  part text NOT NULL,
  key_id text NOT NULL,
  resealed bigint NOT NULL,
  remaining bigint,
  looked_at timestamptz DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT resealing_pkey PRIMARY KEY (part)
);

CREATE TABLE reserved_codes (
  code text NOT NULL,
  account_id uuid,
  expires_at timestamptz,
  sealed_digest bytea,
  CONSTRAINT reserved_codes_pkey PRIMARY KEY (code),
  CONSTRAINT reserved_codes_check CHECK ((account_id IS NULL) = (expires_at IS NULL)),
  CONSTRAINT reserved_codes_code_check CHECK (code ~ '^R[0-9A-HJKMNP-TV-Z]{9}$'::text)
);

CREATE TABLE revocations (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  subject text NOT NULL,
  xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT revocations_pkey PRIMARY KEY (id)
);

CREATE TABLE run_failures (
  account_id uuid NOT NULL,
  run_id uuid NOT NULL,
  folder text NOT NULL,
  name text NOT NULL,
  reason text NOT NULL,
  CONSTRAINT run_failures_pkey PRIMARY KEY (account_id, run_id, folder, name)
);

CREATE TABLE run_stamps (
  account_id uuid NOT NULL,
  run_id uuid NOT NULL,
  stamp_id uuid NOT NULL,
  folder text NOT NULL,
  CONSTRAINT run_stamps_pkey PRIMARY KEY (account_id, run_id, stamp_id)
);

CREATE TABLE runs (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  is_private boolean NOT NULL,
  stamped integer DEFAULT 0 NOT NULL,
  failed integer DEFAULT 0 NOT NULL,
  receipt_at timestamptz,
  has_receipt boolean DEFAULT false NOT NULL,
  CONSTRAINT runs_pkey PRIMARY KEY (account_id, id)
);

CREATE TABLE scrubs (
  only_row boolean DEFAULT true NOT NULL,
  began_at timestamptz DEFAULT now() NOT NULL,
  ended_at timestamptz,
  after_version uuid,
  objects bigint DEFAULT 0 NOT NULL,
  bytes bigint DEFAULT 0 NOT NULL,
  CONSTRAINT scrubs_pkey PRIMARY KEY (only_row),
  CONSTRAINT scrubs_only_row_check CHECK (only_row)
);

CREATE TABLE stamp_counts (
  account_id uuid NOT NULL,
  lane_id smallint NOT NULL,
  stamps bigint NOT NULL,
  private bigint DEFAULT 0 NOT NULL,
  day integer DEFAULT 0 NOT NULL,
  today bigint DEFAULT 0 NOT NULL,
  inexact_until integer DEFAULT 0 NOT NULL,
  CONSTRAINT stamp_counts_pkey PRIMARY KEY (account_id, lane_id)
);

CREATE TABLE stamp_days (
  account_id uuid NOT NULL,
  day integer NOT NULL,
  lane_id smallint NOT NULL,
  stamps bigint NOT NULL,
  CONSTRAINT stamp_days_pkey PRIMARY KEY (account_id, day, lane_id)
);

CREATE TABLE stamp_notes (
  account_id uuid NOT NULL,
  stamp_id uuid NOT NULL,
  note text NOT NULL,
  search_key text NOT NULL,
  CONSTRAINT stamp_notes_pkey PRIMARY KEY (account_id, stamp_id)
);

CREATE TABLE stamp_tags (
  account_id uuid NOT NULL,
  tag text NOT NULL,
  stamp_id uuid NOT NULL,
  CONSTRAINT stamp_tags_pkey PRIMARY KEY (account_id, tag, stamp_id)
);

CREATE TABLE stamps (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  client_id text NOT NULL,
  version smallint NOT NULL,
  hash bytea NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  original_doc_hash text NOT NULL,
  is_esign boolean NOT NULL,
  is_private boolean NOT NULL,
  metadata json NOT NULL,
  owner text NOT NULL,
  salt bytea NOT NULL,
  batch_id uuid NOT NULL,
  leaf_index integer NOT NULL,
  gave_way boolean DEFAULT false NOT NULL,
  search_key text,
  details_public boolean DEFAULT false NOT NULL,
  was_private boolean DEFAULT false NOT NULL,
  end_user text,
  CONSTRAINT stamps_pkey PRIMARY KEY (account_id, id)
);

CREATE TABLE step_ups (
  subject text NOT NULL,
  account_id uuid NOT NULL,
  proved_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT step_ups_pkey PRIMARY KEY (subject)
);

CREATE TABLE tags (
  account_id uuid NOT NULL,
  tag text NOT NULL,
  search_key text NOT NULL,
  CONSTRAINT tags_pkey PRIMARY KEY (account_id, tag)
);

CREATE TABLE timestamp_authority (
  only_row boolean DEFAULT true NOT NULL,
  certificates text NOT NULL,
  private_key bytea NOT NULL,
  CONSTRAINT timestamp_authority_pkey PRIMARY KEY (only_row),
  CONSTRAINT timestamp_authority_only_row_check CHECK (only_row)
);

CREATE TABLE timestamp_tokens (
  serial uuid NOT NULL,
  account_id uuid NOT NULL,
  hash bytea NOT NULL,
  response bytea NOT NULL,
  CONSTRAINT timestamp_tokens_pkey PRIMARY KEY (serial)
);

CREATE TABLE transactions (
  hash bytea NOT NULL,
  batch_id uuid NOT NULL,
  raw bytea NOT NULL,
  max_fee_per_gas bigint NOT NULL,
  max_priority_fee_per_gas bigint NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  nonce bigint NOT NULL,
  reverted_number bigint,
  reverted_hash bytea,
  CONSTRAINT transactions_pkey PRIMARY KEY (hash),
  CONSTRAINT transactions_check CHECK ((reverted_number IS NULL) = (reverted_hash IS NULL))
);

CREATE TABLE upload_parts (
  upload_id uuid NOT NULL,
  start bigint NOT NULL,
  size bigint NOT NULL,
  blob text NOT NULL,
  CONSTRAINT upload_parts_pkey PRIMARY KEY (upload_id, start),
  CONSTRAINT upload_parts_blob_key UNIQUE (blob)
);

CREATE TABLE uploads (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  fields json NOT NULL,
  metadata text NOT NULL,
  size bigint NOT NULL,
  received bigint DEFAULT 0 NOT NULL,
  file_id uuid,
  version_id uuid,
  lock_token uuid,
  lock_until timestamptz DEFAULT '-infinity'::timestamp with time zone NOT NULL,
  lock_wanted boolean DEFAULT false NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT uploads_pkey PRIMARY KEY (id),
  CONSTRAINT uploads_check CHECK (received <= size)
);

CREATE TABLE webhooks (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  redirect_url text NOT NULL,
  description text NOT NULL,
  actions text[] NOT NULL,
  secret_sealed bytea NOT NULL,
  previous_secret_sealed bytea,
  previous_until timestamptz,
  disabled_at timestamptz,
  disabled_reason text,
  first_failure_at timestamptz,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT webhooks_pkey PRIMARY KEY (id),
  CONSTRAINT webhooks_check CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL)),
  CONSTRAINT webhooks_check1 CHECK ((previous_secret_sealed IS NULL) = (previous_until IS NULL)),
  CONSTRAINT webhooks_disabled_reason_check CHECK (disabled_reason = ANY (ARRAY['owner'::text, 'gone'::text, 'failing'::text, 'deleted'::text]))
);

CREATE TABLE witness_answers (
  kind text NOT NULL,
  witness text NOT NULL,
  answered bigint NOT NULL,
  last_answered_at timestamptz,
  CONSTRAINT witness_answers_pkey PRIMARY KEY (kind, witness)
);

CREATE TABLE witness_lanes (
  lane_id smallint NOT NULL,
  next_nonce bigint NOT NULL,
  CONSTRAINT witness_lanes_pkey PRIMARY KEY (lane_id)
);

CREATE TABLE witness_leaves (
  batch_id uuid NOT NULL,
  tree_id uuid NOT NULL,
  leaf_index integer NOT NULL,
  CONSTRAINT witness_leaves_pkey PRIMARY KEY (batch_id)
);

CREATE TABLE witness_nonces (
  chain_id bigint NOT NULL,
  address bytea NOT NULL,
  nonce bigint NOT NULL,
  tree_id uuid NOT NULL,
  CONSTRAINT witness_nonces_pkey PRIMARY KEY (chain_id, address, nonce),
  CONSTRAINT witness_nonces_address_check CHECK (octet_length(address) = 20)
);

CREATE TABLE witness_statements (
  tree_id uuid NOT NULL,
  kind text NOT NULL,
  witness text NOT NULL,
  statement bytea,
  pending bytea,
  answered_at timestamptz,
  attempts integer DEFAULT 0 NOT NULL,
  due_at timestamptz DEFAULT now() NOT NULL,
  failure text,
  batch_id uuid,
  leaf_index integer,
  CONSTRAINT witness_statements_pkey PRIMARY KEY (tree_id, kind, witness),
  CONSTRAINT witness_statements_kind_check CHECK (kind = ANY (ARRAY['rfc3161'::text, 'opentimestamps'::text, 'chain'::text])),
  CONSTRAINT witness_statements_recorded CHECK ((batch_id IS NULL) = (leaf_index IS NULL))
);

CREATE TABLE witness_transactions (
  hash bytea NOT NULL,
  chain_id bigint NOT NULL,
  address bytea NOT NULL,
  nonce bigint NOT NULL,
  raw bytea NOT NULL,
  max_fee_per_gas bigint NOT NULL,
  max_priority_fee_per_gas bigint NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT witness_transactions_pkey PRIMARY KEY (hash)
);

CREATE TABLE witness_trees (
  id uuid NOT NULL,
  size integer NOT NULL,
  root bytea NOT NULL,
  leaves bytea STORAGE EXTERNAL NOT NULL,
  tiles bytea NOT NULL,
  CONSTRAINT witness_trees_pkey PRIMARY KEY (id),
  CONSTRAINT witness_trees_root_check CHECK (octet_length(root) = 32)
);

ALTER TABLE account_limits ADD CONSTRAINT account_limits_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;
ALTER TABLE account_usage ADD CONSTRAINT account_usage_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;
ALTER TABLE batch_troubles ADD CONSTRAINT batch_troubles_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES batches(id) ON DELETE CASCADE;
ALTER TABLE clients ADD CONSTRAINT clients_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE deliveries ADD CONSTRAINT deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id);
ALTER TABLE delivery_attempts ADD CONSTRAINT delivery_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id) ON DELETE CASCADE;
ALTER TABLE device_requests ADD CONSTRAINT device_requests_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;
ALTER TABLE email_changes ADD CONSTRAINT email_changes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;
ALTER TABLE end_users ADD CONSTRAINT end_users_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE file_versions ADD CONSTRAINT file_versions_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id);
ALTER TABLE files ADD CONSTRAINT files_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE files ADD CONSTRAINT files_folder_id_fkey FOREIGN KEY (folder_id) REFERENCES folders(id);
ALTER TABLE folders ADD CONSTRAINT folders_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE folders ADD CONSTRAINT folders_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES folders(id);
ALTER TABLE interventions ADD CONSTRAINT interventions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;
ALTER TABLE portal_browsers ADD CONSTRAINT portal_browsers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;
ALTER TABLE portal_credentials ADD CONSTRAINT portal_credentials_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts(id) ON DELETE CASCADE;
ALTER TABLE portal_passkeys ADD CONSTRAINT portal_passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts(id) ON DELETE CASCADE;
ALTER TABLE portal_sessions ADD CONSTRAINT portal_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts(id) ON DELETE CASCADE;
ALTER TABLE portal_two_factors ADD CONSTRAINT portal_two_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts(id) ON DELETE CASCADE;
ALTER TABLE portal_used_codes ADD CONSTRAINT portal_used_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts(id) ON DELETE CASCADE;
ALTER TABLE refresh_tokens ADD CONSTRAINT refresh_tokens_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE refresh_tokens ADD CONSTRAINT refresh_tokens_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
ALTER TABLE request_log ADD CONSTRAINT request_log_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id);
ALTER TABLE run_failures ADD CONSTRAINT run_failures_account_id_run_id_fkey FOREIGN KEY (account_id, run_id) REFERENCES runs(account_id, id) ON DELETE CASCADE;
ALTER TABLE run_stamps ADD CONSTRAINT run_stamps_account_id_run_id_fkey FOREIGN KEY (account_id, run_id) REFERENCES runs(account_id, id) ON DELETE CASCADE;
ALTER TABLE stamp_tags ADD CONSTRAINT stamp_tags_account_id_tag_fkey FOREIGN KEY (account_id, tag) REFERENCES tags(account_id, tag);
ALTER TABLE step_ups ADD CONSTRAINT step_ups_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;
ALTER TABLE timestamp_tokens ADD CONSTRAINT timestamp_tokens_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE upload_parts ADD CONSTRAINT upload_parts_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES uploads(id);
ALTER TABLE webhooks ADD CONSTRAINT webhooks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE witness_leaves ADD CONSTRAINT witness_leaves_tree_id_fkey FOREIGN KEY (tree_id) REFERENCES witness_trees(id);
ALTER TABLE witness_nonces ADD CONSTRAINT witness_nonces_tree_id_fkey FOREIGN KEY (tree_id) REFERENCES witness_trees(id);
ALTER TABLE witness_statements ADD CONSTRAINT witness_statements_tree_id_fkey FOREIGN KEY (tree_id) REFERENCES witness_trees(id);
ALTER TABLE witness_transactions ADD CONSTRAINT witness_transactions_chain_id_address_nonce_fkey FOREIGN KEY (chain_id, address, nonce) REFERENCES witness_nonces(chain_id, address, nonce);

CREATE OR REPLACE FUNCTION public.add_bytes(account uuid, of_kind text, of_slot integer, added bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO account_bytes AS b (account_id, kind, slot, bytes) VALUES (account, of_kind, of_slot, added)
  ON CONFLICT (account_id, kind, slot) DO UPDATE SET bytes = b.bytes + excluded.bytes;
END $function$;

CREATE OR REPLACE FUNCTION public.announce_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO revocations (subject, expires_at) VALUES (NEW.id::text, now() + interval '1 hour');
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.claim_nonce(lane smallint, token bigint, nonce bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE lanes SET next_nonce = next_nonce + 1
   WHERE id = lane AND fencing_token = token AND next_nonce = nonce;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'lane % is no longer held with token % at nonce %', lane, token, nonce USING ERRCODE = 'TS001';
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION public.count_answer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO witness_answers AS k (kind, witness, answered, last_answered_at) VALUES (NEW.kind, NEW.witness, 1, NEW.answered_at)
  ON CONFLICT (kind, witness) DO UPDATE SET answered = k.answered + 1, last_answered_at = greatest(k.last_answered_at, NEW.answered_at);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.count_deliveries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE of_slot smallint := pg_backend_pid() & 63;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO account_bytes AS b (account_id, kind, slot, bytes)
    SELECT account_id, 'deliveries', of_slot, sum(octet_length(payload)) FROM added GROUP BY 1 ORDER BY 1
    ON CONFLICT (account_id, kind, slot) DO UPDATE SET bytes = b.bytes + excluded.bytes;
  ELSE
    INSERT INTO account_bytes AS b (account_id, kind, slot, bytes)
    SELECT account_id, 'deliveries', of_slot, -sum(octet_length(payload)) FROM removed GROUP BY 1 ORDER BY 1
    ON CONFLICT (account_id, kind, slot) DO UPDATE SET bytes = b.bytes + excluded.bytes;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.count_end_users()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM add_bytes(account_id, 'end users', 0, -bytes) FROM (
      SELECT account_id, sum(end_user_bytes(user_id, username, email, public_address))::bigint AS bytes FROM removed GROUP BY 1 ORDER BY 1) AS s;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM add_bytes(account_id, 'end users', 0, bytes) FROM (
      SELECT account_id, sum(end_user_bytes(user_id, username, email, public_address))::bigint AS bytes FROM added GROUP BY 1 ORDER BY 1) AS s;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.count_failures()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM add_bytes(account_id, 'notes', 0, -bytes) FROM (
      SELECT account_id, sum(failure_bytes(folder, name, reason))::bigint AS bytes FROM removed GROUP BY 1 ORDER BY 1) AS s;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM add_bytes(account_id, 'notes', 0, bytes) FROM (
      SELECT account_id, sum(failure_bytes(folder, name, reason))::bigint AS bytes FROM added GROUP BY 1 ORDER BY 1) AS s;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.count_files()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO file_counts AS k (folder_id, is_bin, files)
    SELECT folder_id, is_bin, sum(files) FROM (
      SELECT folder_id, deleted_at IS NOT NULL AS is_bin, 1 AS files FROM added
       UNION ALL SELECT folder_id, deleted_at IS NOT NULL, -1 FROM removed) AS c
     GROUP BY 1, 2 HAVING sum(files) <> 0 ORDER BY 1, 2
    ON CONFLICT (folder_id, is_bin) DO UPDATE SET files = k.files + excluded.files;
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO file_counts AS k (folder_id, is_bin, files)
    SELECT folder_id, deleted_at IS NOT NULL, count(*) FROM added GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (folder_id, is_bin) DO UPDATE SET files = k.files + excluded.files;
  ELSE
    INSERT INTO file_counts AS k (folder_id, is_bin, files)
    SELECT folder_id, deleted_at IS NOT NULL, -count(*) FROM removed GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (folder_id, is_bin) DO UPDATE SET files = k.files + excluded.files;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.count_folders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO folder_counts AS k (scope, is_private, is_bin, folders)
    SELECT s.scope, f.is_private, f.deleted_at IS NOT NULL, count(*)
      FROM added f, LATERAL (VALUES (f.account_id), (f.parent_id)) AS s(scope)
     WHERE f.parent_id IS NOT NULL AND NOT f.purging GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (scope, is_private, is_bin) DO UPDATE SET folders = k.folders + excluded.folders;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO folder_counts AS k (scope, is_private, is_bin, folders)
    SELECT s.scope, f.is_private, f.deleted_at IS NOT NULL, -count(*)
      FROM removed f, LATERAL (VALUES (f.account_id), (f.parent_id)) AS s(scope)
     WHERE f.parent_id IS NOT NULL AND NOT f.purging GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (scope, is_private, is_bin) DO UPDATE SET folders = k.folders + excluded.folders;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.count_kept_answer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM add_bytes(OLD.account_id, 'answers', 0, large_answer(NEW.body) - large_answer(OLD.body));
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.count_metadata()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    -- A lane's batches come one after another, so its slot is never waited for.
    PERFORM add_bytes(account_id, 'stamps', lane, bytes) FROM (
      SELECT account_id, coalesce((SELECT lane_id FROM batches WHERE id = batch_id), 0) AS lane, sum(octet_length(metadata::text)) AS bytes
        FROM added WHERE octet_length(metadata::text) > 2 GROUP BY account_id, batch_id ORDER BY account_id) AS s;
  ELSE
    PERFORM add_bytes(account_id, 'stamps', -1, -bytes) FROM (
      SELECT account_id, sum(octet_length(metadata::text)) AS bytes
        FROM removed WHERE octet_length(metadata::text) > 2 GROUP BY 1 ORDER BY 1) AS s;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.count_notes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM add_bytes(account_id, 'notes', 0, -bytes)
       FROM (SELECT account_id, sum(octet_length(note)) AS bytes FROM removed GROUP BY 1 ORDER BY 1) AS s;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM add_bytes(account_id, 'notes', 0, bytes)
       FROM (SELECT account_id, sum(octet_length(note)) AS bytes FROM added GROUP BY 1 ORDER BY 1) AS s;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.count_removed_answers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM add_bytes(account_id, 'answers', 0, -bytes) FROM (
    SELECT account_id, sum(large_answer(body))::bigint AS bytes FROM removed WHERE octet_length(body) > 1024 GROUP BY 1 ORDER BY 1) AS s;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.count_removed_tokens()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM add_bytes(account_id, 'tokens', -1, -bytes)
     FROM (SELECT account_id, sum(octet_length(response)) AS bytes FROM removed GROUP BY 1 ORDER BY 1) AS s;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.count_stamps(lane smallint, usual_max bigint, accounts uuid[], added bigint[], private_added bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  shared record;
  alone integer[] := '{}';
  refusal text;
  is_late boolean;
BEGIN
  FOR shared IN
    SELECT hashtext(s.account_id::text) & 63 AS bucket,
           bool_or(s.added > s.stamps_max / 256 OR s.stamps > s.stamps_max - s.stamps_max / 8) AS is_near
      FROM stamps_of_day(usual_max, accounts, added) s WHERE s.stamps_max > 0 GROUP BY 1 ORDER BY 1
  LOOP
    IF shared.is_near THEN
      PERFORM pg_advisory_xact_lock(27, shared.bucket);
      alone := alone || shared.bucket;
    ELSE
      PERFORM pg_advisory_xact_lock_shared(27, shared.bucket);
    END IF;
  END LOOP;
  -- Read again, with what was committed while waiting for the locks.
  SELECT (array_agg(concat_ws(' ', s.account_id, s.stamps_max - s.stamps + s.added, s.stamps_max)) FILTER (WHERE s.stamps > s.stamps_max))[1],
         bool_or(s.stamps > s.stamps_max - s.stamps_max / 8 AND (hashtext(s.account_id::text) & 63) <> ALL (alone))
    INTO refusal, is_late
    FROM stamps_of_day(usual_max, accounts, added) s WHERE s.stamps_max > 0;
  IF refusal IS NOT NULL THEN
    -- DETAIL: the account, the stamps it has left, its limit, and the seconds until it can stamp again.
    RAISE EXCEPTION 'an account has too few stamps left today'
      USING ERRCODE = 'TS003', DETAIL = concat_ws(' ', refusal, seconds_left_of_day());
  ELSIF is_late THEN
    RAISE EXCEPTION 'other lanes stamped meanwhile: repeat the transaction' USING ERRCODE = 'TS004';
  END IF;
  INSERT INTO stamp_counts AS k (account_id, lane_id, stamps, private, day, today)
  SELECT n.account_id, lane, n.added, n.private, day_now(), n.added
    FROM unnest(accounts, added, private_added) AS n(account_id, added, private)
  ON CONFLICT (account_id, lane_id) DO UPDATE
    SET stamps = k.stamps + excluded.stamps,
        private = k.private + excluded.private,
        day = excluded.day,
        today = excluded.today + CASE WHEN k.day = excluded.day THEN k.today ELSE 0 END,
        inexact_until = CASE WHEN k.day > excluded.day THEN greatest(k.day, k.inexact_until) ELSE k.inexact_until END;
END $function$;

CREATE OR REPLACE FUNCTION public.count_stamps(lane smallint, usual_max bigint, accounts uuid[], added bigint[], private_added bigint[], days integer[], today_added bigint[])
 RETURNS void
 LANGUAGE sql
AS $function$
  SELECT count_stamps(lane, usual_max, accounts, added, private_added)
$function$;

CREATE OR REPLACE FUNCTION public.count_stamps_of_one(lane smallint, usual_max bigint, account uuid, added bigint, private_added bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  bucket integer := hashtext(account::text) & 63;
  of_day integer := day_now();
  stamps_max bigint;
  used bigint;
  is_near boolean;
BEGIN
  SELECT coalesce((SELECT l.stamps_per_day FROM account_limits l WHERE l.account_id = account), usual_max),
         coalesce((SELECT sum(k.today)::bigint FROM stamp_counts k WHERE k.account_id = account AND k.day = of_day), 0) + added
    INTO stamps_max, used;
  IF stamps_max > 0 THEN
    is_near := added > stamps_max / 256 OR used > stamps_max - stamps_max / 8;
    IF is_near THEN
      PERFORM pg_advisory_xact_lock(27, bucket);
    ELSE
      PERFORM pg_advisory_xact_lock_shared(27, bucket);
    END IF;
    -- Read again, with what was committed while waiting for the lock.
    SELECT coalesce(sum(k.today)::bigint, 0) + added INTO used
      FROM stamp_counts k WHERE k.account_id = account AND k.day = of_day;
    IF used > stamps_max THEN
      RAISE EXCEPTION 'an account has too few stamps left today'
        USING ERRCODE = 'TS003', DETAIL = concat_ws(' ', account, stamps_max - used + added, stamps_max, seconds_left_of_day());
    ELSIF NOT is_near AND used > stamps_max - stamps_max / 8 THEN
      RAISE EXCEPTION 'other lanes stamped meanwhile: repeat the transaction' USING ERRCODE = 'TS004';
    END IF;
  END IF;
  INSERT INTO stamp_counts AS k (account_id, lane_id, stamps, private, day, today)
  VALUES (account, lane, added, private_added, of_day, added)
  ON CONFLICT (account_id, lane_id) DO UPDATE
    SET stamps = k.stamps + excluded.stamps,
        private = k.private + excluded.private,
        day = excluded.day,
        today = excluded.today + CASE WHEN k.day = excluded.day THEN k.today ELSE 0 END,
        inexact_until = CASE WHEN k.day > excluded.day THEN greatest(k.day, k.inexact_until) ELSE k.inexact_until END;
END $function$;

CREATE OR REPLACE FUNCTION public.count_stamps_of_one(lane smallint, usual_max bigint, account uuid, added bigint, private_added bigint, of_day integer, today_added bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
  SELECT count_stamps_of_one(lane, usual_max, account, added, private_added)
$function$;

CREATE OR REPLACE FUNCTION public.count_stored()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO account_usage AS u (account_id, stored_bytes)
    SELECT f.account_id, sum(v.size + coalesce(v.thumbnail_size, 0)) FROM added v JOIN files f ON f.id = v.file_id
     GROUP BY 1 ORDER BY 1
    ON CONFLICT (account_id) DO UPDATE SET stored_bytes = u.stored_bytes + excluded.stored_bytes;
  ELSE
    -- The files themselves are deleted after their versions.
    UPDATE account_usage u SET stored_bytes = u.stored_bytes - c.bytes
      FROM (SELECT f.account_id, sum(v.size + coalesce(v.thumbnail_size, 0)) AS bytes
              FROM removed v JOIN files f ON f.id = v.file_id GROUP BY 1) AS c
     WHERE u.account_id = c.account_id;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.count_thumbnail()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE account_usage
     SET stored_bytes = stored_bytes + coalesce(NEW.thumbnail_size, 0) - coalesce(OLD.thumbnail_size, 0)
   WHERE account_id = (SELECT account_id FROM files WHERE id = NEW.file_id);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.count_token()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM add_bytes(NEW.account_id, 'tokens', hashtext(NEW.serial::text) & 15, octet_length(NEW.response));
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.count_unfinished()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO account_usage AS u (account_id, unfinished_bytes, unfinished_uploads) VALUES (NEW.account_id, NEW.size, 1)
    ON CONFLICT (account_id) DO UPDATE
      SET unfinished_bytes = u.unfinished_bytes + NEW.size, unfinished_uploads = u.unfinished_uploads + 1;
  ELSE
    UPDATE account_usage
       SET unfinished_bytes = unfinished_bytes - OLD.size, unfinished_uploads = unfinished_uploads - 1
     WHERE account_id = OLD.account_id;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.count_upload_metadata()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_bytes(NEW.account_id, 'uploads', 0, octet_length(NEW.metadata) + octet_length(NEW.fields::text));
  ELSE
    PERFORM add_bytes(OLD.account_id, 'uploads', 0, -octet_length(OLD.metadata) - octet_length(OLD.fields::text));
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.count_visibility()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE stamp_counts SET private = private + CASE WHEN new.is_private THEN 1 ELSE -1 END
   WHERE account_id = new.account_id AND lane_id = (SELECT min(lane_id) FROM stamp_counts WHERE account_id = new.account_id);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.day_now()
 RETURNS integer
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT (now() AT TIME ZONE 'UTC')::date - DATE '1970-01-01'
$function$;

CREATE OR REPLACE FUNCTION public.day_of(id uuid)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  SELECT (('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint / 86400000)::integer
$function$;

CREATE OR REPLACE FUNCTION public.encrypt_folder()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO folders_to_encrypt (folder_id) VALUES (NEW.id) ON CONFLICT (folder_id) DO UPDATE SET due_at = now();
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.end_user_bytes(user_id text, username text, email text, public_address text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT (octet_length(user_id) + coalesce(octet_length(username) + octet_length(email) + octet_length(public_address), 0))::bigint
$function$;

CREATE OR REPLACE FUNCTION public.erase_file_deliveries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM deliveries d USING removed r WHERE d.is_file AND d.subject_id = r.id;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.failure_bytes(folder text, name text, reason text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT (octet_length(folder) + octet_length(name) + octet_length(reason))::bigint
$function$;

CREATE OR REPLACE FUNCTION public.first_id_of(day integer)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  SELECT (lpad(to_hex(day * 86400000::bigint), 12, '0') || '70008000000000000000')::uuid
$function$;

CREATE OR REPLACE FUNCTION public.fulfil_claims(accounts uuid[], keys text[], owners uuid[], statuses smallint[], bodies text[], subjects uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE fulfilled integer;
BEGIN
  UPDATE idempotency_keys k SET status = c.status, body = c.body, subject_id = c.subject_id
    FROM unnest(accounts, keys, owners, statuses, bodies, subjects) AS c(account_id, key, owner, status, body, subject_id)
   WHERE k.account_id = c.account_id AND k.key = c.key AND k.owner = c.owner AND k.status IS NULL;
  GET DIAGNOSTICS fulfilled = ROW_COUNT;
  IF fulfilled <> cardinality(keys) THEN
    RAISE EXCEPTION 'an idempotency key was taken over by another process' USING ERRCODE = 'TS002';
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION public.has_listeners()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT EXISTS (SELECT FROM webhooks WHERE disabled_reason IS NULL OR disabled_reason IN ('gone', 'failing'))
$function$;

CREATE OR REPLACE FUNCTION public.keep_stamp_day()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO stamp_days AS d (account_id, day, lane_id, stamps) VALUES (old.account_id, old.day, old.lane_id, old.today)
  ON CONFLICT (account_id, day, lane_id) DO UPDATE SET stamps = d.stamps + excluded.stamps;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.large_answer(body text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT CASE WHEN octet_length(body) > 1024 THEN octet_length(body) ELSE 0 END::bigint
$function$;

CREATE OR REPLACE FUNCTION public.original_digest(text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN ($1 ~* '^(0x)?([0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$'::text) THEN decode(regexp_replace($1, '^0[xX]'::text, ''::text), 'hex'::text) ELSE NULL::bytea END;

CREATE OR REPLACE FUNCTION public.refuse_kept_email()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT FROM email_changes c
              WHERE c.old_email = NEW.email AND c.changed_at IS NOT NULL AND c.account_id <> NEW.id) THEN
    RAISE unique_violation USING CONSTRAINT = 'accounts_email', MESSAGE = 'another account can have this address back';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.revoke_portal_session()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO revocations (subject, expires_at) VALUES (OLD.id, now() + interval '1 hour');
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.seconds_left_of_day()
 RETURNS integer
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT ceil(86400 - mod(extract(epoch FROM now()), 86400))::integer
$function$;

CREATE OR REPLACE FUNCTION public.stamps_of_day(usual_max bigint, accounts uuid[], added bigint[])
 RETURNS TABLE(account_id uuid, stamps_max bigint, stamps bigint, added bigint)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT n.account_id, m.stamps_max, t.stamps + n.added, n.added
    FROM unnest(accounts, added) AS n(account_id, added),
         LATERAL (SELECT coalesce((SELECT l.stamps_per_day FROM account_limits l WHERE l.account_id = n.account_id),
                                  usual_max) AS stamps_max) AS m,
         LATERAL (SELECT coalesce(sum(k.today), 0)::bigint AS stamps FROM stamp_counts k
                   WHERE k.account_id = n.account_id AND k.day = day_now()) AS t
$function$;

CREATE OR REPLACE FUNCTION public.use_codes(codes text[], accounts uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  missing text[] := '{}';
BEGIN
  FOR at IN 1 .. cardinality(codes) LOOP
    UPDATE reserved_codes r SET account_id = NULL, expires_at = NULL, sealed_digest = NULL
     WHERE r.code = codes[at] AND r.account_id = accounts[at] AND r.expires_at > now();
    IF NOT FOUND THEN missing := missing || codes[at]; END IF;
  END LOOP;
  IF missing <> '{}' THEN
    RAISE EXCEPTION 'an account has no such reserved code' USING ERRCODE = 'TS005', DETAIL = array_to_string(missing, ' ');
  END IF;
END $function$;

CREATE UNIQUE INDEX accounts_email ON accounts USING btree (email);
CREATE INDEX accounts_to_erase ON accounts USING btree (deletion_at) WHERE deletion_at IS NOT NULL;
CREATE INDEX batch_events_of_batch ON batch_events USING btree (batch_id, id);
CREATE INDEX batches_by_block ON batches USING btree (block_number);
CREATE INDEX batches_confirmed ON batches USING btree (block_number) WHERE state = 1;
CREATE INDEX batches_deploys ON batches USING btree (lane_id, nonce) WHERE purpose = 'deploy'::text;
CREATE INDEX batches_failed ON batches USING btree (id) WHERE state = 3;
CREATE INDEX batches_submitted ON batches USING btree (lane_id, nonce) WHERE state = 0;
CREATE INDEX blob_leftovers_by_due ON blob_leftovers USING btree (due_at);
CREATE INDEX blocks_by_number ON blocks USING btree (number);
CREATE INDEX changes_by_subject ON changes USING btree (subject_id, id);
CREATE INDEX changes_deletions ON changes USING btree (account_id, COALESCE(details ->> 'within'::text, ''::text), id) WHERE action = 'purged'::text AND salt IS NOT NULL;
CREATE INDEX changes_deletions_by_age ON changes USING btree (id) WHERE action = 'purged'::text AND salt IS NOT NULL;
CREATE INDEX changes_deletions_of_account ON changes USING btree (account_id, id) WHERE action = 'purged'::text AND salt IS NOT NULL;
CREATE INDEX clients_by_account ON clients USING btree (account_id, created_at);
CREATE INDEX deliveries_by_state ON deliveries USING btree (webhook_id, state, id);
CREATE INDEX deliveries_by_webhook ON deliveries USING btree (webhook_id, id);
CREATE INDEX deliveries_of_files ON deliveries USING btree (subject_id) WHERE is_file;
CREATE INDEX deliveries_waiting ON deliveries USING btree (webhook_id, next_at) WHERE state = 0;
CREATE INDEX device_requests_account ON device_requests USING btree (account_id);
CREATE INDEX device_requests_expires ON device_requests USING btree (expires_at);
CREATE INDEX email_changes_by_account ON email_changes USING btree (account_id);
CREATE INDEX email_changes_by_old ON email_changes USING btree (old_email) WHERE changed_at IS NOT NULL;
CREATE UNIQUE INDEX email_changes_wanted ON email_changes USING btree (account_id) WHERE changed_at IS NULL;
CREATE INDEX end_users_listed ON end_users USING btree (account_id, id) WHERE username IS NOT NULL;
CREATE INDEX export_links_by_account ON export_links USING btree (account_id, expires_at);
CREATE INDEX export_links_expired ON export_links USING btree (expires_at);
CREATE INDEX file_versions_by_content ON file_versions USING btree (digest, id);
CREATE INDEX file_versions_damaged ON file_versions USING btree (id) WHERE damage IS NOT NULL;
CREATE INDEX file_versions_plain ON file_versions USING btree (file_id) WHERE NOT is_encrypted;
CREATE INDEX file_versions_to_look_at ON file_versions USING btree (look_at) WHERE look_at IS NOT NULL;
CREATE INDEX files_binned ON files USING btree (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX files_by_account ON files USING btree (account_id, id) WHERE deleted_at IS NULL;
CREATE INDEX files_by_folder ON files USING btree (folder_id, id) WHERE deleted_at IS NULL;
CREATE INDEX files_favourite ON files USING btree (account_id, id) WHERE is_favourite AND deleted_at IS NULL;
CREATE INDEX files_in_bin ON files USING btree (folder_id, id) WHERE deleted_at IS NOT NULL;
CREATE INDEX files_of_bin ON files USING btree (account_id, deleted_at, id) WHERE deleted_at IS NOT NULL;
CREATE INDEX files_search ON files USING gin (account_id, folder_id, search_key gin_trgm_ops) WITH (fastupdate='on', gin_pending_list_limit='65536');
CREATE INDEX folders_binned ON folders USING btree (deleted_at) WHERE bin_id = id AND NOT purging;
CREATE INDEX folders_by_account ON folders USING btree (account_id, id) WHERE deleted_at IS NULL AND parent_id IS NOT NULL;
CREATE INDEX folders_by_parent ON folders USING btree (parent_id, id);
CREATE INDEX folders_in_bin ON folders USING btree (account_id, id) WHERE deleted_at IS NOT NULL AND NOT purging;
CREATE UNIQUE INDEX folders_name ON folders USING btree (parent_id, name_key) WHERE deleted_at IS NULL;
CREATE INDEX folders_of_bin ON folders USING btree (account_id, deleted_at, id) WHERE bin_id = id AND NOT purging;
CREATE INDEX folders_private ON folders USING btree (account_id, id) WHERE deleted_at IS NULL AND parent_id IS NOT NULL AND is_private;
CREATE INDEX folders_public ON folders USING btree (id) WHERE deleted_at IS NULL AND parent_id IS NOT NULL AND NOT is_private;
CREATE INDEX folders_purging ON folders USING btree (level) WHERE purging;
CREATE UNIQUE INDEX folders_root ON folders USING btree (account_id) WHERE parent_id IS NULL;
CREATE INDEX folders_search ON folders USING gin (account_id, search_key gin_trgm_ops);
CREATE INDEX folders_to_encrypt_by_due ON folders_to_encrypt USING btree (due_at);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys USING btree (created_at);
CREATE INDEX idempotency_keys_by_subject ON idempotency_keys USING btree (subject_id) WHERE subject_id IS NOT NULL;
CREATE INDEX portal_attempts_by_age ON portal_attempts USING btree (since);
CREATE INDEX portal_browsers_by_login ON portal_browsers USING btree (last_login_at);
CREATE UNIQUE INDEX portal_credentials_by_user ON portal_credentials USING btree (user_id, provider_id);
CREATE INDEX portal_mails_by_account ON portal_mails USING btree (account_id);
CREATE INDEX portal_mails_by_age ON portal_mails USING btree (created_at);
CREATE INDEX portal_mails_by_next ON portal_mails USING btree (next_at);
CREATE INDEX portal_passkeys_by_user ON portal_passkeys USING btree (user_id);
CREATE INDEX portal_rate_limits_by_age ON portal_rate_limits USING btree (last_request);
CREATE INDEX portal_sessions_by_expiry ON portal_sessions USING btree (expires_at);
CREATE INDEX portal_sessions_by_user ON portal_sessions USING btree (user_id);
CREATE UNIQUE INDEX portal_two_factors_by_user ON portal_two_factors USING btree (user_id);
CREATE INDEX portal_used_codes_by_age ON portal_used_codes USING btree (used_at);
CREATE INDEX portal_verifications_by_expiry ON portal_verifications USING btree (expires_at);
CREATE INDEX portal_verifications_by_identifier ON portal_verifications USING btree (identifier);
CREATE INDEX refresh_tokens_by_account ON refresh_tokens USING btree (account_id);
CREATE INDEX refresh_tokens_by_client ON refresh_tokens USING btree (client_id);
CREATE INDEX refresh_tokens_by_expiry ON refresh_tokens USING btree (expires_at);
CREATE INDEX request_log_by_age ON request_log USING btree (id);
CREATE INDEX request_log_by_class ON request_log USING btree (client_id, (status / 100), id);
CREATE INDEX request_log_by_route ON request_log USING btree (client_id, route, (status / 100), id);
CREATE INDEX reserved_codes_by_expiry ON reserved_codes USING btree (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX reserved_codes_of_account ON reserved_codes USING btree (account_id, expires_at) WHERE account_id IS NOT NULL;
CREATE INDEX revocations_by_expiry ON revocations USING btree (expires_at);
CREATE INDEX revocations_by_subject ON revocations USING btree (subject);
CREATE INDEX revocations_by_xid ON revocations USING btree (xid);
CREATE INDEX run_stamps_by_stamp ON run_stamps USING btree (account_id, stamp_id, run_id);
CREATE INDEX runs_by_receipt ON runs USING btree (receipt_at) WHERE receipt_at IS NOT NULL;
CREATE INDEX stamp_notes_search ON stamp_notes USING gin (account_id, search_key gin_trgm_ops);
CREATE INDEX stamp_tags_by_stamp ON stamp_tags USING btree (account_id, stamp_id, tag);
CREATE INDEX stamps_all_copies_of ON stamps USING btree (original_digest(original_doc_hash), id) WHERE original_doc_hash <> ''::text;
CREATE INDEX stamps_by_batch ON stamps USING btree (batch_id, leaf_index);
CREATE INDEX stamps_by_visibility ON stamps USING btree (account_id, is_private, id);
CREATE UNIQUE INDEX stamps_code ON stamps USING btree (code);
CREATE INDEX stamps_codes ON stamps USING btree (account_id, code text_pattern_ops);
CREATE INDEX stamps_copies_of ON stamps USING btree (original_digest(original_doc_hash), account_id, id) WHERE original_doc_hash <> ''::text;
CREATE INDEX stamps_end_user ON stamps USING btree (account_id, end_user, id) WHERE end_user IS NOT NULL;
CREATE INDEX stamps_esign ON stamps USING btree (account_id, id) WHERE is_esign;
CREATE INDEX stamps_generated ON stamps USING btree (account_id, id) WHERE search_key IS NULL;
CREATE UNIQUE INDEX stamps_private_hash ON stamps USING btree (account_id, hash) WHERE is_private AND NOT gave_way;
CREATE UNIQUE INDEX stamps_public_hash ON stamps USING btree (hash) WHERE NOT is_private AND NOT gave_way;
CREATE INDEX stamps_search ON stamps USING gin (account_id, search_key gin_trgm_ops) WITH (fastupdate='on', gin_pending_list_limit='65536') WHERE search_key IS NOT NULL;
CREATE INDEX step_ups_account ON step_ups USING btree (account_id);
CREATE INDEX step_ups_proved ON step_ups USING btree (proved_at);
CREATE INDEX timestamp_tokens_account ON timestamp_tokens USING btree (account_id, serial);
CREATE INDEX timestamp_tokens_hash ON timestamp_tokens USING btree (hash, serial);
CREATE INDEX timestamp_tokens_response ON timestamp_tokens USING btree (sha256(response));
CREATE INDEX transactions_by_batch ON transactions USING btree (batch_id);
CREATE INDEX transactions_by_nonce ON transactions USING btree (nonce);
CREATE INDEX uploads_by_account ON uploads USING btree (account_id) WHERE file_id IS NULL;
CREATE INDEX uploads_by_time ON uploads USING btree (updated_at);
CREATE INDEX uploads_of_account ON uploads USING btree (account_id);
CREATE INDEX webhooks_by_account ON webhooks USING btree (account_id, id);
CREATE INDEX webhooks_deleted ON webhooks USING btree (id) WHERE disabled_reason = 'deleted'::text;
CREATE INDEX webhooks_listening ON webhooks USING btree (account_id) WHERE disabled_reason IS NULL OR (disabled_reason = ANY (ARRAY['gone'::text, 'failing'::text]));
CREATE INDEX webhooks_rotated ON webhooks USING btree (previous_until) WHERE previous_until IS NOT NULL;
CREATE INDEX witness_nonces_tree ON witness_nonces USING btree (tree_id);
CREATE INDEX witness_statements_batch ON witness_statements USING btree (batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX witness_statements_due ON witness_statements USING btree (due_at) WHERE statement IS NULL;
CREATE INDEX witness_statements_unrecorded ON witness_statements USING btree (tree_id) WHERE kind = 'rfc3161'::text AND statement IS NOT NULL AND batch_id IS NULL;
CREATE INDEX witness_transactions_nonce ON witness_transactions USING btree (chain_id, address, nonce);

CREATE TRIGGER accounts_changed AFTER UPDATE OF name, username, email_verified, status, is_access ON accounts FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.username IS DISTINCT FROM new.username OR old.email_verified IS DISTINCT FROM new.email_verified OR old.status IS DISTINCT FROM new.status OR old.is_access IS DISTINCT FROM new.is_access) EXECUTE FUNCTION announce_account();
CREATE TRIGGER accounts_email_kept AFTER INSERT OR UPDATE OF email ON accounts FOR EACH ROW EXECUTE FUNCTION refuse_kept_email();
CREATE TRIGGER deliveries_added AFTER INSERT ON deliveries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_deliveries();
CREATE TRIGGER deliveries_removed AFTER DELETE ON deliveries REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_deliveries();
CREATE TRIGGER end_users_added AFTER INSERT ON end_users REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_end_users();
CREATE TRIGGER end_users_changed AFTER UPDATE ON end_users REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_end_users();
CREATE TRIGGER end_users_removed AFTER DELETE ON end_users REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_end_users();
CREATE TRIGGER versions_added AFTER INSERT ON file_versions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_stored();
CREATE TRIGGER versions_changed AFTER UPDATE OF thumbnail_size ON file_versions FOR EACH ROW WHEN (new.thumbnail_size IS DISTINCT FROM old.thumbnail_size) EXECUTE FUNCTION count_thumbnail();
CREATE TRIGGER versions_removed AFTER DELETE ON file_versions REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_stored();
CREATE TRIGGER files_added AFTER INSERT ON files REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_files();
CREATE TRIGGER files_changed AFTER UPDATE ON files REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_files();
CREATE TRIGGER files_purged AFTER DELETE ON files REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION erase_file_deliveries();
CREATE TRIGGER files_removed AFTER DELETE ON files REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_files();
CREATE TRIGGER folders_added AFTER INSERT ON folders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_folders();
CREATE TRIGGER folders_became_private AFTER UPDATE OF is_private ON folders FOR EACH ROW WHEN (new.is_private AND NOT old.is_private) EXECUTE FUNCTION encrypt_folder();
CREATE TRIGGER folders_changed AFTER UPDATE ON folders REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_folders();
CREATE TRIGGER folders_removed AFTER DELETE ON folders REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_folders();
CREATE TRIGGER answers_kept AFTER UPDATE OF body ON idempotency_keys FOR EACH ROW WHEN (octet_length(new.body) > 1024 OR octet_length(old.body) > 1024) EXECUTE FUNCTION count_kept_answer();
CREATE TRIGGER answers_removed AFTER DELETE ON idempotency_keys REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_removed_answers();
CREATE TRIGGER portal_sessions_ended AFTER DELETE ON portal_sessions FOR EACH ROW EXECUTE FUNCTION revoke_portal_session();
CREATE TRIGGER failures_added AFTER INSERT ON run_failures REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_failures();
CREATE TRIGGER failures_changed AFTER UPDATE ON run_failures REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_failures();
CREATE TRIGGER failures_removed AFTER DELETE ON run_failures REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_failures();
CREATE TRIGGER stamp_day_ended AFTER UPDATE OF day ON stamp_counts FOR EACH ROW WHEN (old.day <> new.day AND old.today > 0) EXECUTE FUNCTION keep_stamp_day();
CREATE TRIGGER notes_added AFTER INSERT ON stamp_notes REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_notes();
CREATE TRIGGER notes_changed AFTER UPDATE ON stamp_notes REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_notes();
CREATE TRIGGER notes_removed AFTER DELETE ON stamp_notes REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_notes();
CREATE TRIGGER metadata_added AFTER INSERT ON stamps REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_metadata();
CREATE TRIGGER metadata_removed AFTER DELETE ON stamps REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_metadata();
CREATE TRIGGER stamps_visibility AFTER UPDATE OF is_private ON stamps FOR EACH ROW WHEN (old.is_private IS DISTINCT FROM new.is_private) EXECUTE FUNCTION count_visibility();
CREATE TRIGGER tokens_added AFTER INSERT ON timestamp_tokens FOR EACH ROW EXECUTE FUNCTION count_token();
CREATE TRIGGER tokens_removed AFTER DELETE ON timestamp_tokens REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_removed_tokens();
CREATE TRIGGER upload_metadata_added AFTER INSERT ON uploads FOR EACH ROW EXECUTE FUNCTION count_upload_metadata();
CREATE TRIGGER upload_metadata_removed AFTER DELETE ON uploads FOR EACH ROW EXECUTE FUNCTION count_upload_metadata();
CREATE TRIGGER uploads_added AFTER INSERT ON uploads FOR EACH ROW EXECUTE FUNCTION count_unfinished();
CREATE TRIGGER uploads_finished AFTER UPDATE OF file_id ON uploads FOR EACH ROW WHEN (old.file_id IS NULL AND new.file_id IS NOT NULL) EXECUTE FUNCTION count_unfinished();
CREATE TRIGGER uploads_removed AFTER DELETE ON uploads FOR EACH ROW WHEN (old.file_id IS NULL) EXECUTE FUNCTION count_unfinished();
CREATE TRIGGER witness_statements_answered AFTER UPDATE OF statement ON witness_statements FOR EACH ROW WHEN (old.statement IS NULL AND new.statement IS NOT NULL) EXECUTE FUNCTION count_answer();

COMMENT ON COLUMN accounts.is_access IS '1 may use the API';
COMMENT ON COLUMN accounts.status IS '1 active';
COMMENT ON COLUMN batches.state IS '0 submitted, 1 confirmed, 2 final, 3 failed';
COMMENT ON COLUMN deliveries.state IS '0 waiting, 1 delivered, 2 failed, 3 cancelled';
