import { Database } from '../../src/base/database/db.js'
import { searchKey } from '../../src/base/database/search-key.js'

/** Owners of the filled rows: made through the service, so that they are as they are in life. */
export interface Models {
  /** An account with most of what there is. */
  large: string
  /** An account with less. */
  other: string
  /** The large account's webhooks: nearly all deliveries are the first one's. */
  webhooks: readonly string[]
  /** A folder of the large account that gets half of all files. */
  folder: string
}

/** Makes ids of the last days in the order of `i`, as UUIDv7 are. */
const idFunction = (now: Date) => `
CREATE FUNCTION v7(i bigint, kind text) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
SELECT (lpad(to_hex(${now.getTime() - 2 * 86_400_000} + i), 12, '0') || '7' || substr(md5(kind || i), 1, 3) || '8' ||
        substr(md5(kind || '-' || i), 1, 15))::uuid $$`

/** The search key, in SQL, of a name that is a number between two texts. */
const numberedKey = (before: string, after = '') => `'${searchKey(before)}' || i || '${searchKey(after)}'`

// $1 is the number of stamps and of deliveries; of the rest there is less, in proportion. Blocks have negative numbers, so that the
// tracker doesn't look for them on the chain.
const accounts = [
  `INSERT INTO accounts (id, email, name, username, wallet_address)
   SELECT v7(i, 'account'), 'a' || i || '@example.net', 'Name ' || i, 'user' || i, '0x' || repeat('0', 40)
     FROM generate_series(1, $1 / 100) AS i`,
  `INSERT INTO clients (id, account_id, name, secret_hash, secret_sealed)
   SELECT 'client-' || i, v7(i, 'account'), 'c', sha256(i::text::bytea), '\\x00' FROM generate_series(1, $1 / 100) AS i`,
  // Nearly all of one client of the large account, and most of them alike.
  `INSERT INTO request_log (client_id, id, at, method, route, status, duration_ms, request_id, count)
   SELECT CASE WHEN i % 10 > 0 THEN (SELECT min(id) FROM clients WHERE account_id = $2::uuid) ELSE 'client-' || 1 + i / 10 % ($1 / 100) END,
          v7(i, 'request'), now(), 'POST', CASE WHEN i % 1000 = 1 THEN '/rare' ELSE '/hash' END,
          CASE WHEN i % 1000 = 2 THEN 404 ELSE 200 END, 1, 'r' || i, 1 FROM generate_series(1, $1) AS i`,
  `INSERT INTO refresh_tokens (hash, family, account_id, client_id, account_epoch, client_epoch, expires_at)
   SELECT sha256(('r' || i)::bytea), v7(i, 'family'), v7(1 + i % ($1 / 100), 'account'), 'client-' || 1 + i % ($1 / 100), 0, 0,
          now() + interval '1 day' FROM generate_series(1, $1 / 5) AS i`,
  `INSERT INTO revocations (subject, expires_at)
   SELECT v7(i, 'family')::text, now() + interval '1 hour' FROM generate_series(1, $1 / 50) AS i`,
  `INSERT INTO portal_sessions (id, token, user_id, created_at, updated_at, expires_at)
   SELECT 's' || i, 't' || i, v7(1 + i % ($1 / 100), 'account'), now(), now(), now() + interval '1 day'
     FROM generate_series(1, $1 / 20) AS i`,
  `INSERT INTO portal_credentials (id, account_id, provider_id, user_id, created_at, updated_at)
   SELECT 'p' || i, v7(i, 'account'), 'credential', v7(i, 'account'), now(), now() FROM generate_series(1, $1 / 100) AS i`,
  `INSERT INTO portal_verifications (id, identifier, value, expires_at, created_at, updated_at)
   SELECT 'v' || i, 'i' || i, v7(1 + i % ($1 / 100), 'account'), now() + interval '1 hour', now(), now()
     FROM generate_series(1, $1 / 50) AS i`,
  `INSERT INTO portal_two_factors (id, user_id, secret, backup_codes)
   SELECT 'f' || i, v7(i, 'account'), 'x', 'x' FROM generate_series(1, $1 / 200) AS i`,
  `INSERT INTO portal_used_codes (user_id, code)
   SELECT v7(1 + i % ($1 / 100), 'account'), i::text FROM generate_series(1, $1 / 50) AS i`,
  `INSERT INTO portal_attempts (subject, attempts, since)
   SELECT sha256(i::text::bytea), 1, now() FROM generate_series(1, $1 / 50) AS i`,
  `INSERT INTO portal_rate_limits (id, key, count, last_request)
   SELECT 'l' || i, 'k' || i, 1, extract(epoch FROM now()) * 1000 FROM generate_series(1, $1 / 50) AS i`,
  `INSERT INTO portal_mails (id, account_id, sealed, next_at)
   SELECT v7(i, 'mail'), v7(1 + i % ($1 / 100), 'account'), '\\x00', now() + interval '1 hour' FROM generate_series(1, $1 / 50) AS i`,
  `INSERT INTO step_ups (subject, account_id, proved_at)
   SELECT 's' || i, v7(1 + i % ($1 / 100), 'account'), now() + interval '1 hour' FROM generate_series(1, $1 / 50) AS i`,
  // Fewer than may wait at once.
  `INSERT INTO device_requests (user_code, device_hash, name, expires_at, account_id, approved)
   SELECT 'd' || i, sha256(i::text::bytea), 'Device', now() + interval '1 hour', v7(1 + i % ($1 / 100), 'account'), true
     FROM generate_series(1, least($1 / 50, 9000)) AS i`,
  `INSERT INTO account_limits (account_id, storage_bytes) SELECT v7(i, 'account'), 0 FROM generate_series(1, $1 / 100) AS i`,
  `INSERT INTO idempotency_keys (account_id, key, fingerprint, owner, lease_until, status, body, subject_id)
   SELECT v7(1 + i % ($1 / 100), 'account'), 'k' || i, '\\x00', v7(i, 'owner'), now(), 200, '{}', v7(i, 'subject')
     FROM generate_series(1, $1 / 5) AS i`,
]

