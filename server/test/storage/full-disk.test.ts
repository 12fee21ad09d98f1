import { beforeEach, expect, it } from 'vitest'
import { createLogger } from '../../src/base/telemetry/log.js'
import { createHttp } from '../../src/http/server.js'
import { refuseOnFullDisk } from '../../src/storage/full-disk.js'
import { DiskSpace } from '../../src/storage/stores/disk-space.js'

const mib = 1 << 20
const reserve = 400 * mib
const disk = { free: 0, nowMs: 0 }
const look = async () => ({ bsize: 1, blocks: 2000 * mib, bavail: disk.free })
const spaceOf = (database: string | null) =>
  new DiskSpace({ files: '/files', database, reserve: { bytes: reserve }, look, nowMs: () => disk.nowMs })

/** Sets the free space, and has it seen. */
async function setFree(space: DiskSpace, free: number): Promise<void> {
  disk.free = free
  disk.nowMs += 100
  await space.tightest()
}

beforeEach(() => {
  disk.free = 1000 * mib
})

it('refuses what records something while only the room for deleting is left, and nothing else', async () => {
  const space = spaceOf('/postgres')
  const metrics = { observe: () => undefined }
  const app = await createHttp({ logger: createLogger('silent'), metrics, bodyLimit: 1024, trustProxy: [] })
  refuseOnFullDisk(app, space)
  const handler = async () => ({ status: 200, message: 'Done' })
  app.post('/stamp', { schema: { isIdempotent: true } }, handler)
  app.patch('/rename', { schema: { takesSpace: true } }, handler)
  app.post('/login', handler)
  app.delete('/stamp', handler)
  const statuses = async () => {
    const asked = [
      app.inject({ method: 'POST', url: '/stamp' }),
      app.inject({ method: 'PATCH', url: '/rename' }),
      app.inject({ method: 'POST', url: '/login' }),
      app.inject({ method: 'DELETE', url: '/stamp' }),
    ]
    return (await Promise.all(asked)).map(({ statusCode }) => statusCode)
  }
  await setFree(space, reserve / 4)
  expect(await statuses()).toEqual([200, 200, 200, 200])
  await setFree(space, reserve / 4 - 1)
  expect(await statuses()).toEqual([507, 507, 200, 200])
  const refused = await app.inject({ method: 'POST', url: '/stamp' })
  expect([refused.headers['error-code'], refused.headers['retry-after']]).toEqual(['disk_full', '60'])
  await setFree(space, reserve)
  expect(await statuses()).toEqual([200, 200, 200, 200])
  await app.close()
})

it('is not ready to stamp then, and says why', async () => {
  const space = spaceOf('/postgres')
  await setFree(space, reserve - 1)
  expect(await space.readinessProblems()).toEqual([])
  await setFree(space, 99 * mib)
  expect(await space.readinessProblems()).toEqual([
    expect.stringMatching(
      /^Stamps and uploads are refused, because 103809024 bytes are free on the disk of \/postgres/,
    ),
  ])
})

it('looks again by itself, without making a request wait', async () => {
  const space = spaceOf('/postgres')
  await setFree(space, 0)
  expect(space.isFull).toBe(true)
  disk.free = 1000 * mib
  disk.nowMs += 100
  expect(space.isFull).toBe(true)
  await space.tightest()
  expect(space.isFull).toBe(false)
})

it('does not refuse stamps for a disk that holds no database, or without a reserve', async () => {
  const files = spaceOf(null)
  await setFree(files, 0)
  expect(files.isFull).toBe(false)
  const off = new DiskSpace({ files: null, database: '/postgres', reserve: { bytes: 0 }, look })
  await off.tightest()
  expect(off.isFull).toBe(false)
})
