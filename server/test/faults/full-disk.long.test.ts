import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { sized } from '../../../test/tier.js'
import { formBody } from '../files/upload.js'
import { auditAll } from './load.js'
import { embeddedPlaces, firstToken, newFolder, Service } from './stack.js'

const mib = 1 << 20
const reserve = 150 * mib
const fileBytes = 24 * mib
const kills = sized({ short: 1, long: 5 })

// The whole installation on one small disk, as on a small server: database, chain and files.
describe('one account fills the disk of a service with embedded parts', () => {
  let folder: Awaited<ReturnType<typeof newFolder>>
  let disk: string | null
  let service: Service
  let owner: string
  let target: string

  beforeAll(async () => {
    folder = await newFolder()
    disk = mountSmall(join(folder.path, 'disk'))
    if (disk === null) return
    const settings = { DATA_DIR: disk, DISK_RESERVE: String(reserve), METRICS_TOKEN: 'let-me-in' }
    service = await Service.prepare(settings)
    await service.start()
    service.token = await firstToken(disk)
    owner = (await json('GET', '/profile')).data._id
    const named = { folderName: 'f', folderType: 'private', organizationId: owner }
    target = (await json('POST', '/api/folders', named)).data._id
  })

  afterAll(async () => {
    await service?.stop()
    if (disk !== null) execFileSync('umount', ['--lazy', disk])
    await folder?.remove()
  })

  const headers = () => ({ authorization: `Bearer ${service.token}` })
  async function json(method: string, path: string, body?: unknown) {
    const response = await fetch(service.url + path, {
      method,
      headers: { ...headers(), ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
    })
    // biome-ignore lint/suspicious/noExplicitAny: each caller knows the answer
    return (await response.json()) as { status: number; data: any; message: string }
  }
  /** Uploads a file. Resolves with the status as soon as it is answered, also before everything is sent. */
  function send(bytes: number): Promise<number> {
    const { body, type } = formBody([
      ['fileName', 'x'],
      ['folderId', target],
      ['organizationId', owner],
      ['attachments', randomBytes(bytes), 'x'],
    ])
    const options = { method: 'POST', headers: { ...headers(), 'content-type': type, 'content-length': body.length } }
    return new Promise((resolve, reject) => {
      const asked = request(`${service.url}/api/files`, options, (response) => {
        resolve(response.statusCode ?? 0)
        asked.destroy()
      })
      asked.on('error', reject)
      asked.end(body)
    })
  }
  const free = async () => {
    const { bavail, bsize } = await statfs(disk as string)
    return bavail * bsize
  }
  const stamp = () => json('POST', '/hash', { hash: randomBytes(32).toString('hex') })

  it('leaves the reserve; stamps and purging go on, also after kills, and uploads follow once there is space', async (test) => {
    if (disk === null) return test.skip('it needs to mount a small filesystem')
    const statuses: number[] = []
    // Ten at once, until all are refused.
    while (!statuses.slice(-10).every((status) => status === 507) || statuses.length < 10) {
      statuses.push(...(await Promise.all(Array.from({ length: 10 }, () => send(fileBytes)))))
      // The database may have taken some for itself.
      expect(await free()).toBeGreaterThan(reserve - 48 * mib)
    }
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(3)
    expect(new Set(statuses)).toEqual(new Set([200, 507]))

    for (let kill = 0; kill < kills; kill++) {
      const uploads = Array.from({ length: 4 }, () => send(fileBytes).catch(() => 0))
      const stamps = await Promise.all(Array.from({ length: 20 }, stamp))
      expect(stamps.map(({ status }) => status)).toEqual(Array(20).fill(200))
      await service.process.kill9()
      await Promise.all(uploads)
      await service.start()
    }

    // The owner empties everything, on the nearly full disk.
    const files = (await json('GET', `/api/folders/${target}/files?page=1&limit=100`)).data.data as { _id: string }[]
    for (const { _id } of files) expect((await json('DELETE', `/api/files/${_id}`)).status).toBe(200)
    expect((await json('DELETE', '/api/bin')).status).toBe(200)
    await eventually('uploads go on', async () => (await send(fileBytes)) === 200)
    expect((await json('GET', '/account/usage')).data.storage.used).toBe(fileBytes)
    expect((await stamp()).status).toBe(200)
    expect((await json('GET', '/readyz')).message).toBe('Ready to stamp')
    expect((await auditAll(await embeddedPlaces(disk))).entries).toBeGreaterThan(20 * kills)
    return undefined
  })
})

/** Mounts a file system of 600 MiB; returns null where mounting is not permitted. */
function mountSmall(path: string): string | null {
  mkdirSync(path)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=600m,mode=755', 'tmpfs', path], { stdio: 'ignore' })
    return path
  } catch {
    return null
  }
}
