import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { limitMs } from '../../../test/machine.js'
import { atSomeMoment } from '../../../test/moments.js'
import { seeded, sized } from '../../../test/tier.js'
import type { Database } from '../../src/base/database/db.js'
import type { Target } from './load.js'

const random = seeded('folders')
/** Settings of a {@link FolderLoad}. */
export interface FolderLoadOptions {
  workers?: number
  /** Passes before a worker makes another folder, on average. */
  pauseMs?: number
  /** Changes beyond those that {@link FolderLoad.more} waits for, after which it pauses. */
  ahead?: number
}

interface Answered {
  status: number
  data: { _id: string; parentFolderId: string }
}

interface Known {
  name: string
  state: 'out' | 'bin' | 'purged'
}

/** Makes, renames, deletes, restores and purges folders over several connections until stopped, and keeps what was acknowledged. */
export class FolderLoad {
  private readonly target: Target
  private readonly userId: string
  private readonly pauseMs: number
  private readonly ahead: number
  /** The state of each folder; one whose last request got no answer is removed: then either state is possible. */
  private readonly known = new Map<string, Known>()
  /** The states of the folders that no worker changes any more. */
  private readonly leftIn = new Set<Known['state']>()
  private acknowledged = 0
  private limit: number
  private stopping = false
  private readonly workers: Promise<void>[]

  constructor(target: Target, userId: string, options: FolderLoadOptions = {}) {
    this.target = target
    this.userId = userId
    const { workers = 12, pauseMs = sized({ short: 150, long: 20 }) } = options
    this.ahead = options.ahead ?? sized({ short: 40, long: 2_000 })
    this.limit = this.ahead
    this.pauseMs = pauseMs
    this.workers = Array.from({ length: workers }, () => this.work())
  }

  /** Waits until `count` more changes are acknowledged. */
  async more(count: number): Promise<void> {
    const enough = this.acknowledged + count
    this.limit = enough + this.ahead
    await eventually(`${count} more changes to folders are acknowledged`, () => this.acknowledged >= enough)
  }

  /** Waits until some folder was left in each state. */
  async isVaried(): Promise<void> {
    this.limit = Number.POSITIVE_INFINITY
    await eventually('folders were left in every state', () => this.leftIn.size === 3)
  }

  async stop(): Promise<void> {
    this.stopping = true
    await Promise.all(this.workers)
  }

  /** Expects each folder in the state that was acknowledged last, and every purge that has begun complete. */
  async expectKept(database: Database): Promise<void> {
    await eventually('the purges that have begun are done', async () => {
      return (await database.query('SELECT FROM folders WHERE purging LIMIT 1')).length === 0
    })
    const rows = await database.query<{ id: string; name: string; binned: boolean }>(
      'SELECT id, name, deleted_at IS NOT NULL AS binned FROM folders',
    )
    const stored = new Map(rows.map((row) => [row.id, row]))
    expect(this.known.size).toBeGreaterThan(0)
    for (const [id, { name, state }] of this.known) {
      const row = stored.get(id)
      const seen = row ? { name: row.name, state: row.binned ? 'bin' : 'out' } : { name, state: 'purged' }
      expect([id, seen]).toEqual([id, { name, state }])
    }
  }

  /** How many folders there were at least. */
  get count(): number {
    return this.known.size
  }

  private async ask(method: string, path: string, body?: object): Promise<Answered | null> {
    const { url, token } = this.target
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(limitMs(30_000)),
      })
      const { data } = (await response.json()) as { data: Answered['data'] }
      return { status: response.status, data }
    } catch {
      return null
    }
  }

  private async work(): Promise<void> {
    while (!this.stopping) {
      await atSomeMoment(random, 2 * this.pauseMs)
      if (this.acknowledged >= this.limit) continue
      const name = `folder ${randomUUID()}`
      const body = { folderName: name, folderType: 'public', organizationId: this.userId }
      const made = await this.ask('POST', '/api/folders', body)
      if (made?.status !== 200) continue
      this.acknowledged++
      const id = made.data._id
      this.known.set(id, { name, state: 'out' })
      await this.change(id, name)
      const left = this.known.get(id)
      if (left) this.leftIn.add(left.state)
    }
  }

  /** Takes some of the steps in a folder's life. */
  private async change(id: string, name: string): Promise<void> {
    const path = `/api/folders/${id}`
    const renamed = `${name} renamed`
    const steps: [method: string, path: string, body: object | undefined, after: Known][] = [
      ['PATCH', path, { folderName: renamed }, { name: renamed, state: 'out' }],
      ['DELETE', path, undefined, { name: renamed, state: 'bin' }],
      ['POST', `${path}/restore`, undefined, { name: renamed, state: 'out' }],
      ['DELETE', `${path}?permanent=true`, undefined, { name: renamed, state: 'purged' }],
    ]
    for (const [method, address, body, after] of steps.slice(0, Math.floor(random() * 5))) {
      const answer = await this.ask(method, address, body)
      if (answer?.status !== 200) {
        // 503 means that nothing changed, or that the outcome is unknown.
        this.known.delete(id)
        return
      }
      this.acknowledged++
      this.known.set(id, after)
    }
  }
}
