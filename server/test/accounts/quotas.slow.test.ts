import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { Quotas } from '../../src/accounts/quotas/quotas.js'
import { writeLimits } from '../../src/accounts/quotas/sql.js'
import { rooms } from '../../src/rooms.js'
import { storageRoomOn } from '../../src/storage/open.js'
import { fileParts, formBody, post, someFolder, upload } from '../files/upload.js'
import { picture } from '../media/files.js'
import { someHash, type TestAccount, testRooms, useOwnService } from '../service.js'
import { dataOf, expectError } from '../stamps/shapes.js'
import { append, ask, begin, look, metadataOf, path } from '../uploads/tus.js'

const mib = 1024 * 1024
/** Contents are small, since it is about limits, not about size. */
const unit = 64
const storage = 1024 * unit
/** The disk as the service sees it. */
const disk = { free: 1000 * mib }
const reserve = 100 * mib
const look_ = async () => ({ bsize: 1, blocks: 2000 * mib, bavail: disk.free })

const service = useOwnService(
  {
    DISK_RESERVE: String(reserve),
    QUOTA_STORAGE: String(storage),
    QUOTA_UNFINISHED: String(600 * unit),
    QUOTA_STAMPS: '20',
    QUOTA_BULK_ITEMS: '30',
    METRICS_TOKEN: 'let-me-in',
  },
  testRooms(storageRoomOn(look_)),
)
const none = { storageBytes: null, unfinishedBytes: null, stampsPerDay: null, bulkItems: null }

const bytes = (count: number) => randomBytes(count)
const create = (by: TestAccount, folderId: string, content: Uint8Array) =>
  post(service, '/api/files', fileParts(by, folderId, content), by.auth)
const stamp = (by: TestAccount, hash = someHash()) => service.call('POST', '/hash', { hash }, by.auth)
const stampMany = (by: TestAccount, hashes: readonly string[]) =>
  service.call(
    'POST',
    '/multi-stamp',
    hashes.map((hash) => ({ hash, filename: 'x' })),
    by.auth,
  )
const usageOf = async (by: TestAccount) => dataOf(await service.call('GET', '/account/usage', undefined, by.auth))
/** Expects that every counter matches its rows. */
async function expectExact(): Promise<void> {
  for (const auditor of rooms.auditors(service.database.db)) await auditor.totals()
}
/** Waits until the service has looked at the disk again. */
const seen = (free: number) =>
  eventually('the service has looked at the disk again', async () => {
    disk.free = free
    const { text } = await service.call('GET', '/metrics', undefined, { authorization: 'Bearer let-me-in' })
    return text.includes(`\ntallystick_disk_free_bytes ${free}\n`)
  })

