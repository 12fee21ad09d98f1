import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { verifyProof } from '@tallystick/proof'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { Database } from '../../src/base/database/db.js'
import { allMigrations, migrate, migrationsOf } from '../../src/base/database/migrate.js'
import { startPostgres } from '../../src/embedded/postgres.js'
import { runProgram } from '../command-line.js'
import { embeddedPlaces, newFolder, Service } from '../faults/stack.js'
import { download, sha256 } from '../files/upload.js'
import { Browser } from '../portal/browser.js'
import { call, type Reachable, someHash } from '../service.js'
import { dataOf } from '../stamps/shapes.js'

// Today's service on what earlier versions keep. A folder here is the recording of a version, named by its newest migration:
//   rows.sql      the migrations it had had, with their SHA-256, and all rows
//   objects       the stored files
//   secrets.json  of the data folder
//   answers.json  what its clients were answered, and must find again
// 0012 is of commit 605c897: before the first release, the earliest with stamps, files and webhooks whose migrations are still the same.
// Add one at each release: node server/test/upgrade/record.js . server/test/upgrade/NAME

interface File {
  fileId: string
  folderId: string
  code: string
  name: string
  sha256: string
}
interface Answers {
  account: { userId: string; email: string; password: string; clientId: string; secretKey: string }
  stamps: { hash: string; code: string; txid: string }[]
  folders: { open: string; closed: string; inner: string }
  files: File[]
  binned: File
  purged: File
  webhookId: string
}

const here = fileURLToPath(new URL('.', import.meta.url))
const migrations = fileURLToPath(new URL('../../migrations/', import.meta.url))
const versions = readdirSync(here, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []))

describe.each(versions)('a service upgraded from %s', (version) => {
  const recorded = join(here, version)
  const rows = readFileSync(join(recorded, 'rows.sql'), 'utf8')
  const had = [...rows.matchAll(/^-- ([0-9a-f]{64}) (\S+\.sql)$/gm)].map(([, hash = '', name = '']) => ({ hash, name }))
  const answers = JSON.parse(readFileSync(join(recorded, 'answers.json'), 'utf8')) as Answers
  // Long ago is no reason to purge what is in the bin.
  const settings = { BIN_DAYS: '36500', WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8' }
  let folder: Awaited<ReturnType<typeof newFolder>>
  let dataDir: string
  let service: Service
  let reachable: Reachable
  let auth: { authorization: string }

  const get = async (path: string) => dataOf(await reachable.call('GET', path, undefined, auth))

  beforeAll(async () => {
    folder = await newFolder()
    dataDir = join(folder.path, 'data')
    cpSync(join(recorded, 'secrets.json'), join(dataDir, 'secrets.json'))
    cpSync(join(recorded, 'objects'), join(dataDir, 'files/objects'), { recursive: true })
    const { databasePassword: password } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'))
    const postgres = await startPostgres({ dataDir, password, logger: pino({ level: 'silent' }) })
    const database = new Database({ url: postgres.databaseUrl, connectionsMax: 1 })
    await migrate(
      database,
      had.map(({ name }) => name),
    )
    const session = await database.session()
    await session.script(rows).finally(() => session.release(true))
    await database.close()
    await postgres.stop()
    service = await Service.prepare({ DATA_DIR: dataDir, ...settings })
    await service.start()
    reachable = { url: service.url, call: (...args) => call(service.url, ...args) }
    const { clientId, secretKey } = answers.account
    const headers = { 'client-id': clientId, 'secret-key': secretKey }
    auth = {
      authorization: `Bearer ${dataOf(await reachable.call('POST', '/authenticate', undefined, headers)).token}`,
    }
  })
  afterAll(async () => {
    await service?.stop()
    await folder?.remove()
  })

  it('has all migrations applied; earlier ones have not changed since', async () => {
    for (const { hash, name } of had) {
      expect(
        createHash('sha256')
          .update(readFileSync(migrations + name))
          .digest('hex'),
        name,
      ).toBe(hash)
    }
    const { databaseUrl } = await embeddedPlaces(dataDir)
    const database = new Database({ url: databaseUrl, connectionsMax: 1 })
    const done = await migrationsOf(database).finally(() => database.close())
    expect(done).toEqual(await allMigrations())
  })

  it('finds every stamp by its code, hash and transaction ID, and proves it', async () => {
    for (const { hash, code, txid } of answers.stamps) {
      for (const id of [code, hash, txid]) expect(await get(`/hash?id=${id}`)).toMatchObject({ txid, state: 'final' })
      expect(await get(`/hash?id=${code}`)).toMatchObject({ hash, code })
      const proof = (await reachable.call('GET', `/hash/${code}/proof`, undefined, auth)).body
      const verdict = verifyProof(proof, { digest: Buffer.from(hash, 'hex') })
      expect(verdict).toMatchObject({ outcome: 'consistent', anchor: { state: 'final' } })
    }
  })

  it('has the folders, and the files with their contents and proofs', async () => {
    for (const { fileId, folderId, code, name, sha256: hash } of answers.files) {
      expect(await get(`/api/folders/${folderId}/files`)).toMatchObject({
        count: 1,
        data: [{ _id: fileId, fileName: name }],
      })
      const { bytes } = await download(reachable, `/api/files/${fileId}/content`, auth)
      expect(sha256(bytes), name).toBe(hash)
      const proof = (await reachable.call('GET', `/hash/${code}/proof`, undefined, auth)).body
      expect(verifyProof(proof, { digest: Buffer.from(hash, 'hex') })).toMatchObject({ outcome: 'consistent' })
    }
    expect(await get('/api/bin')).toMatchObject({ count: 1 })
    const { fileId } = answers.purged
    expect((await reachable.call('GET', `/api/files/${fileId}/content`, undefined, auth)).status).toBe(404)
  })

  it('lets its people log in, and knows their webhooks', async () => {
    const browser = new Browser(reachable)
    const { email, password, userId } = answers.account
    expect((await browser.auth('sign-in/email', { email, password })).status).toBe(200)
    expect(dataOf(await reachable.call('GET', '/account', undefined, await browser.bearer()))).toMatchObject({
      _id: userId,
      email,
    })
    expect(await get(`/v2/webhooks/${answers.webhookId}`)).toMatchObject({ id: answers.webhookId })
  })

  it('goes on: a new stamp becomes final, and the audit finds nothing wrong', async () => {
    const { code } = dataOf(
      await reachable.call('POST', '/hash', { hash: someHash(), filename: 'after the upgrade' }, auth),
    )
    await eventually('the new stamp is final', async () => (await get(`/hash?id=${code}`)).state === 'final')
    const audit = await runProgram('admin', ['audit', '--json'], { DATA_DIR: dataDir })
    expect(audit).toMatchObject({ code: 0, err: '' })
    expect(JSON.parse(audit.out)).toMatchObject({ ok: true, submitted: 0 })
  })
})
