import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { limitMs } from '../../../test/machine.js'
import { Database } from '../../src/base/database/db.js'
import { Chain } from '../../src/chain/chain.js'
import { fileAuditor } from '../../src/files/audit.js'
import { changeAuditor } from '../../src/folders/audit.js'
import { audit } from '../../src/ledger/proofs/audit.js'
import { stampAuditor } from '../../src/stamps/audit.js'
import { type TestAccount, useOwnService } from '../service.js'
import { post, someFolder, upload } from './upload.js'

// I6: an audit names every change to folders and files made behind the service's back.
const service = useOwnService()
/** A single connection, so that each case's damage can be rolled back. */
let database: Database
let ada: TestAccount

beforeAll(async () => {
  ada = await service.account()
  database = new Database({ url: service.database.url, connectionsMax: 1 })
  chain = new RememberingChain(service.rpcUrl, limitMs(10_000))
  const folder = await someFolder(service, ada, 'public')
  const inside = await someFolder(service, ada, 'private', folder)
  const gone = await someFolder(service, ada, 'public')
  const binned = await someFolder(service, ada, 'public')
  await someFolder(service, ada, 'public', binned)
  const call = async (method: string, path: string, body?: object) => {
    const answer = await service.call(method, path, body, ada.auth)
    expect(answer.status, answer.text).toBe(200)
  }
  const file = async (name: string, place = folder) =>
    `/api/files/${(await upload(service, ada, place, randomBytes(1000), name)).fileId}`
  const changed = await file('changed')
  await call('PATCH', changed, { description: 'new', isFavourite: true, lat: 52.52, long: -0.1 })
  await call('PATCH', changed, { fileName: 'renamed', folderId: inside })
  await post(service, `${changed}/versions`, [['attachments', randomBytes(2000), 'second']], ada.auth)
  await call('DELETE', await file('binned'))
  const restored = await file('restored')
  await call('DELETE', restored)
  await call('POST', `${restored}/restore`)
  await file('plain')
  await file('inside', inside)
  await call('DELETE', `${await file('purged')}?permanent=true`)
  await file('purged with its folder', gone)
  await call('DELETE', `/api/folders/${gone}?permanent=true`)
  await call('DELETE', `/api/folders/${binned}`)
  await eventually('nothing is left to do', async () => {
    const [open] = await service.database.db.query<{ n: number }>(
      `SELECT (SELECT count(*) FROM batches WHERE state < 2) + (SELECT count(*) FROM folders WHERE purging)
            + (SELECT count(*) FROM file_versions WHERE look_at IS NOT NULL) AS n`,
    )
    return open?.n === 0
  })
})
afterAll(() => database?.close())
beforeEach(() => database.execute('BEGIN'))
afterEach(() => database.execute('ROLLBACK'))

/** Remembers all answers of its node: nothing is mined while this file damages the database. */
class RememberingChain extends Chain {
  private readonly answers = new Map<string, Promise<unknown>>()

  override request<T>(method: string, params: readonly unknown[] = []): Promise<T> {
    const key = JSON.stringify([method, params])
    const answer = this.answers.get(key) ?? super.request(method, params)
    this.answers.set(key, answer)
    return answer as Promise<T>
  }
}
let chain: Chain

const problem = () =>
  audit(database, chain, [stampAuditor(database), changeAuditor(database), fileAuditor(database)]).then(
    () => 'nothing',
    (error: Error) => `${error.name}: ${error.message}`,
  )

it('an audit finds nothing in what the service wrote', async () => {
  expect(await problem()).toBe('nothing')
})

const flipped = (column: string) => `${column} = set_byte(${column}, 0, get_byte(${column}, 0) # 1)`
const file = (name: string) => `(SELECT id FROM files WHERE name = '${name}')`
const folder = (level: number) => `(SELECT id FROM folders WHERE level = ${level} AND deleted_at IS NULL)`
const version = (name: string) => `(SELECT version_id FROM files WHERE name = '${name}')`
const setFile = (name: string, what: string) => `UPDATE files SET ${what} WHERE id = ${file(name)}`
const setVersion = (name: string, what: string) => `UPDATE file_versions SET ${what} WHERE id = ${version(name)}`
const setEntry = (name: string, what: string, action = 'created') =>
  `UPDATE changes SET ${what} WHERE subject_id = ${file(name)} AND action = '${action}'`