const ledger = [
  "INSERT INTO lanes (address, next_nonce) VALUES (decode(repeat('ab', 20), 'hex'), $1 / 10 + $1 / 500 + 2)",
  `INSERT INTO blocks (hash, number, time, header)
   SELECT sha256(('k' || i)::bytea), -i, now() - i * interval '1 second', '\\x00' FROM generate_series(1, $1 / 100) AS i`,
  // Those of stamps, then those of changes; a few have failed.
  `INSERT INTO batches (id, lane_id, nonce, purpose, root, size, leaves, tiles, state, transaction_hash, block_number, block_hash)
   SELECT v7(i, 'batch'), l.id, i, 'anchor', sha256(i::text::bytea), CASE WHEN i <= 1 THEN $1 / 20 ELSE 10 END,
          decode(repeat('00', 320), 'hex'), '\\x00', CASE WHEN i % 5000 = 7 THEN 3 ELSE 2 END, sha256(('t' || i)::bytea),
          -1 - i / 10 % ($1 / 100), sha256(('k' || 1 + i / 10 % ($1 / 100))::bytea)
     FROM generate_series(0, $1 / 10 + $1 / 500) AS i, lanes l WHERE l.address = decode(repeat('ab', 20), 'hex')`,
  `INSERT INTO transactions (hash, batch_id, nonce, raw, max_fee_per_gas, max_priority_fee_per_gas)
   SELECT transaction_hash, id, nonce, '\\x00', 1, 1 FROM batches WHERE block_number < 0`,
  // A batch of a twentieth of them that accounts share, and a bulk of one account as large, private. Of the large account's, a tenth
  // are for one of its end users, and as many for all others.
  `INSERT INTO stamps (account_id, id, client_id, version, hash, code, name, type, original_doc_hash, is_esign, is_private, metadata,
                       owner, salt, batch_id, leaf_index, search_key, end_user)
   SELECT CASE WHEN i > $1 / 20 AND i <= $1 / 10 THEN $3::uuid WHEN i % 10 < 6 THEN $2::uuid WHEN i % 10 < 9 THEN $3::uuid ELSE v7(1 + i % ($1 / 100), 'account') END,
          v7(i, 'stamp'), 'c', 2, sha256(i::text::bytea), code,
          CASE WHEN i % 8 = 3 THEN 'stamp-' || code ELSE 'Invoice ' || i || '.pdf' END, '1', '', false, i % 1000 = 0 OR (i > $1 / 20 AND i <= $1 / 10), '{}', '', '\\x00',
          v7(CASE WHEN i <= $1 / 20 THEN 0 WHEN i <= $1 / 10 THEN 1 ELSE i / 10 END, 'batch'),
          CASE WHEN i <= $1 / 20 THEN i - 1 WHEN i <= $1 / 10 THEN $1 / 10 - i ELSE i % 10 END, CASE WHEN i % 8 <> 3 THEN ${numberedKey('Invoice ', '.pdf')} END,
          CASE WHEN i % 10 < 6 AND i > $1 / 10 THEN CASE i / 10 % 10 WHEN 0 THEN 'user-0' WHEN 1 THEN 'user-' || 1 + i / 100 % ($1 / 100) END END
     FROM generate_series(1, $1) AS i, LATERAL upper(lpad(to_hex(i), 5, '0') || substr(md5(i::text), 1, 5)) AS code`,
  `INSERT INTO stamp_counts (account_id, lane_id, stamps, private)
   SELECT s.account_id, b.lane_id, count(*), count(*) FILTER (WHERE s.is_private)
     FROM stamps s JOIN batches b ON b.id = s.batch_id WHERE b.block_number < 0 GROUP BY 1, 2
   ON CONFLICT (account_id, lane_id) DO UPDATE
     SET stamps = stamp_counts.stamps + excluded.stamps, private = stamp_counts.private + excluded.private`,
  // Of days long gone and of the last thirty, so that the next batches end one.
  `INSERT INTO stamp_days (account_id, day, lane_id, stamps)
   SELECT k.account_id, day_now() - 1 - n, k.lane_id, 1 FROM stamp_counts k, generate_series(0, 99) AS n`,
  'UPDATE stamp_counts SET day = day_now() - 1, today = 1',
  `INSERT INTO erased_stamps (batch_id, leaf_index) SELECT v7(i, 'batch'), 10 FROM generate_series(1, $1 / 50) AS i`,
  `INSERT INTO timestamp_tokens (serial, account_id, hash, response)
   SELECT v7(i, 'token'), CASE WHEN i % 2 = 0 THEN $2::uuid ELSE $3::uuid END, sha256(i::text::bytea), '\\x00'
     FROM generate_series(1, $1 / 10) AS i`,
  `INSERT INTO witness_trees (id, size, root, leaves, tiles)
   SELECT v7(i, 'tree'), 100, sha256(i::text::bytea), '\\x00', '\\x00' FROM generate_series(0, $1 / 1000) AS i`,
  `INSERT INTO witness_leaves (batch_id, tree_id, leaf_index)
   SELECT v7(i, 'batch'), v7(i / 100, 'tree'), i % 100 FROM generate_series(0, $1 / 10) AS i`,
  'INSERT INTO witness_lanes (lane_id, next_nonce) SELECT id, next_nonce FROM lanes',
  `INSERT INTO witness_statements (tree_id, kind, witness, statement, due_at)
   SELECT v7(i, 'tree'), k, 'https://witness.example', CASE WHEN i % 10 > 0 THEN '\\x00'::bytea END, now() + interval '1 hour'
     FROM generate_series(0, $1 / 1000) AS i, unnest('{rfc3161,opentimestamps,chain}'::text[]) AS k`,
  `INSERT INTO witness_answers (kind, witness, answered, last_answered_at)
   SELECT kind, witness, count(*), now() FROM witness_statements WHERE statement IS NOT NULL GROUP BY kind, witness`,
  `INSERT INTO witness_nonces (chain_id, address, nonce, tree_id)
   SELECT 1, decode(repeat('cd', 20), 'hex'), i, v7(i, 'tree') FROM generate_series(0, $1 / 1000) AS i`,
  `INSERT INTO witness_transactions (hash, chain_id, address, nonce, raw, max_fee_per_gas, max_priority_fee_per_gas)
   SELECT sha256(('w' || i)::bytea), 1, decode(repeat('cd', 20), 'hex'), i, '\\x00', 1, 1 FROM generate_series(0, $1 / 1000) AS i`,
]

