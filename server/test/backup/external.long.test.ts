import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { eventually, settled } from '../../../test/eventually.js'
import { backUp } from '../../src/backup/backup.js'
import { restore } from '../../src/backup/restore.js'
import { allTables, usedSequences } from '../../src/backup/tables.js'
import { Database } from '../../src/base/database/db.js'
import { advisoryLocks } from '../../src/base/database/locks.js'
import { createLogger } from '../../src/base/telemetry/log.js'
import { loadConfig } from '../../src/settings.js'
import { DiskStore } from '../../src/storage/stores/disk.js'
import { runProgram } from '../command-line.js'
import { someFolder, upload } from '../files/upload.js'
import { fill } from '../plans/fill.js'
import { databaseUrl } from '../postgres-server.js'
import { dataSettings, useOwnService } from '../service.js'
import { loopback, register } from '../webhooks/shapes.js'

// A backup of a database elsewhere, with rows in nearly all tables.

const service = useOwnService(loopback)
const place = mkdtempSync(join(tmpdir(), 'tallystick-backup-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))
const backup = join(place, 'backup')
const rows = 2000

describe('with a database elsewhere', () => {
  const restored = `restored_${randomBytes(6).toString('hex')}`
  const url = () => databaseUrl(inject('postgresSocketDir'), restored)
  let server: Database
  beforeAll(async () => {
    server = new Database({ url: databaseUrl(inject('postgresSocketDir'), 'postgres'), connectionsMax: 1 })
    await server.execute(`CREATE DATABASE ${restored}`)
  })
  afterAll(async () => {
    await server.execute(`DROP DATABASE ${restored} WITH (FORCE)`)
    await server.close()
  })

  const settings = (databaseUrl: string, dataDir: string) => ({
    ...dataSettings(service),
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    DISK_RESERVE: '0',
  })
  const config = (databaseUrl: string, dataDir: string) => loadConfig(settings(databaseUrl, dataDir))
  const admin = (databaseUrl: string, dataDir: string, ...args: string[]) =>
    runProgram('admin', [...args, '--json'], settings(databaseUrl, dataDir))

  it('deletes no object while a backup runs', async () => {
    const ada = await service.account()
    const folder = await someFolder(service, ada)
    const purge = async (fileId: string) => {
      expect((await service.call('DELETE', `/api/files/${fileId}?permanent=true`, undefined, ada.auth)).status).toBe(
        200,
      )
    }
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => upload(service, ada, folder, randomBytes(99))))
    const [row] = await service.database.db.query<{ blob: string }>(
      'SELECT blob FROM file_versions WHERE file_id = $1',
      [first?.fileId],
    )
    const size = () => DiskStore.at(join(service.dataDir, 'files')).size(row?.blob ?? '')
    const running = await service.database.db.session()
    await running.query('SELECT pg_advisory_lock($1)', [advisoryLocks.objects])
    await purge(first?.fileId ?? '')
    // Has the objects that are due deleted, if any may be.
    await purge(second?.fileId ?? '')
    // Further deletions, which are swept before their answer or never.
    await settled('the object stays', size)
    expect(await size()).toBe(99)
    running.release(true)
    await purge(third?.fileId ?? '')
    await eventually('the object is gone', async () => (await size()) === null)
  })

  it('restores every row of every table, and the state of sequences', async () => {
    const { db } = service.database
    const large = await service.account('Grace')
    const other = await service.account('Ada')
    const hooks = [
      await register(service, large, 'https://receiver.example/'),
      await register(service, large, 'https://receiver.example/'),
    ]
    const folder = await someFolder(service, large)
    await someFolder(service, other)
    await upload(service, large, folder, randomBytes(50_000))
    await service.stop()
    await fill(service.database.url, rows, {
      large: large.userId,
      other: other.userId,
      folder,
      webhooks: hooks.map(({ id }) => id),
    })
    // A number given to a row that is gone.
    await db.execute("SELECT nextval('batch_events_id_seq')")

    const [claimed] = await db.query<{ blobs: number }>(
      'SELECT (SELECT count(blob) + count(thumbnail) FROM file_versions) + (SELECT count(*) FROM upload_parts) AS blobs',
    )
    const saved = await admin(service.database.url, service.dataDir, 'backup', backup)
    // The filled rows name objects that don't exist, and the backup says so.
    expect([saved.code, saved.err]).toEqual([1, ''])
    const { objects, missing } = JSON.parse(saved.out)
    expect([objects, objects + missing.length]).toEqual([1, claimed?.blobs])
    expect(readdirSync(backup).sort()).toEqual(['backup.json', 'database', 'files', 'objects.gz', 'objects.sha256.gz'])
    await expect(backUp(config(service.database.url, service.dataDir), service.database.url, backup)).rejects.toThrow(
      /already exists\. Choose another name/,
    )

    const done = await admin(url(), join(place, 'data'), 'restore', backup)
    expect([done.code, done.err]).toEqual([0, ''])
    const target = new Database({ url: url(), connectionsMax: 1 })
    try {
      const tables = await allTables(db)
      expect(await allTables(target)).toEqual(tables)
      const filled: string[] = []
      for (const { name, columns } of tables) {
        const sql = `SELECT count(*) AS rows, md5(string_agg(t::text, '' ORDER BY t::text)) AS content FROM (SELECT "${columns.join('", "')}" FROM ${name}) AS t`
        const [expected] = await db.query<{ rows: number }>(sql)
        expect([name, (await target.query(sql))[0]]).toEqual([name, expected])
        if (expected?.rows) filled.push(name)
      }
      expect(filled.length).toBeGreaterThan(tables.length * 0.8)
      expect(await usedSequences(target)).toEqual(await usedSequences(db))
      const triggers = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'O'"
      expect(await target.query(triggers)).toEqual([])
    } finally {
      await target.close()
    }
  })

  it('refuses a target in use, and a damaged backup, and leaves nothing behind', async () => {
    const elsewhere = join(place, 'elsewhere')
    const logger = createLogger('silent')
    const used = restore(config(service.database.url, elsewhere), backup, logger)
    await expect(used).rejects.toThrow(/already in use/)
    expect(readdirSync(elsewhere)).toEqual([])
    const full = restore(config(url(), service.dataDir), backup, logger)
    await expect(full).rejects.toThrow(/is not empty\. Set DATA_DIR to a new folder/)
    const empty = async () => {
      await server.execute(`DROP DATABASE ${restored} WITH (FORCE)`)
      await server.execute(`CREATE DATABASE ${restored}`)
    }
    await empty()
    const other = restore({ ...config(url(), elsewhere), masterKey: [Buffer.alloc(32)] }, backup, logger)
    await expect(other).rejects.toThrow(/another MASTER_KEY/)
    await empty()
    truncateSync(join(backup, 'database', 'stamps.gz'), 1000)
    const damaged = await admin(url(), elsewhere, 'restore', backup)
    expect(damaged).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^The backup is damaged: /) })
    expect(readdirSync(elsewhere)).toEqual([])
  })
})