const recorded = /file [0-9a-f-]{36}: it differs from what was last recorded/
const content = /version [0-9a-f-]{36}: its content differs from what was recorded/
const entry = /the entry of leaf \d+ was changed/
const change = /change [0-9a-f-]{36}: it differs from what was recorded/
const cases: [string, string, RegExp][] = [
  ["a file's name", setFile('plain', "name = name || '!'"), recorded],
  ['the name of one that was renamed', setFile('renamed', "name = 'changed'"), recorded],
  ['its description', setFile('renamed', "description = ''"), recorded],
  ['its place', setFile('renamed', 'latitude = 52.53'), recorded],
  ['its place, taken away', setFile('renamed', 'longitude = NULL'), recorded],
  ['its being a favourite', setFile('renamed', 'is_favourite = false'), recorded],
  ['its folder', setFile('renamed', `folder_id = ${folder(1)}`), recorded],
  ["its page's code", setFile('plain', "code = 'FORGED'"), recorded],
  ['who uploaded it', setFile('plain', "uploaded_by = 'Eve'"), recorded],
  ['a file taken out of the bin', setFile('binned', 'deleted_at = NULL'), recorded],
  ['a file put into the bin', setFile('restored', 'deleted_at = now()'), recorded],
  [
    'its owner',
    `ALTER TABLE files DROP CONSTRAINT files_account_id_fkey; ${setFile('plain', 'account_id = gen_random_uuid()')}`,
    recorded,
  ],
  ["a content's hash", setVersion('plain', flipped('digest')), content],
  ["a content's size", setVersion('plain', 'size = size + 1'), content],
  ["a version's number", setVersion('renamed', 'number = 7'), content],
  [
    "a version's entry",
    setVersion('plain', `change_id = (SELECT change_id FROM file_versions WHERE id = ${version('inside')})`),
    content,
  ],
  [
    'a content in the place of another',
    `UPDATE file_versions v SET digest = o.digest, size = o.size, change_id = o.change_id
     FROM file_versions o WHERE v.id = ${version('plain')} AND o.id = ${version('inside')}`,
    content,
  ],
  [
    'an older version as the current one',
    setFile(
      'renamed',
      `version_id = (
     SELECT id FROM file_versions WHERE file_id = ${file('renamed')} AND number = 1)`,
    ),
    /its version count is wrong/,
  ],
  [
    'a deleted version',
    `DELETE FROM file_versions WHERE file_id = ${file('renamed')} AND number = 1`,
    /the file or its content is missing/,
  ],
  [
    'a deleted file',
    `WITH v AS (DELETE FROM file_versions WHERE file_id = ${file('plain')}) DELETE FROM files WHERE name = 'plain'`,
    /the file or its content is missing/,
  ],
  [
    'a file added',
    `INSERT INTO files SELECT gen_random_uuid(), account_id, folder_id, name, search_key, description, 'FORGED', false, NULL,
     NULL, uploaded_by, version_id, 1, NULL, updated_at FROM files WHERE name = 'plain'`,
    recorded,
  ],
  ['a counter', 'UPDATE file_counts SET files = files + 1', /its counter is \d+ files, but \d+ exist/],
  ["an entry's salt", setEntry('plain', flipped('salt')), entry],
  ["an entry's hash", setEntry('plain', flipped('digest')), entry],
  ["an entry's details", setEntry('renamed', "details = '{}'", 'changed'), entry],
  ['the salt of a purge', `UPDATE changes SET ${flipped('salt')} WHERE action = 'purged'`, entry],
  ["an entry's place", setEntry('plain', 'leaf_index = 7'), /an entry claims leaf 7 of \d+/],
  [
    "an entry's batch, and so its transaction",
    setEntry(
      'plain',
      `batch_id = (
     SELECT batch_id FROM changes WHERE subject_id = ${file('inside')}), leaf_index = 1`,
    ),
    /an entry claims leaf 1 of 1|1 of its 1 entries are missing/,
  ],
  [
    'a deleted entry',
    `DELETE FROM changes WHERE subject_id = ${file('restored')} AND action = 'restored'`,
    /1 of its 1 entries are missing/,
  ],
  ['whom an entry is about', setEntry('restored', `subject_id = ${file('plain')}`, 'binned'), change],
  ['what an entry says was done', setEntry('restored', "action = 'purged'", 'binned'), change],
  ['when an entry was made', setEntry('restored', `id = '00000000-0000-7000-8000-000000000000'`, 'restored'), change],
  [
    'an erasure without a purge',
    `UPDATE changes SET digest = NULL, salt = NULL, details = NULL WHERE subject_id = ${file('plain')}`,
    /erased, but no purge was recorded/,
  ],
  [
    "a folder's name",
    `UPDATE folders SET name = 'x' WHERE id = ${folder(2)}`,
    /folder .* differs from what was last recorded/,
  ],
  [
    'a private folder made public',
    `UPDATE folders SET own_private = false, is_private = false WHERE id = ${folder(2)}`,
    /folder .* differs from what was last recorded/,
  ],
  [
    'a private folder shown to all',
    `UPDATE folders SET is_private = false WHERE id = ${folder(2)}`,
    /contradicts its parent folder/,
  ],
  [
    'a folder taken out of the bin',
    'UPDATE folders SET deleted_at = NULL, bin_id = NULL WHERE deleted_at IS NOT NULL',
    /its bin state differs from what was last recorded/,
  ],
  ['a deleted folder', 'DELETE FROM folders WHERE bin_id <> id', /folder [0-9a-f-]{36}: it is missing/],
]

describe('an audit', () => {
  it.each(cases)('names %s', async (_name, statements, expected) => {
    for (const statement of statements.split('; ')) await database.execute(statement)
    const found = await problem()
    expect(found).toMatch(/^AuditError: /)
    expect(found).toMatch(expected)
  })
})