const folders = [
  // A third of them private, every fiftieth in the bin; then a chain of thirty levels.
  `INSERT INTO folders (id, account_id, parent_id, name, name_key, own_private, is_private, level, deleted_at, bin_id, updated_at,
                        search_key)
   SELECT v7(i, 'folder'), a.account_id, a.id, 'Folder ' || i, 'folder ' || i, i % 3 = 0, i % 3 = 0, 1,
          CASE WHEN i % 50 = 0 THEN now() END, CASE WHEN i % 50 = 0 THEN v7(i, 'folder') END, now(), ${numberedKey('Folder ')}
     FROM generate_series(1, $1 / 50) AS i, folders a
    WHERE a.parent_id IS NULL AND a.account_id = CASE WHEN i % 10 < 7 THEN $2::uuid ELSE $3::uuid END`,
  `INSERT INTO changes (id, account_id, subject, subject_id, action, digest, salt, details, batch_id, leaf_index)
   SELECT v7(i, 'change'), CASE WHEN i % 10 < 7 THEN $2::uuid ELSE $3::uuid END, 'file', v7(i, 'file'), 'created',
          sha256(i::text::bytea), '\\x00', '{}', v7($1 / 10 + 1 + i % ($1 / 500), 'batch'), 10 + i FROM generate_series(1, $1 / 5) AS i`,
  `INSERT INTO changes (id, account_id, subject, subject_id, action, digest, salt, details, batch_id, leaf_index)
   SELECT v7(i + $1, 'change'), CASE WHEN i % 10 < 7 THEN $2::uuid ELSE $3::uuid END, 'file', v7(i, 'purged'), 'purged',
          sha256(i::text::bytea), '\\x00', json_build_object('requestedAt', now(), 'versions', 1, 'contents', json_build_array('00')),
          v7($1 / 10 + 1 + i % ($1 / 500), 'batch'), -i FROM generate_series(1, $1 / 50) AS i`,
  `INSERT INTO files (id, account_id, folder_id, name, search_key, description, code, is_favourite, uploaded_by, version_id, deleted_at,
                      updated_at)
   SELECT v7(i, 'file'), f.account_id, f.id, 'Report ' || i, ${numberedKey('Report ')}, '', upper('F' || lpad(to_hex(i), 5, '0') || substr(md5(i::text), 1, 4)), i % 50 = 1, '',
          v7(i, 'version'), CASE WHEN i % 50 = 2 THEN now() END, now()
     FROM generate_series(1, $1 / 5) AS i,
          LATERAL (SELECT account_id, id FROM folders WHERE id = CASE WHEN i % 2 = 0 THEN $4::uuid ELSE v7(1 + i % ($1 / 50), 'folder') END) f`,
  `INSERT INTO file_versions (id, file_id, number, blob, is_encrypted, size, digest, filename, mimetype, change_id)
   SELECT v7(i, 'version'), v7(i, 'file'), 1, 'blob' || i, i % 2 = 1, 1, sha256(i::text::bytea), 'x', 'text/plain', v7(i, 'change')
     FROM generate_series(1, $1 / 5) AS i`,
  `INSERT INTO blob_leftovers (key, due_at) SELECT 'gone' || i, now() + interval '1 hour' FROM generate_series(1, $1 / 20) AS i`,
  `INSERT INTO folders_to_encrypt (folder_id, due_at)
   SELECT v7(i, 'none'), now() + interval '1 hour' FROM generate_series(1, $1 / 50) AS i`,
  `INSERT INTO uploads (id, account_id, fields, metadata, size, file_id)
   SELECT v7(i, 'upload'), v7(1 + i % ($1 / 100), 'account'), '{}', '', 3, CASE WHEN i % 2 = 0 THEN v7(i, 'file') END
     FROM generate_series(1, $1 / 50) AS i`,
  `INSERT INTO upload_parts (upload_id, start, size, blob)
   SELECT v7(i, 'upload'), n, 1, 'part' || i || '-' || n FROM generate_series(1, $1 / 50) AS i, generate_series(0, 2) AS n`,
]

