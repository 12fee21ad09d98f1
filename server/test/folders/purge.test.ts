import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { changeAuditor } from '../../src/folders/audit.js'
import { Filler } from '../browse/large-folder.js'
import { type TestAccount, useOwnService } from '../service.js'
import { expectError } from '../stamps/shapes.js'
import { askDetails, expectDone, type Folder, newFolder } from './shapes.js'

const filler = new Filler()
const service = useOwnService({ BIN_DAYS: '7' }, filler.rooms)
let ada: TestAccount
beforeAll(async () => {
  ada = await service.account()
})

const db = () => service.database.db
const remove = (folder: Folder, query = '') =>
  service.call('DELETE', `/api/folders/${folder._id}${query}`, undefined, ada.auth)
const gone = (folders: readonly Pick<Folder, '_id'>[]) =>
  eventually('the folders are gone', async () => {
    const rows = await db().query('SELECT id FROM folders WHERE id = ANY($1::uuid[])', [folders.map(({ _id }) => _id)])
    return rows.length === 0
  })
const changes = (id: string) =>
  db().query<{ action: string; digest: Buffer | null; salt: Buffer | null; details: object | null }>(
    'SELECT action, digest, salt, details FROM changes WHERE subject_id = $1 ORDER BY id',
    [id],
  )

/** Expects that every entry is at its leaf, and that counters and rows are correct. */
async function expectAudited(): Promise<void> {
  const auditor = changeAuditor(db())
  const batches = await db().query<{ id: string; leaves: Buffer }>('SELECT id, leaves FROM batches')
  for (const { id, leaves } of batches) {
    for (const [at, leaf] of await auditor.leaves(id)) {
      if (leaf) expect(Buffer.from(leaf)).toEqual(leaves.subarray(at * 32, at * 32 + 32))
    }
  }
  await auditor.totals()
}

describe('DELETE ?permanent=true', () => {
  it.each(['directly', 'from the bin'])('%s: purges it at once with everything under it', async (from) => {
    const top = await newFolder(service, ada, { folderName: `Secret plans ${from}` })
    const child = await newFolder(service, ada, { folderName: 'Secret child', parentFolderId: top._id })
    const binned = await newFolder(service, ada, { parentFolderId: child._id })
    await remove(binned)
    if (from === 'from the bin') await remove(top)
    const all = [top, child, binned]
    const leaves = await db().query<{ leaf: Buffer }>(
      `SELECT substring(b.leaves FROM c.leaf_index * 32 + 1 FOR 32) AS leaf FROM changes c JOIN batches b ON b.id = c.batch_id
        WHERE c.subject_id = ANY($1::uuid[]) ORDER BY c.id`,
      [all.map(({ _id }) => _id)],
    )
    expectDone(await remove(top, '?permanent=true'), 'Folder deleted permanently')
    for (const folder of all) {
      expectError(await askDetails(service, ada, folder), 404, 'folder_not_found', 'Folder does not exist')
    }
    await gone(all)
    for (const { _id } of all) {
      const kept = await changes(_id)
      expect(kept.at(-1)).toMatchObject({ action: 'purged', details: { id: _id, action: 'purged' } })
      const more = _id === top._id ? ['files', 'folders', 'requestedAt'] : ['requestedAt', 'within']
      expect(Object.keys(kept.at(-1)?.details ?? {}).sort()).toEqual(
        ['action', 'at', 'id', 'subject', 'userId', ...more].sort(),
      )
      for (const row of kept.slice(0, -1)) expect(row).toMatchObject({ digest: null, salt: null, details: null })
    }
    // I7: what was anchored does not change.
    const after = await db().query<{ leaf: Buffer }>(
      `SELECT substring(b.leaves FROM c.leaf_index * 32 + 1 FOR 32) AS leaf FROM changes c JOIN batches b ON b.id = c.batch_id
        WHERE c.subject_id = ANY($1::uuid[]) AND c.salt IS NULL ORDER BY c.id`,
      [all.map(({ _id }) => _id)],
    )
    expect(after).toEqual(leaves)
    expectError(await remove(top, '?permanent=true'), 404, 'folder_not_found', 'Folder does not exist')
    await expectAudited()
  })

  it('frees the name at once, and purges a large tree in many small steps', async () => {
    const top = await newFolder(service, ada, { folderName: 'Large' })
    const under = await filler.folders(ada, top, { count: 360, depth: 3 })
    const all = [top, ...under.map((_id) => ({ _id }))]
    expectDone(await remove(top, '?permanent=true'), 'Folder deleted permanently')
    await newFolder(service, ada, { folderName: 'large' })
    await gone(all)
    const [purged] = await db().query<{ n: number; batches: number }>(
      `SELECT count(*)::int AS n, count(DISTINCT batch_id)::int AS batches FROM changes
        WHERE action = 'purged' AND subject_id = ANY($1::uuid[])`,
      [all.map(({ _id }) => _id)],
    )
    expect(purged?.n).toBe(361)
    expect(purged?.batches).toBeGreaterThanOrEqual(4)
    const [counted] = (await changes(top._id)).slice(-1)
    expect(counted?.details).toMatchObject({ files: 0, folders: 360 })
    await expectAudited()
  })

  it('leaves no word of a name anywhere', async () => {
    const folder = await newFolder(service, ada, { folderName: 'Xylophonequartet' })
    await service.call('PATCH', `/api/folders/${folder._id}`, { folderName: 'Xylophonequintet' }, ada.auth)
    await remove(folder, '?permanent=true')
    await gone([folder])
    for (const table of ['folders', 'changes', 'folder_counts', 'batches', 'transactions']) {
      const [row] = await db().query<{ n: number }>(
        `SELECT count(*)::int AS n FROM ${table} t WHERE t::text ILIKE '%xylophone%'`,
      )
      expect([table, row?.n]).toEqual([table, 0])
    }
  })
})

describe('the bin', () => {
  it('loses what has been in it for BIN_DAYS, and nothing else', async () => {
    const [old, young, kept] = [
      await newFolder(service, ada),
      await newFolder(service, ada),
      await newFolder(service, ada),
    ]
    const child = await newFolder(service, ada, { parentFolderId: old._id })
    for (const folder of [old, young]) await remove(folder)
    const age = "UPDATE folders SET deleted_at = deleted_at - $2 * interval '1 hour' WHERE bin_id = $1"
    await db().execute(age, [old._id, 7 * 24 + 1])
    await db().execute(age, [young._id, 7 * 24 - 1])
    // Erasing anything wakes the loop.
    await remove(await newFolder(service, ada), '?permanent=true')
    await gone([old, child])
    expect((await askDetails(service, ada, young)).body.data.isBin).toBe(true)
    expect((await askDetails(service, ada, kept)).body.data.isBin).toBe(false)
    expect((await changes(old._id)).at(-1)?.action).toBe('purged')
    await expectAudited()
  })
})
