import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { median } from './load.js'
import { peakMiB } from './memory.js'
import { type Nginx, startNginx } from './nginx.js'
import { freePort, type Service, startService } from './processes.js'
import { decimals, table } from './table.js'

/** Size and repetitions of the uploads. */
export interface UploadOptions {
  mebibytes: number
  rounds: number
  /** Path of nginx, or its name on PATH. */
  nginx: string
  /** Options of Node for the service, such as `--cpu-prof`. */
  nodeOptions: readonly string[]
}

const run = promisify(execFile)
const mebibyte = 1 << 20

/**
 * Measures uploads to the service (durable, hashed, recorded) into a public and a private folder, in turn with a PUT to nginx
 * followed by `openssl sha256` of the stored file, on the same disk. Returns a Markdown table.
 */
export async function benchUpload(options: UploadOptions): Promise<string> {
  const service = await startService(options.nodeOptions)
  const home = join(dirname(service.dataDir), 'nginx')
  let nginx: Nginx | undefined
  try {
    nginx = await startNginx(options.nginx, home, await freePort())
    const folders = { public: await newFolder(service, 'public'), private: await newFolder(service, 'private') }
    const content = randomBytes(mebibyte)
    const msOf: Record<'nginx' | 'public' | 'private', number[]> = { nginx: [], public: [], private: [] }
    // The first round warms up.
    for (let round = 0; round <= options.rounds; round++) {
      const ms = {
        nginx: await put(nginx, content, options.mebibytes),
        public: await upload(service, folders.public, content, options.mebibytes),
        private: await upload(service, folders.private, content, options.mebibytes),
      }
      if (round === 0) continue
      for (const name of Object.keys(ms) as (keyof typeof ms)[]) msOf[name].push(ms[name])
    }
    const rows = (['nginx', 'public', 'private'] as const).map((name) => {
      const ratios = msOf[name].map((ms, at) => (msOf.nginx[at] as number) / ms)
      const what = name === 'nginx' ? 'nginx PUT, then openssl sha256' : `upload, ${name} folder`
      const rate = median(msOf[name].map((ms) => (options.mebibytes / ms) * 1000))
      return [what, median(msOf[name]).toFixed(0), rate.toFixed(0), decimals(median(ratios))]
    })
    const peak = await peakMiB(service.pid)
    const note = `Peak resident memory of the service: ${peak?.toFixed(0) ?? 'unknown'} MiB.`
    return `${table([`${options.mebibytes} MiB`, 'ms', 'MiB/s', '÷ nginx + openssl'], rows)}\n\n${note}`
  } finally {
    await nginx?.stop()
    await service.stop()
  }
}

async function put(nginx: Nginx, content: Buffer, mebibytes: number): Promise<number> {
  const path = join(nginx.folder, 'upload')
  const startMs = performance.now()
  const head = `PUT /upload HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${mebibytes * mebibyte}\r\n`
  await send(nginx.port, head, '', content, mebibytes, '', /^HTTP\/1\.1 20[14] /)
  await run('openssl', ['sha256', path])
  const ms = performance.now() - startMs
  await rm(path)
  await settle()
  return ms
}

async function upload(service: Service, folderId: string, content: Buffer, mebibytes: number): Promise<number> {
  const organizationId = accountOf(service)
  const boundary = randomBytes(12).toString('hex')
  const field = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const fields = field('fileName', 'upload.bin') + field('folderId', folderId) + field('organizationId', organizationId)
  const file = 'Content-Disposition: form-data; name="attachments"; filename="upload.bin"\r\n\r\n'
  const before = `${fields}--${boundary}\r\n${file}`
  const after = `\r\n--${boundary}--\r\n`
  const length = before.length + mebibytes * mebibyte + after.length
  const head =
    `POST /api/files HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${service.token}\r\n` +
    `Content-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${length}\r\n`
  const startMs = performance.now()
  const answer = await send(service.port, head, before, content, mebibytes, after, /^HTTP\/1\.1 200 /)
  const ms = performance.now() - startMs
  const [, fileId] = /"fileId":"([^"]+)"/.exec(answer) ?? []
  const deleted = await fetch(`http://127.0.0.1:${service.port}/api/files/${fileId}?permanent=true`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${service.token}` },
  })
  if (!deleted.ok) throw new Error(`the uploaded file could not be deleted: ${await deleted.text()}`)
  await settle()
  return ms
}

/** Sends a request with the content repeated `mebibytes` times; returns the answer. @throws Error when it doesn't match `expected`. */
function send(
  port: number,
  head: string,
  before: string,
  content: Buffer,
  mebibytes: number,
  after: string,
  expected: RegExp,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let sent = 0
    let answer = ''
    const go = () => {
      while (sent++ < mebibytes) if (!socket.write(content)) return socket.once('drain', go)
      return socket.write(after)
    }
    socket.write(`${head}Connection: close\r\n\r\n${before}`)
    go()
    socket.on('data', (bytes) => {
      answer += bytes
    })
    socket.on('error', reject)
    socket.on('close', () =>
      expected.test(answer) ? resolve(answer) : reject(new Error(`answered: ${answer.slice(0, 500)}`)),
    )
  })
}

/** Waits until the disk has written everything, so that no upload pays for another. */
async function settle(): Promise<void> {
  await run('sync')
}

/** Creates a folder; returns its id. */
export async function newFolder(service: Service, folderType: string, folderName = folderType): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${service.port}/api/folders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ folderName, folderType, organizationId: accountOf(service) }),
  })
  const { data } = (await response.json()) as { data: { _id: string } }
  return data._id
}

/** Uploads a small file; returns its id. */
export async function uploadOnce(service: Service, folderId: string): Promise<string> {
  const form = new FormData()
  form.append('fileName', 'one')
  form.append('folderId', folderId)
  form.append('organizationId', accountOf(service))
  form.append('attachments', new Blob(['1']), 'one.txt')
  const response = await fetch(`http://127.0.0.1:${service.port}/api/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}` },
    body: form,
  })
  const { data } = (await response.json()) as { data: { fileId: string } }
  return data.fileId
}

/** Returns the account of a token: its `sub`. */
function accountOf({ token }: Service): string {
  const [, claims = ''] = token.split('.')
  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string }).sub
}
