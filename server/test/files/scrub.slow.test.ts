import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { advisoryLocks } from '../../src/base/database/locks.js'
import { createLogger } from '../../src/base/telemetry/log.js'
import { Scrub } from '../../src/files/blobs/scrub.js'
import { Vault } from '../../src/files/blobs/vault.js'
import { HashPool } from '../../src/storage/hashing/pool.js'
import { storageKeys } from '../../src/storage/storage-keys.js'
import { DiskStore } from '../../src/storage/stores/disk.js'
import { DiskSpace } from '../../src/storage/stores/disk-space.js'
import { runAdmin } from '../command-line.js'
import { chainSettings, type TestAccount, useOwnService } from '../service.js'
import { trusting } from '../trusted.js'
import { append, begin } from '../uploads/tus.js'
import { failReads, filesOf, flipBit, objectOf, objectPath, receive } from './objects.js'
import { someFolder, upload } from './upload.js'

// The service runs no scrub of its own here: with ROLES=api it has no such loop.
const service = useOwnService({ ROLES: 'api', SCRUB_INTERVAL: '0' })
const threads = new HashPool(1)
const logger = createLogger('silent')
let ada: TestAccount
let folder: string
let vault: Vault

beforeAll(async () => {
  ada = await service.account('Ada Lovelace')
  folder = await someFolder(service, ada)
  vault = new Vault({
    store: await DiskStore.open(join(service.dataDir, 'files')),
    space: new DiskSpace({ files: null, database: null, reserve: { bytes: 0 } }),
    database: service.database.db,
    keys: storageKeys(service.masterKey, []),
    threads,
    clock: trusting,
    logger,
  })
})
afterAll(() => threads.close())

const db = () => service.database.db
beforeEach(async () => {
  await db().execute('DELETE FROM scrubs')
  await db().execute('UPDATE file_versions SET damage = NULL')
})

const newScrub = (intervalMs = 86_400_000, bytesPerSecond = 1 << 30) =>
  new Scrub({ database: db(), vault, intervalMs, pace: { bytesPerSecond }, logger })

async function stored(content: Uint8Array, place = folder) {
  const { fileId } = await upload(service, ada, place, content)
  const row = async () => {
    const [found] = await db().query<{ id: string; blob: string; damage: string | null }>(
      'SELECT id, blob, damage FROM file_versions WHERE file_id = $1',
      [fileId],
    )
    return found as { id: string; blob: string; damage: string | null }
  }
  const path = await objectOf(service, fileId)
  const { id } = await row()
  const get = () => receive(service, `/api/files/${fileId}/content`, ada.auth)
  return { fileId, id, path, row, get }
}

const pass = async () =>
  (
    await db().query<{ ended: boolean; objects: number; bytes: number }>(
      'SELECT ended_at IS NOT NULL AS ended, objects, bytes FROM scrubs',
    )
  )[0]