describe('storage of an account', () => {
  let ada: TestAccount
  let folder: string
  beforeAll(async () => {
    ada = await service.account('Ada')
    folder = await someFolder(service, ada)
  })

  it('is refused beyond its limit with 507, before the content is sent if its length is known', async () => {
    const first = await upload(service, ada, folder, bytes(700 * unit))
    const refusal = /^This account uses 44800 of the 65536 bytes it can store, .*Delete files permanently/
    // Only the head of the request, and the answer comes.
    const { type } = formBody([])
    const headers = { ...ada.auth, 'content-type': type, 'content-length': String(mib) }
    const answer = await new Promise<{ status: number; code: unknown }>((resolve, reject) => {
      import('node:http').then(({ request }) => {
        const asked = request(new URL('/api/files', service.url), { method: 'POST', headers }, (response) => {
          resolve({ status: response.statusCode ?? 0, code: response.headers['error-code'] })
          asked.destroy()
        })
        asked.on('error', reject)
        asked.flushHeaders()
      })
    })
    expect(answer).toEqual({ status: 507, code: 'storage_quota' })
    expectError(await create(ada, folder, bytes(400 * unit)), 507, 'storage_quota', refusal)
    // Versions count, and so does the bin.
    const version = [['attachments', bytes(400 * unit), 'b.bin']] as const
    expectError(
      await post(service, `/api/files/${first.fileId}/versions`, [...version] as never, ada.auth),
      507,
      'storage_quota',
      refusal,
    )
    const tus = { ...ada.auth, 'upload-metadata': metadataOf({ fileName: 'c', folderId: folder }) }
    expectError(
      await ask(service, 'POST', path, { ...tus, 'upload-length': String(400 * unit) }),
      507,
      'storage_quota',
      // With its own metadata.
      /^This account uses 4[45]\d{3} of the 65536 bytes it can store/,
    )
    await service.call('DELETE', `/api/files/${first.fileId}`, undefined, ada.auth)
    expectError(await create(ada, folder, bytes(400 * unit)), 507, 'storage_quota', refusal)
    await service.call('DELETE', `/api/files/${first.fileId}?permanent=true`, undefined, ada.auth)
    await upload(service, ada, folder, bytes(400 * unit))
    expect((await usageOf(ada)).storage).toEqual({ used: 400 * unit, limit: storage })
    await expectExact()
  })

  it('is refused while a body of unknown length arrives', async () => {
    const { body, type } = formBody(fileParts(ada, folder, bytes(900 * unit)))
    const stream = new ReadableStream({
      pull(controller) {
        controller.enqueue(body)
        controller.close()
      },
    })
    const response = await fetch(new URL('/api/files', service.url), {
      method: 'POST',
      headers: { ...ada.auth, 'content-type': type },
      body: stream,
      duplex: 'half',
    } as RequestInit)
    expect([response.status, response.headers.get('error-code')]).toEqual([507, 'storage_quota'])
  })

  it('is exact when many uploads arrive at once', async () => {
    const bob = await service.account('Bob')
    const target = await someFolder(service, bob)
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(bob, target, bytes(300 * unit))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 507, 507, 507, 507, 507])
    expect((await usageOf(bob)).storage.used).toBe(900 * unit)
    await expectExact()
  })

  it('has a limit of its own where the operator sets one', async () => {
    const carol = await service.account('Carol')
    const target = await someFolder(service, carol)
    await writeLimits(service.database.db, carol.userId, { ...none, storageBytes: 2 * storage })
    await upload(service, carol, target, bytes(1500 * unit))
    expect((await usageOf(carol)).storage).toEqual({ used: 1500 * unit, limit: 2 * storage })
    await writeLimits(service.database.db, carol.userId, { ...none, storageBytes: 0 })
    await upload(service, carol, target, bytes(1500 * unit))
    expect((await usageOf(carol)).storage).toEqual({ used: 3000 * unit, limit: null })
  })
})

describe('unfinished uploads of an account', () => {
  it('are limited in total bytes, but a single one may be as large as the storage allows', async () => {
    const dan = await service.account('Dan')
    const folderId = await someFolder(service, dan)
    const fields = { fileName: 'a.bin', folderId }
    const first = await begin(service, dan, 700 * unit, fields)
    const headers = { ...dan.auth, 'upload-metadata': metadataOf(fields), 'upload-length': '1024' }
    const refused = await ask(service, 'POST', path, headers)
    expectError(refused, 429, 'unfinished_quota', /already take 44800 of 38400 bytes\. Finish or delete some, or wait/)
    expect(refused.headers.get('retry-after')).toBe('3600')
    expect((await usageOf(dan)).unfinishedUploads).toEqual({ used: 700 * unit, limit: 600 * unit, count: 1 })
    // Together with what is stored, it must fit into the storage.
    expectError(await create(dan, folderId, bytes(storage + 1)), 507, 'storage_quota', /./)
    expect((await append(service, dan, first, 0, bytes(700 * unit))).status).toBe(204)
    const second = await begin(service, dan, 100 * unit, fields)
    await ask(service, 'DELETE', second, dan.auth)
    const { storage: stored, unfinishedUploads } = await usageOf(dan)
    expect(unfinishedUploads).toMatchObject({ used: 0, count: 0 })
    // With the metadata of the upload.
    expect(stored.used).toBeGreaterThan(700 * unit)
    expect(stored.used).toBeLessThan(710 * unit)
    const many = await Promise.all(
      Array.from({ length: 8 }, () => ask(service, 'POST', path, { ...headers, 'upload-length': String(100 * unit) })),
    )
    // 324 units can still be stored.
    expect(many.filter(({ status }) => status === 201)).toHaveLength(3)
    await expectExact()
  })
})

