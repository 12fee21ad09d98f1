import type pg from 'pg'
import { median } from './load.js'
import { type Service, startService } from './processes.js'
import { decimals, table } from './table.js'
import { newFolder, uploadOnce } from './upload.js'

/** Amount of work to measure. */
export interface FilesOptions {
  /** Files in the large folder. */
  files: number
  rounds: number
}

const few = 1000
const requests = 200

/** Inserts rows like those of uploads, all of one content: files, versions and their entries. */
const fill = `
WITH one AS (SELECT f.*, v.digest, v.id AS v, c.batch_id, c.details FROM files f
               JOIN file_versions v ON v.id = f.version_id JOIN changes c ON c.id = v.change_id WHERE f.id = $1),
made AS (
  SELECT i, (lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint - $3 + i), 12, '0') || '7' ||
             substr(md5('f' || $2 || i), 1, 3) || '8' || substr(md5('g' || $2 || i), 1, 15))::uuid AS id,
         md5('v' || $2 || i)::uuid AS version_id, md5('c' || $2 || i)::uuid AS change_id
    FROM generate_series(1, $3::bigint) AS i),
entries AS (
  INSERT INTO changes (id, account_id, subject, subject_id, action, digest, salt, details, batch_id, leaf_index)
  SELECT m.change_id, one.account_id, 'file', m.id, 'created', one.digest, '\\x00', one.details, md5($2)::uuid, m.i
    FROM made m, one),
filled AS (
  INSERT INTO files (id, account_id, folder_id, name, search_key, description, code, uploaded_by, version_id, updated_at)
  SELECT m.id, one.account_id, $2::uuid, 'file ' || m.i, 'fileDW' || m.i, '', md5('x' || $2 || m.i), one.uploaded_by,
         m.version_id, now() FROM made m, one)
INSERT INTO file_versions (id, file_id, number, blob, is_encrypted, size, digest, filename, mimetype, change_id)
SELECT m.version_id, m.id, 1, md5('b' || $2 || m.i), false, 1, one.digest, 'x', 'text/plain', m.change_id FROM made m, one`

/** Inserts a batch for these entries. */
const batch = `
INSERT INTO batches (id, lane_id, nonce, purpose, root, size, leaves, tiles, transaction_hash)
SELECT md5($1)::uuid, lane_id, -nonce - 1 - $2::bigint, purpose, root, size, leaves, tiles, transaction_hash
  FROM batches ORDER BY id DESC LIMIT 1`

/** Makes public folders with so many files each, `file 1`, `file 2` …, as rows alone. */
export async function newFolders(
  service: Service,
  client: pg.Client,
  sizes: readonly number[],
): Promise<{ size: number; id: string }[]> {
  const model = await uploadOnce(service, await newFolder(service, 'public', 'model'))
  const folders: { size: number; id: string }[] = []
  for (const size of sizes) {
    const id = await newFolder(service, 'public', `with ${size}`)
    await client.query(batch, [id, size])
    await client.query(fill, [model, id, size])
    folders.push({ size, id })
  }
  await client.query('VACUUM ANALYZE files')
  await client.query('VACUUM ANALYZE file_versions')
  return folders
}

/** Lists 100 files of a large folder and of a small one in turn. Returns a Markdown table. */
export async function benchFiles({ files, rounds }: FilesOptions): Promise<string> {
  const service = await startService()
  const client = await service.connect()
  try {
    const folders: { size: number; id: string; ms: number[] }[] = []
    for (const { size, id } of await newFolders(service, client, [few, files])) folders.push({ size, id, ms: [] })
    for (let round = 0; round <= rounds; round++) {
      for (const folder of folders) {
        const ms = await measure(service, folder)
        if (round > 0) folder.ms.push(ms)
      }
    }
    const base = median(folders[0]?.ms ?? [])
    const rows = folders.map(({ size, ms }) => [String(size), decimals(median(ms)), decimals(median(ms) / base)])
    return table(['files in the folder', 'list of 100, p50 ms', '÷ the smallest'], rows)
  } finally {
    await client.end()
    await service.stop()
  }
}

async function measure(service: Service, folder: { id: string; size: number }): Promise<number> {
  const times: number[] = []
  for (let request = 0; request < requests; request++) {
    const startMs = performance.now()
    const response = await fetch(`http://127.0.0.1:${service.port}/api/folders/${folder.id}/files?limit=100`, {
      headers: { authorization: `Bearer ${service.token}` },
    })
    const { data } = (await response.json()) as { data: { count: number; data: unknown[] } }
    times.push(performance.now() - startMs)
    if (data.count !== folder.size || data.data.length !== 100)
      throw new Error(`listed ${data.data.length} of ${data.count}`)
  }
  return median(times)
}