describe('a scrub', () => {
  it('finds what changed, vanished or cannot be read, says how much it compared, and what is right again', async () => {
    const [changed, missing, unreadable, good] = [
      await stored(randomBytes(2000)),
      await stored(randomBytes(3000)),
      await stored(randomBytes(4000)),
      await stored(randomBytes(5000)),
    ]
    const right = readFileSync(changed.path)
    flipBit(changed.path)
    rmSync(missing.path)
    failReads(unreadable.path)
    await newScrub().step()
    const found = async () =>
      Promise.all([changed, missing, unreadable, good].map(async ({ row }) => (await row()).damage))
    expect(await found()).toEqual(['changed', 'missing', 'unreadable', null])
    const done = await pass()
    expect(done?.ended).toBe(true)
    expect(done?.bytes).toBeGreaterThanOrEqual(5000)
    const warnings = await vault.damages.warnings()
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain(`file ${changed.fileId} (changed)`)
    writeFileSync(changed.path, right)
    await newScrub().step()
    expect(await found()).toEqual([null, 'missing', 'unreadable', null])
  })

  it('goes on where it stopped, and begins again an interval later', async () => {
    const one = await stored(randomBytes(1000))
    await db().execute('INSERT INTO scrubs (after_version, objects) VALUES ($1, 7)', [one.id])
    flipBit(one.path)
    await newScrub().step()
    expect(await pass()).toEqual({ ended: true, objects: 7, bytes: 0 })
    await newScrub().step()
    expect((await one.row()).damage).toBeNull()
    await db().execute("UPDATE scrubs SET began_at = began_at - interval '2 days'")
    await newScrub().step()
    expect((await one.row()).damage).toBe('changed')
  })

  it('runs in one process at a time, and not at all with an interval of 0', async () => {
    const session = await db().session()
    try {
      await session.query('SELECT pg_advisory_lock($1)', [advisoryLocks.scrub])
      await newScrub().step()
    } finally {
      session.release(true)
    }
    await newScrub(0).step()
    expect(await pass()).toBeUndefined()
  })

  it('ends at once when it is stopped, in the middle of an object', async () => {
    await stored(randomBytes(600_000))
    // A pass would take days.
    const scrub = newScrub(86_400_000, 1024)
    const running = scrub.step()
    await scrub.stop()
    await running
    expect((await pass())?.ended).not.toBe(true)
  })

  it.each(['public', 'private'] as const)(
    'restores a damaged content of a %s folder from an equal one',
    async (kind) => {
      const content = randomBytes(300_000)
      const place = await someFolder(service, ada, kind)
      const damaged = await stored(content, place)
      const twin = await stored(content)
      const before = (await damaged.row()).blob
      flipBit(damaged.path)
      expect((await damaged.get()).isWhole && (await damaged.get()).status).not.toBe(200)
      await newScrub(0).step()
      const after = await damaged.row()
      expect(after.damage).toBeNull()
      expect([before, (await twin.row()).blob]).not.toContain(after.blob)
      expect(after.blob.startsWith('private/')).toBe(kind === 'private')
      expect((await damaged.get()).bytes.equals(content)).toBe(true)
      // A wrong twin is no help.
      flipBit(objectPath(filesOf(service), after.blob))
      flipBit(twin.path)
      await newScrub().step()
      expect([(await damaged.row()).damage, (await twin.row()).damage]).toEqual(['changed', 'changed'])
    },
  )
})

describe('admin audit --contents', () => {
  const audit = (...options: string[]) => runAdmin(['audit', ...options], chainSettings(service))

  it('names missing, changed and unreadable objects in words of their own, and ends with 1', async () => {
    const right = await audit('--json')
    expect([right.err, JSON.parse(right.out)]).toEqual(['', expect.objectContaining({ ok: true })])
    const secret = await someFolder(service, ada, 'private')
    const [changed, missing, unreadable, encrypted] = [
      await stored(randomBytes(300_000)),
      await stored(randomBytes(3000)),
      await stored(randomBytes(4000)),
      await stored(randomBytes(300_000), secret),
    ]
    const address = await begin(service, ada, 9000, { folderId: folder, fileName: 'parts.bin' })
    await append(service, ada, address, 0, randomBytes(8000))
    const [part] = await db().query<{ blob: string; upload_id: string }>('SELECT blob, upload_id FROM upload_parts')
    const kept = readFileSync(changed.path)
    flipBit(changed.path, 7)
    rmSync(missing.path)
    failReads(unreadable.path)
    flipBit(encrypted.path, 100_000)
    flipBit(objectPath(filesOf(service), part?.blob ?? ''))
    const { code, out } = await audit('--contents')
    expect(code).toBe(1)
    expect(out).not.toContain('Everything matches')
    for (const [word, { fileId, id }] of [
      ['CHANGED', changed],
      ['MISSING', missing],
      ['UNREADABLE', unreadable],
      ['CHANGED', encrypted],
    ] as const)
      expect(out).toContain(`${word}: content of file ${fileId}, version ${id}, object `)
    expect(out).toContain(`CHANGED: part of upload ${part?.upload_id}, object ${part?.blob}: age payload: `)
    expect((await changed.row()).damage).toBe('changed')
    writeFileSync(changed.path, kept)
    const again = JSON.parse((await audit('--contents', '--json')).out)
    expect(again.ok).toBe(false)
    expect(again.contents.objects).toBeGreaterThanOrEqual(5)
    const of = (found: string) =>
      again.contents.damaged
        .filter(({ damage }: { damage: string }) => damage === found)
        .map(({ owner }: { owner: string }) => owner)
    expect(of('missing')).toContain(missing.fileId)
    expect(of('changed')).not.toContain(changed.fileId)
    expect((await changed.row()).damage).toBeNull()
  })
})
