import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statfsSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { sized } from '../../../test/tier.js'
import { Database } from '../../src/base/database/db.js'
import { Service } from './stack.js'
import { useSurroundings } from './surroundings.js'

const mebibyte = 1 << 20

/** Returns the current resident memory of a process in MiB (Linux). */
function residentMiB(pid: number): number {
  const [, kib = '0'] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kib) / 1024
}

const around = useSurroundings()
let disk: string | null

beforeAll(() => {
  disk = smallDisk(join(around.folder, 'small'))
})

afterAll(() => {
  if (disk) execFileSync('umount', [disk])
})

/** Mounts a filesystem of 24 MiB; returns null where mounting is not permitted. */
function smallDisk(path: string): string | null {
  mkdirSync(path)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', path], { stdio: 'ignore' })
    return path
  } catch {
    return null
  }
}

async function startService(dataDir: string, env: Record<string, string> = {}) {
  const { databaseUrl, env: needed } = await around.settings()
  const service = await Service.prepare({ ...needed, DATA_DIR: dataDir, ...env })
  await (await service.start()).login()
  const database = new Database({ url: databaseUrl, connectionsMax: 2 })
  const [account] = await database.query<{ id: string }>('SELECT id FROM accounts')
  const headers = { authorization: `Bearer ${service.token}` }
  const made = await fetch(`${service.url}/api/folders`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ folderName: 'f', folderType: 'private', organizationId: account?.id }),
  })
  const { data } = (await made.json()) as { data: { _id: string } }
  const fields = { fileName: 'x', folderId: data._id, organizationId: account?.id as string }
  const stop = async () => {
    await database.close()
    await service.stop()
  }
  return { service, database, headers, fields, stop }
}

type Running = Awaited<ReturnType<typeof startService>>

/** Builds an upload: its head, and what surrounds the content. */
function upload({ service, fields }: Running, bytes: number) {
  const boundary = randomBytes(8).toString('hex')
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="attachments"; filename="x"\r\n\r\n`
  const [before, after] = [parts.join('') + file, `\r\n--${boundary}--\r\n`]
  const head = [
    'POST /api/files HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${service.token}`,
    `Content-Type: multipart/form-data; boundary=${boundary}`,
    `Content-Length: ${before.length + bytes + after.length}`,
  ]
  return { head: `${head.join('\r\n')}\r\n\r\n`, before, after, port: Number(new URL(service.url).port) }
}

/** Uploads a file that repeats the same bytes `times` times. */
function send(running: Running, piece: Buffer, times: number, onPiece: () => void = () => undefined): Promise<string> {
  const { head, before, after, port } = upload(running, piece.length * times)
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let sent = 0
    const go = (): unknown => {
      while (sent++ < times) {
        onPiece()
        if (!socket.write(piece)) return socket.once('drain', go)
      }
      return socket.write(after)
    }
    socket.write(head + before)
    go()
    socket.once('data', (bytes) => {
      socket.destroy()
      resolve(bytes.toString())
    })
    socket.once('error', reject)
  })
}

/** Counts the bytes that wait in the buffers of the connections with a port of this machine, on both sides (Linux). */
function bytesUnderWay(port: number): number {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  const lines = readFileSync('/proc/net/tcp', 'latin1').trim().split('\n').slice(1)
  const rows = lines.map((line) => line.trim().split(/\s+/))
  const ours = rows.filter(([, local, remote]) => local?.endsWith(`:${hex}`) || remote?.endsWith(`:${hex}`))
  const queued = ours.flatMap(([, , , , queues = '']) => queues.split(':').map((bytes) => Number.parseInt(bytes, 16)))
  return queued.reduce((sum, bytes) => sum + bytes, 0)
}

