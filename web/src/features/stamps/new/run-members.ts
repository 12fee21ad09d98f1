import { ServiceError } from '@tallystick/sdk'
import { queryClient } from '../../../base/queries.js'
import { currentSession } from '../../../session/session.js'
import { addToRun, createRun, type RunFailure, type RunMember, runQuery } from '../kept.js'
import { withRetries } from './retries.js'

/** Most stamps that one request adds. */
const groupMax = 1000
/** Gathers stamps made one by one. */
const gatherMs = 500

/** Stamps of runs that the service doesn't know to be theirs yet, by the runs' ids. */
type Unsent = Record<string, RunMember[]>

/**
 * Tells the service which stamps belong to a run, in groups as they are acknowledged. Until it has answered, they are kept in this
 * browser, where the next visit resumes.
 */
export class RunMembers {
  /** Id of the run; null until the service has answered, and if it never did: stamping goes on without. */
  id: string | null = null
  /** Resolves when the id is known, or isn't to be had. */
  readonly created: Promise<void>
  private readonly signal: AbortSignal
  private readonly onChange: () => void
  private gathered: RunMember[] = []
  private timer: ReturnType<typeof setTimeout> | null = null
  private sending: Promise<void> = Promise.resolve()
  private unsent = 0

  constructor(run: { name?: string; isPrivate: boolean }, signal: AbortSignal, onChange: () => void) {
    this.signal = signal
    this.onChange = onChange
    this.created = withRetries(() => createRun(run), signal).then(
      ({ id }) => {
        this.id = id
        onChange()
      },
      () => undefined,
    )
  }

  /** Whether the service has every stamp of the run. */
  get isKept(): boolean {
    return this.id !== null && this.unsent === 0
  }

  /** Adds a stamp, soon. */
  add(member: RunMember): void {
    if (this.id === null) return
    this.unsent++
    this.gathered.push(member)
    if (this.gathered.length >= groupMax) this.flush()
    else this.timer ??= setTimeout(() => this.flush(), gatherMs)
  }

  /** Replaces what failed in the run, once everything gathered was sent. */
  settle(failures: readonly RunFailure[]): void {
    this.flush()
    const { id } = this
    if (id === null) return
    this.sending = this.sending.then(async () => {
      await withRetries(() => addToRun(id, { items: [], failures: [...failures] }), this.signal).catch(() => undefined)
      await queryClient.invalidateQueries({ queryKey: ['stamps'] })
    })
  }

  private flush(): void {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    const { id } = this
    const members = this.gathered.splice(0)
    if (id === null || members.length === 0) return
    // Before the request: a page that closes now leaves them to the next one.
    const kept = keep(id, members)
    this.sending = this.sending.then(async () => {
      await kept
      await this.deliver(id, members)
      this.unsent -= members.length
      this.onChange()
    })
  }

  /** Sends a group until the service has answered. A refused one stays kept, for the next visit. */
  private async deliver(id: string, members: readonly RunMember[]): Promise<void> {
    while (!this.signal.aborted) {
      try {
        return await send(id, members, this.signal)
      } catch (error) {
        if (error instanceof ServiceError) return
      }
    }
  }
}

/** Sends a group and forgets it. */
async function send(id: string, members: readonly RunMember[], signal: AbortSignal): Promise<void> {
  for (let at = 0; at < members.length; at += groupMax) {
    await addEach(id, members.slice(at, at + groupMax), signal)
  }
  await forget(id, members)
}

/**
 * Adds stamps to a run. A document that someone else has stamped in public is known by their stamp, which isn't this account's and
 * belongs to no run of it: halves of a refused group find it.
 */
async function addEach(id: string, items: RunMember[], signal: AbortSignal): Promise<void> {
  try {
    await withRetries(() => addToRun(id, { items }), signal)
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 404) throw error
    // A run that is gone refuses all of them.
    if (items.length > 1 && (await queryClient.fetchQuery(runQuery(id)).catch(() => null))) {
      const half = Math.ceil(items.length / 2)
      await addEach(id, items.slice(0, half), signal)
      await addEach(id, items.slice(half), signal)
    }
  }
}

/** Sends what an earlier visit of this account left in this browser. */
async function resume(): Promise<void> {
  const key = await keyOf()
  for (const [id, members] of Object.entries(key ? readUnsent(key) : {})) {
    await send(id, members, new AbortController().signal).catch(() => undefined)
  }
}

async function keyOf(): Promise<string | null> {
  const session = await currentSession()
  return session.status === 'in' ? `tallystick.run-members.${session.account._id}` : null
}

function readUnsent(key: string): Unsent {
  return JSON.parse(localStorage.getItem(key) ?? '{}') as Unsent
}

async function writeUnsent(change: (unsent: Unsent) => Unsent): Promise<void> {
  const key = await keyOf()
  if (key === null) return
  const left = Object.entries(change(readUnsent(key))).filter(([, members]) => members.length > 0)
  if (left.length === 0) localStorage.removeItem(key)
  else localStorage.setItem(key, JSON.stringify(Object.fromEntries(left)))
}

function keep(id: string, members: readonly RunMember[]): Promise<void> {
  return writeUnsent((unsent) => ({ ...unsent, [id]: [...(unsent[id] ?? []), ...members] }))
}

function forget(id: string, members: readonly RunMember[]): Promise<void> {
  const sent = new Set(members.map((member) => JSON.stringify(member)))
  return writeUnsent((unsent) => ({
    ...unsent,
    [id]: (unsent[id] ?? []).filter((member) => !sent.has(JSON.stringify(member))),
  }))
}

void resume()