const webhooks = [
  // Some disabled ones of other accounts, too.
  `INSERT INTO webhooks (id, account_id, redirect_url, description, actions, secret_sealed, disabled_at, disabled_reason)
   SELECT v7(i, 'webhook'), v7(1 + i % ($1 / 100), 'account'), 'https://example.net/', '', '{hash.succeed}', '\\x00', now(), 'owner'
     FROM generate_series(1, $1 / 50) AS i`,
  `INSERT INTO deliveries (id, webhook_id, account_id, event, subject_id, is_file, batch_event_id, leaf_index, payload, state, attempts, next_at)
   SELECT v7(i, 'delivery'), ($5::uuid[])[CASE WHEN i % 10 < 9 THEN 1 ELSE 2 END], $2, 'hash.succeed', v7(i, 'stamp'), false, -1, i,
          '{"data":"' || repeat('x', 600) || '"}', CASE WHEN i % 10 < 7 THEN 0 WHEN i % 10 = 7 THEN 1 ELSE 2 + i / 10 % 2 END,
          1,
          now() - ($1 - i) * interval '1 millisecond'
     FROM generate_series(1, $1) AS i`,
  `INSERT INTO delivery_attempts (delivery_id, number, at, duration_ms, request_head, response_status, response_head, response_body)
   SELECT v7(i, 'delivery'), 1, now(), 1, 'POST', 204, '', '' FROM generate_series(1, $1) AS i`,
  `INSERT INTO batch_events (batch_id, kind, transaction_hash)
   SELECT v7($1 / 20 + i, 'batch'), 'final', sha256(('t' || $1 / 20 + i)::bytea) FROM generate_series(1, $1 / 50) AS i`,
]