describe('memory stays bounded', () => {
  let running: Running
  beforeAll(async () => {
    running = await startService(join(around.folder, 'memory'), { UPLOADS_AT_ONCE: '4000' })
  })
  afterAll(() => running?.stop())

  // More than the process may use in memory.
  const pieces = sized({ short: 320, long: 768 })
  it(`while a file of ${pieces} MiB goes through, and comes back`, async () => {
    const { service, headers } = running
    const piece = randomBytes(mebibyte)
    const memory: number[] = []
    const answer = await send(running, piece, pieces, () => {
      memory.push(residentMiB(service.process.pid))
    })
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(Math.max(...memory)).toBeLessThan(300)
    const right = createHash('sha256')
    for (let at = 0; at < pieces; at++) right.update(piece)
    const [, fileId] = /"fileId":"([^"]+)"/.exec(answer) ?? []
    const response = await fetch(`${service.url}/api/files/${fileId}/content`, { headers })
    const got = createHash('sha256')
    for await (const bytes of response.body ?? []) got.update(bytes)
    expect(got.digest('hex')).toBe(right.digest('hex'))
    expect(residentMiB(service.process.pid)).toBeLessThan(300)
  })

  const uploads = sized({ short: 250, long: 1000 })
  it(`while ${uploads} slow uploads go on, and others are served`, async () => {
    const { service, headers, database } = running
    const sockets: Socket[] = []
    const before = residentMiB(service.process.pid)
    const piece = randomBytes(50_000)
    const port = Number(new URL(service.url).port)
    for (let at = 0; at < uploads; at++) {
      const { head, before: first } = upload(running, mebibyte)
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write(head + first)
      sockets.push(socket)
    }
    for (let turn = 0; turn < 4; turn++) {
      for (const socket of sockets) socket.write(piece)
      await eventually('the service has taken it', () => {
        return sockets.every(({ writableLength }) => writableLength === 0) && bytesUnderWay(port) === 0
      })
      expect((await fetch(`${service.url}/profile`, { headers })).status).toBe(200)
    }
    // Each upload may hold one encryption chunk and the last data from the network.
    expect(residentMiB(service.process.pid) - before).toBeLessThan(uploads * 0.8)
    expect(await send(running, piece, 1)).toMatch(/^HTTP\/1\.1 200 /)
    for (const socket of sockets) socket.destroy()
    const aside = join(around.folder, 'memory', 'files', 'aside')
    await eventually('nothing of them is left', async () => {
      const [row] = await database.query<{ left: number }>('SELECT count(*) AS left FROM blob_leftovers')
      return row?.left === 0 && readdirSync(aside).length === 0
    })
  })
})

describe('a full disk', () => {
  it('507: loses and leaves nothing, and accepts uploads again once there is space', async (test) => {
    if (!disk) return test.skip('it needs to mount a small filesystem')
    const reserve = 4 * mebibyte
    const running = await startService(disk, { DISK_RESERVE: String(reserve) })
    const { service, headers, database } = running
    const piece = randomBytes(mebibyte)
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(running, piece, 8)))
    const refused = answers.filter((answer) => answer.startsWith('HTTP/1.1 507 '))
    const taken = answers.filter((answer) => answer.startsWith('HTTP/1.1 200 '))
    expect(refused.length + taken.length, answers.join('\n')).toBe(6)
    expect(refused.length).toBeGreaterThan(0)
    for (const answer of refused)
      expect(answer).toMatch(/error-code: disk_low\r\n.*Nothing was saved; stamps still work/s)
    const { bavail, bsize } = statfsSync(disk)
    expect(bavail * bsize).toBeGreaterThanOrEqual(reserve)
    expect(readdirSync(join(disk, 'files', 'aside'))).toEqual([])
    const rows = await database.query<{ id: string }>('SELECT id FROM files')
    expect(rows).toHaveLength(taken.length)
    const whole = createHash('sha256')
    for (let at = 0; at < 8; at++) whole.update(piece)
    const digest = whole.digest('hex')
    for (const { id } of rows) {
      const response = await fetch(`${service.url}/api/files/${id}/content`, { headers })
      expect(
        createHash('sha256')
          .update(Buffer.from(await response.arrayBuffer()))
          .digest('hex'),
      ).toBe(digest)
      await fetch(`${service.url}/api/files/${id}?permanent=true`, { method: 'DELETE', headers })
    }
    await eventually('there is room again', async () => (await send(running, piece, 8)).startsWith('HTTP/1.1 200 '))
    await running.stop()
    return undefined
  })
})
