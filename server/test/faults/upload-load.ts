import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { atSomeMoment } from '../../../test/moments.js'
import { seeded, sized } from '../../../test/tier.js'
import type { Database } from '../../src/base/database/db.js'
import type { Target } from './load.js'

const random = seeded('uploads')
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Settings of an {@link UploadLoad}. */
export interface UploadLoadOptions {
  connections?: number
  /** Passes between two uploads of a connection, on average. */
  pauseMs?: number
  /** Most files are much smaller. */
  bytesMax?: number
}

/** Uploads files over many connections while told to, and keeps what was acknowledged. */
export class UploadLoad {
  private readonly target: Target
  private readonly userId: string
  /** The SHA-256 of each file. */
  private readonly acknowledged = new Map<string, string>()
  private folders: string[] = []
  private stopping = false
  private clients: Promise<void>[] = []
  private readonly options: Required<UploadLoadOptions>

  constructor(target: Target, userId: string, options: UploadLoadOptions = {}) {
    this.target = target
    this.userId = userId
    const usual = sized({
      short: { connections: 16, pauseMs: 0, bytesMax: 600_000 },
      long: { connections: 50, pauseMs: 0, bytesMax: 3_000_000 },
    })
    this.options = { ...usual, ...options }
  }

  /** Makes a public and a private folder to upload into. */
  async prepare(): Promise<void> {
    for (const folderType of ['public', 'private']) {
      const made = await fetch(`${this.target.url}/api/folders`, {
        method: 'POST',
        headers: { ...this.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ folderName: `${folderType} ${randomUUID()}`, folderType, organizationId: this.userId }),
      })
      this.folders.push(((await made.json()) as { data: { _id: string } }).data._id)
    }
  }

  begin(): void {
    this.stopping = false
    const { connections, pauseMs } = this.options
    this.clients = Array.from({ length: connections }, async (_, at) => {
      while (!this.stopping) {
        await this.upload(at)
        if (pauseMs > 0) await atSomeMoment(random, 2 * pauseMs)
      }
    })
  }

  /** Waits until `count` more files are acknowledged. */
  async more(count: number): Promise<void> {
    const enough = this.acknowledged.size + count
    await eventually(`${count} more uploads are acknowledged`, () => this.acknowledged.size >= enough)
  }

  /** Begins no more uploads; {@link ended} waits for those under way. */
  stop(): void {
    this.stopping = true
  }

  async ended(): Promise<void> {
    this.stopping = true
    await Promise.all(this.clients)
  }

  /** How many files there are at least. */
  get count(): number {
    return this.acknowledged.size
  }

  /** Expects each acknowledged file with its content, and no object that belongs to none. */
  async expectKept(database: Database, dataDir: string): Promise<void> {
    expect(this.acknowledged.size).toBeGreaterThan(0)
    for (const [id, digest] of this.acknowledged) {
      const answer = await fetch(`${this.target.url}/api/files/${id}/content`, { headers: this.headers })
      expect([id, answer.status]).toEqual([id, 200])
      expect([id, sha256(Buffer.from(await answer.arrayBuffer()))]).toEqual([id, digest])
    }
    // As long as it gets less, it goes on: after many kills there is much to do.
    let open = Number.POSITIVE_INFINITY
    while (open > 0) {
      const before = open
      open = await eventually('more leftovers are swept and files inspected', async () => {
        const [row] = await database.query<{ leftovers: number; due: number; files: number }>(
          `SELECT (SELECT count(*)::int FROM blob_leftovers) AS leftovers,
                  (SELECT count(*)::int FROM blob_leftovers WHERE due_at <= now()) AS due,
                  (SELECT count(*)::int FROM file_versions WHERE look_at < now()) AS files`,
        )
        const left = row ? row.leftovers + row.files : before
        if (left >= before) throw new Error(JSON.stringify(row))
        return left
      })
    }
    const rows = await database.query<{ key: string }>(
      'SELECT blob AS key FROM file_versions UNION ALL SELECT thumbnail FROM file_versions WHERE thumbnail IS NOT NULL',
    )
    const objects = readdirSync(join(dataDir, 'files', 'objects'), { recursive: true, withFileTypes: true })
    const found = objects.filter((entry) => entry.isFile()).map(({ name }) => name)
    expect(found.sort()).toEqual(rows.map(({ key }) => key.replaceAll('/', '+')).sort())
    expect(readdirSync(join(dataDir, 'files', 'aside'))).toEqual([])
  }

  private get headers() {
    return { authorization: `Bearer ${this.target.token}` }
  }

  private async upload(at: number): Promise<void> {
    // Never twice the same.
    const content = randomBytes(32 + Math.floor(random() ** 4 * this.options.bytesMax))
    const form = new FormData()
    form.append('fileName', `file ${at}`)
    form.append('folderId', this.folders[at % 2] as string)
    form.append('organizationId', this.userId)
    form.append('attachments', new Blob([content]), 'x.bin')
    const options = { method: 'POST', headers: this.headers, body: form }
    const answer = await fetch(`${this.target.url}/api/files`, options).catch(() => null)
    if (!answer) return
    const body = (await answer.json().catch(() => null)) as { data?: { fileId: string } } | null
    if (answer.status === 200 && body?.data) this.acknowledged.set(body.data.fileId, sha256(content))
  }
}