describe('stamps of an account in a day', () => {
  it('are exactly as many as allowed, however many arrive at once', async () => {
    const eve = await service.account('Eve')
    const answers = await Promise.all(Array.from({ length: 60 }, () => stamp(eve)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    const refused = answers.find(({ status }) => status !== 200)
    if (!refused) throw new Error('none was refused')
    expectError(
      refused,
      429,
      'stamp_quota',
      /^This account can make 20 stamps a day\. Nothing was stamped\. Try again after/,
    )
    const waitS = Number(refused.headers.get('retry-after'))
    expect(waitS).toBeGreaterThan(0)
    expect(waitS).toBeLessThanOrEqual(86_400)
    expect((await usageOf(eve)).stampsToday).toEqual({
      used: 20,
      limit: 20,
      resetsAt: expect.stringMatching(/T00:00:00\.000Z$/),
    })
    await expectExact()
    await writeLimits(service.database.db, eve.userId, { ...none, stampsPerDay: 21 })
    await eventually('the new limit holds', async () => (await stamp(eve)).status === 200)
    expect((await stamp(eve)).status).toBe(429)
  })

  it('count each item of a multi-stamp, which is refused as a whole; repeating one is still answered', async () => {
    const fay = await service.account('Fay')
    const hashes = Array.from({ length: 15 }, () => someHash())
    dataOf(await stampMany(fay, hashes))
    expectError(
      await stampMany(
        fay,
        Array.from({ length: 6 }, () => someHash()),
      ),
      429,
      'stamp_quota',
      /./,
    )
    expect((await usageOf(fay)).stampsToday.used).toBe(15)
    dataOf(await stampMany(fay, [...hashes, ...Array.from({ length: 5 }, () => someHash())]))
    const again = dataOf(await stampMany(fay, hashes))
    expect(again.every(({ existing }: { existing?: true }) => existing === true)).toBe(true)
    await expectExact()
  })

  it('are rejected without those of other accounts in the batch, if the service learns of the limit only at COMMIT', async () => {
    const [gus, hal] = [await service.account('Gus'), await service.account('Hal')]
    await stamp(gus)
    // Another process stamped for the account.
    const others =
      'INSERT INTO stamp_counts (account_id, lane_id, stamps, day, today) VALUES ($1, 999, 0, day_now(), 17)'
    await service.database.db.execute(others, [gus.userId])
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => stamp(at % 2 ? gus : hal)))
    expect(answers.filter((_, at) => at % 2 === 0).map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(answers.filter((_, at) => at % 2 === 1 && answers[at]?.status === 200)).toHaveLength(2)
    expect((await usageOf(gus)).stampsToday.used).toBe(20)
    await service.database.db.execute('DELETE FROM stamp_counts WHERE lane_id = 999')
    await expectExact()
  })
})

it('limits the items of multi-stamps under way, but never a single request', async () => {
  const { db } = service.database
  const ida = await service.account('Ida')
  const quotas = new Quotas({
    db,
    defaults: { storageBytes: 0, unfinishedBytes: 0, stampsPerDay: 0, bulkItems: 30 },
  })
  let finish: () => void = () => undefined
  const running = new Promise<void>((resolve) => {
    finish = resolve
  })
  const first = quotas.bulk(ida.userId, 40, () => running)
  await eventually('the first one runs', () => quotas.bulkItemsOf(ida.userId) === 40)
  await expect(quotas.bulk(ida.userId, 1, async () => 1)).rejects.toMatchObject({ code: 'bulk_quota', status: 429 })
  finish()
  await first
  expect(await quotas.bulk(ida.userId, 30, async () => 'done')).toBe('done')
  await expect(quotas.bulk(ida.userId, 30, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(quotas.bulkItemsOf(ida.userId)).toBe(0)
})

describe('on a nearly full disk', () => {
  it('uploads are refused, stamps and purging go on, and uploads go on once there is space', async () => {
    const jan = await service.account('Jan')
    const folderId = await someFolder(service, jan)
    const { fileId } = await upload(service, jan, folderId, bytes(100 * unit))
    const begun = await begin(service, jan, 100 * unit, { fileName: 'later.bin', folderId })
    await seen(reserve + 50 * unit)
    const low = /^The disk of the service is nearly full, .*stamps still work/
    expectError(await create(jan, folderId, bytes(200 * unit)), 507, 'disk_low', low)
    await seen(reserve - 1)
    const refused = await create(jan, folderId, bytes(10))
    expectError(refused, 507, 'disk_low', low)
    expect(refused.headers.get('retry-after')).toBe('60')
    const version = [['attachments', bytes(10), 'b.bin']]
    expectError(await post(service, `/api/files/${fileId}/versions`, version as never, jan.auth), 507, 'disk_low', low)
    const headers = { ...jan.auth, 'upload-metadata': metadataOf({ fileName: 'c', folderId }), 'upload-length': '9' }
    expectError(await ask(service, 'POST', path, headers), 507, 'disk_low', low)
    expectError(await append(service, jan, begun, 0, bytes(100 * unit)), 507, 'disk_low', low)
    const ready = await service.call('GET', '/readyz')
    expect([ready.status, ready.body.message]).toEqual([
      200,
      expect.stringMatching(/^Ready to stamp; Degraded: uploads are refused, because 104857599 bytes are free/),
    ])
    const { text } = await service.call('GET', '/metrics', undefined, { authorization: 'Bearer let-me-in' })
    expect(text).toContain(`\ntallystick_disk_reserve_bytes ${reserve}\n`)

    expect((await stamp(jan)).status).toBe(200)
    expect((await service.call('DELETE', `/api/files/${fileId}`, undefined, jan.auth)).status).toBe(200)
    expect((await service.call('DELETE', '/api/bin', undefined, jan.auth)).status).toBe(200)
    // The metadata of the upload that has begun.
    expect((await usageOf(jan)).storage.used).toBeLessThan(1000)

    await seen(1000 * mib)
    expect((await service.call('GET', '/readyz')).body.message).toBe('Ready to stamp')
    expect((await look(service, jan, begun)).headers.get('upload-offset')).toBe('0')
    expect((await append(service, jan, begun, 0, bytes(100 * unit))).status).toBe(204)
    await upload(service, jan, folderId, bytes(200 * unit))
  })

  it('a thumbnail waits, but the facts about its file are kept', async () => {
    const kim = await service.account('Kim')
    const folderId = await someFolder(service, kim)
    const image = await picture(320, 200).png().toBuffer()
    // Enough for the file alone.
    await seen(reserve + mib)
    const { fileId } = await upload(service, kim, folderId, image, 'a.png')
    const { db } = service.database
    const row = await eventually('the facts about the file are kept', async () => {
      const [found] = await db.query<{ width: number; thumbnail: string | null; later: boolean }>(
        'SELECT width, thumbnail, look_at > now() AS later FROM file_versions WHERE file_id = $1 AND width > 0',
        [fileId],
      )
      return found
    })
    expect(row).toEqual({ width: 320, thumbnail: null, later: true })
    await seen(1000 * mib)
    await expectExact()
  })
})