// Every tenth stamp is the large account's. One run has as many as all others together, and one tag is of all labelled stamps.
const labels = [
  `INSERT INTO runs (account_id, id, name, is_private, stamped)
   SELECT $2, v7(i, 'run'), 'Run ' || i, false, 20 FROM generate_series(0, 1 + $1 / 1000) AS i`,
  `INSERT INTO run_stamps (account_id, run_id, stamp_id, folder)
   SELECT $2, v7(r, 'run'), v7($1 / 10 + i * 10, 'stamp'), 'Folder ' || i % 10
     FROM generate_series(1, $1 / 50) AS i, LATERAL (VALUES (0), (1 + i / 20)) AS v(r)`,
  `INSERT INTO run_failures (account_id, run_id, folder, name, reason)
   SELECT $2, v7(i / 10, 'run'), '', 'Failure ' || i, 'unreadable' FROM generate_series(1, $1 / 1000) AS i`,
  `INSERT INTO tags (account_id, tag, search_key)
   SELECT $2, 'Tag ' || i, ${numberedKey('Tag ')} FROM generate_series(0, 499) AS i`,
  `INSERT INTO stamp_tags (account_id, tag, stamp_id)
   SELECT DISTINCT $2::uuid, 'Tag ' || t, v7($1 / 10 + i * 10, 'stamp')
     FROM generate_series(1, $1 / 50) AS i, LATERAL (VALUES (0), (1 + i % 499)) AS v(t)`,
  `INSERT INTO stamp_notes (account_id, stamp_id, note, search_key)
   SELECT $2, v7($1 / 10 + i * 10, 'stamp'), 'Note ' || i, ${numberedKey('Note ')} FROM generate_series(1, $1 / 50) AS i`,
  `INSERT INTO reserved_codes (code, account_id, expires_at)
   SELECT 'R' || lpad(i::text, 9, '0'),
          CASE WHEN i % 2 = 0 THEN v7(1 + i % ($1 / 100), 'account') END, CASE WHEN i % 2 = 0 THEN now() + interval '1 hour' END
     FROM generate_series(1, $1 / 100) AS i`,
  `INSERT INTO export_links (token_hash, account_id, wanted, ids, expires_at)
   SELECT sha256(('e' || i)::bytea), v7(1 + i % ($1 / 100), 'account'), '{}', '{}', now() + interval '1 hour'
     FROM generate_series(1, $1 / 100) AS i`,
]

const endUsers = [
  `INSERT INTO end_users (account_id, id, user_id, username, email, public_address, publishes_name)
   SELECT $2, v7(i, 'user'), 'user-' || i, 'User ' || i, 'u' || i || '@example.org', '0x' || repeat('0', 40), true
     FROM generate_series(0, $1 / 100) AS i`,
]

/**
 * Fills the database at `url` with `rows` stamps, `rows` deliveries, and all else in proportion, and analyses it. On a connection of its
 * own, without the service's limits of time.
 */
export async function fill(url: string, rows: number, models: Models): Promise<void> {
  const db = new Database({ url, connectionsMax: 1, isBulk: true })
  const session = await db.session()
  try {
    await session.script(
      `${idFunction(new Date())}; SET enable_seqscan = on; SET random_page_cost = 4; SET maintenance_work_mem = '512MB'`,
    )
    // Search indexes are built in a tenth of the time that it takes to add a row at a time.
    const search = await session.query<{ name: string; definition: string }>(
      "SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE indexname LIKE '%\\_search' AND schemaname = 'public'",
    )
    for (const { name } of search) await session.script(`DROP INDEX ${name}`)
    const { large, other, folder, webhooks: own } = models
    const values: Record<string, unknown> = { $1: rows, $2: large, $3: other, $4: folder, $5: `{${own.join(',')}}` }
    for (const text of [...accounts, ...ledger, ...labels, ...endUsers, ...folders, ...webhooks]) {
      await session.script(text.replace(/\$[1-5]/g, (name) => (name === '$1' ? `${rows}` : `'${values[name]}'`)))
    }
    for (const { definition } of search) await session.script(definition)
    await session.script('VACUUM ANALYZE')
  } finally {
    session.release()
    await db.close()
  }
}
