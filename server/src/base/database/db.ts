import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { socketOf } from '../internals.js'
import { Turn } from '../turns/turn.js'
import { commitTogether } from './pipeline.js'
import { asksForPrimary, NoPrimaryError, Servers, type Standing, serverUrls, standingSql } from './servers.js'
import { connectionOptions } from './session-settings.js'

/** A statement with its values; several can share a round trip. */
export interface Statement {
  text: string
  values?: readonly unknown[]
}

/** How long to wait for the answer to the last statements of a transaction and its COMMIT. */
const commitMs = 15_000
/** How long to wait for the answer to a statement: longer than the server's own limit. */
const statementMs = 60_000
const answerMs = statementMs + 5_000

/** Anything that runs statements: the pool, a transaction, a session. */
export interface Queryable {
  /** Runs a statement and returns its rows. Each connection prepares a statement once, by its text. */
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** Runs a statement and returns the number of rows it affected. */
  execute(text: string, values?: readonly unknown[]): Promise<number>
}

/** A database transaction: committed when its function returns, rolled back when it throws. */
export type Tx = Queryable

/** Thrown when a COMMIT may or may not have taken effect. Read the database before acting again. */
export class OutcomeUnknownError extends Error {
  override name = 'OutcomeUnknownError'
}

// bigint columns hold counters, nonces and block numbers: all far below 2^53.
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === 20 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

const names = new Map<string, string>()

/** Statement texts are constants in the code, so the set of names stays small. */
function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = `s${names.size}`
    names.set(text, name)
  }
  return name
}

function run(client: pg.ClientBase, text: string, values: readonly unknown[] = []): Promise<pg.QueryResult> {
  return client.query({ name: nameOf(text), text, values: values as unknown[] })
}

/** Rows of a result that the driver reads for some milliseconds. */
const manyRows = 1000

/** Returns the rows of a result. Many were read in this turn of the event loop, so work on them begins in the next one. */
async function rowsOf<Row>({ rows }: pg.QueryResult): Promise<Row[]> {
  if (rows.length >= manyRows) await new Turn().next()
  return rows as Row[]
}

/**
 * Connections on which a COMMIT was answered without the standbys' confirmation, because its wait was cancelled on the server. I1: such
 * an answer isn't one.
 */
const unconfirmed = new WeakSet<pg.ClientBase>()

class ClientQueries implements Queryable {
  constructor(client: pg.ClientBase) {
    this.client = client
  }

  protected readonly client: pg.ClientBase

  async query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return rowsOf(await run(this.client, text, values))
  }

  async execute(text: string, values?: readonly unknown[]): Promise<number> {
    return (await run(this.client, text, values)).rowCount ?? 0
  }
}

/** A dedicated connection, whose transactions send their last statements and COMMIT in one round trip. */
export class Session extends ClientQueries {
  private readonly free: (broken?: boolean) => void

  constructor(client: pg.PoolClient) {
    super(client)
    this.free = (broken) => client.release(broken)
  }

  /**
   * Plans each statement of this connection once, whatever its values. By default PostgreSQL plans statements over arrays each time,
   * since it takes the given arrays for shorter than usual: for a few rows, planning takes longer than running them.
   */
  async planOnce(): Promise<void> {
    await this.client.query('SET plan_cache_mode = force_generic_plan')
  }

  async begin(): Promise<void> {
    await this.client.query('BEGIN')
  }

  /** Runs a script of several statements, unprepared. */
  async script(text: string): Promise<void> {
    await this.client.query(text)
  }

  /** Starts a COPY, which streams rows. The database must be for bulk work. */
  copy<Stream extends pg.Submittable>(stream: Stream): Stream {
    return this.client.query(stream)
  }

  async rollback(): Promise<void> {
    await this.client.query('ROLLBACK')
  }

  /**
   * Sends `statements` and COMMIT together and waits for all of them; with `begin` they are a transaction of their own.
   *
   * @throws {Error} of the first failed statement; nothing was committed
   * @throws {OutcomeUnknownError} when the connection is lost before COMMIT is answered
   */
  async commit(statements: readonly Statement[], begin = false): Promise<void> {
    // One write for all: separate writes would wake the server for each statement.
    const socket = socketOf(this.client)
    socket.cork()
    const sent: Promise<unknown>[] = begin
      ? [
          commitTogether(
            this.client,
            statements.map(({ text, values }) => ({ name: nameOf(text), text, values })),
          ),
        ]
      : [...statements.map(({ text, values }) => run(this.client, text, values)), this.client.query('COMMIT')]
    socket.uncork()
    // While too few standbys confirm, a COMMIT waits without limit: statement_timeout doesn't end it.
    const timer = setTimeout(() => socket.destroy(), commitMs)
    const outcomes = await Promise.allSettled(sent)
    clearTimeout(timer)
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failed) {
      if (isServerError(failed.reason)) return Promise.reject(failed.reason)
      throw new OutcomeUnknownError('the database connection was lost around a COMMIT', { cause: failed.reason })
    }
    if (unconfirmed.has(this.client)) throw new OutcomeUnknownError('a COMMIT was confirmed by too few standbys')
    // PostgreSQL answers COMMIT of a failed transaction with the tag ROLLBACK.
    const last = outcomes.at(-1) as PromiseFulfilledResult<pg.QueryResult | undefined>
    if (last.value?.command === 'ROLLBACK') throw new Error('transaction was rolled back')
  }

  /** Returns the connection to the pool; `broken` closes it and ends its transaction and locks. */
  release(broken = false): void {
    this.free(broken)
  }
}

/** Settings of a {@link Database}. */
export interface DatabaseOptions {
  url: string
  /** Maximum number of connections. */
  connectionsMax?: number
  /** For copying whole tables: statements may take any time, and each is sent once the previous one has ended. */
  isBulk?: boolean
  /** Commits don't wait for the disk: for work that is simply repeated if a power failure loses it. */
  isRepeatable?: boolean
  /** Called with errors of idle connections, which no query would report. */
  onIdleError?: (error: Error) => void
}

/** A pool of PostgreSQL connections. The driver is imported here alone. */
export class Database implements Queryable {
  private readonly pool: pg.Pool

  constructor(options: DatabaseOptions) {
    const statementTimeoutMs = options.isBulk ? 0 : statementMs
    const settings = {
      ...connectionOptions(options.url, {
        // I1: an answer waits for the disk, whatever the database's setting.
        synchronous_commit: options.isRepeatable ? 'off' : 'on',
        // The driver sends no limit of 0, and a role's would stand.
        statement_timeout: String(statementTimeoutMs),
      }),
      max: options.connectionsMax ?? 16,
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: 60_000,
      application_name: `tallystick-${randomUUID().slice(0, 8)}`,
      query_timeout: options.isBulk ? 0 : answerMs,
      keepAlive: true,
      // Finds out within 15 seconds that the machine of an idle connection is gone.
      keepAliveInitialDelayMillis: 5_000,
      pipeline: !options.isBulk,
      types,
    } as pg.PoolConfig
    this.pool = new pg.Pool(asksForPrimary(options.url) ? { ...settings, ...toPrimary(settings) } : settings)
    this.pool.on('error', options.onIdleError ?? (() => undefined))
    this.pool.on('connect', (client) => {
      client.on('notice', ({ routine }) => {
        if (routine === 'SyncRepWaitForLSN') unconfirmed.add(client)
      })
    })
  }

  async query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return rowsOf(await this.pool.query({ name: nameOf(text), text, values: values as unknown[] }))
  }

  async execute(text: string, values: readonly unknown[] = []): Promise<number> {
    return (await this.pool.query({ name: nameOf(text), text, values: values as unknown[] })).rowCount ?? 0
  }

  /**
   * Runs `work` in a transaction: COMMIT when it returns, ROLLBACK when it throws.
   *
   * @throws {OutcomeUnknownError} when the connection is lost during COMMIT
   */
  async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const session = await this.session()
    let broken = true
    try {
      await session.begin()
      let result: T
      try {
        result = await work(session)
      } catch (error) {
        await session.rollback()
        broken = false
        throw error
      }
      await session.commit([])
      broken = false
      return result
    } finally {
      session.release(broken)
    }
  }

  /** Takes a connection from the pool; the caller must release it. */
  async session(): Promise<Session> {
    const client = await this.pool.connect()
    // Without a listener, losing a connection in use would raise an unhandled 'error' event; its queries reject anyway.
    if (client.listenerCount('error') < 2) client.on('error', () => undefined)
    return new Session(client)
  }

  async close(): Promise<void> {
    await this.pool.end()
  }

  /** The raw pool, for a library with its own statements. It must not close it. */
  get connections(): { connect(): Promise<pg.PoolClient>; end(): Promise<void> } {
    return { connect: () => this.pool.connect(), end: async () => undefined }
  }
}

/** How long a server may take to say whether it is the primary. */
const askMs = 2_000

/** Returns the options with which a pool connects to whichever server is the primary, and leaves a server that no longer is. */
function toPrimary(settings: pg.PoolConfig): pg.PoolConfig {
  const standingOf = async (client: pg.ClientBase) => (await client.query<Standing>(standingSql)).rows[0] as Standing
  const servers = new Servers(serverUrls(settings.connectionString ?? ''), async (connectionString) => {
    const limits = { connectionTimeoutMillis: askMs, query_timeout: askMs }
    const client = new pg.Client({ ...settings, ...limits, connectionString })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return await standingOf(client)
    } finally {
      client.end().catch(() => undefined)
    }
  })
  const connected = new Map<pg.ClientBase, number>()
  class PrimaryClient extends pg.Client {
    constructor() {
      super({ ...settings, connectionString: serverUrls(settings.connectionString ?? '')[0] })
    }

    override connect(): Promise<pg.Client>
    override connect(done: (error: Error) => void): void
    override connect(done: (error: Error) => void = () => undefined): Promise<pg.Client> {
      const connected = servers.find().then((url) => {
        const { host, port } = new pg.Client({ ...settings, connectionString: url })
        Object.assign(this, { host, port })
        return super.connect()
      })
      connected.then(() => (done as () => void)(), done)
      return connected as Promise<pg.Client>
    }
  }
  const onConnect = async (client: pg.ClientBase) => {
    const standing = await standingOf(client)
    servers.check(standing)
    connected.set(client, standing.timeline)
    client.once('end', () => connected.delete(client))
    // Another server has been promoted: nothing that was begun on the former primary may be acknowledged.
    for (const [other, timeline] of connected) if (timeline < servers.timeline) socketOf(other).destroy()
  }
  return { Client: PrimaryClient, onConnect } as pg.PoolConfig
}

/** Returns whether PostgreSQL reported the error, so the statement had no effect; false for a lost connection. */
export function isServerError(error: unknown): error is pg.DatabaseError {
  if (!(error instanceof pg.DatabaseError) || typeof error.code !== 'string') return false
  // 57P01–57P05: the backend shuts down; class 08: connection exception. After these a COMMIT's outcome is unknown.
  return !error.code.startsWith('57P') && !error.code.startsWith('08')
}

/** Returns the name of the violated unique constraint or index; null for other errors. */
export function violatedConstraint(error: unknown): string | null {
  return error instanceof pg.DatabaseError && error.code === '23505' ? (error.constraint ?? '') : null
}

/** Returns whether PostgreSQL undid a statement because of a concurrent one (deadlock, serialisation failure): trying again helps. */
export function isConflict(error: unknown): boolean {
  return isServerError(error) && /^40/.test(error.code ?? '')
}

/**
 * Returns whether a failure is temporary: lost connection, restart, deadlock, serialisation, too many connections, no primary, a
 * statement that took too long, perhaps behind a lock, or a statement whose preparation failed earlier in the pipeline.
 */
export function isPassing(error: unknown): boolean {
  if (error instanceof OutcomeUnknownError || error instanceof NoPrimaryError) return true
  if (error instanceof pg.DatabaseError) return /^(08|26|40|53|57P|57014|25006)/.test(error.code ?? '')
  const code = (error as { code?: unknown } | null)?.code
  return (
    (typeof code === 'string' && /^(ECONN|EPIPE|ETIMEDOUT|ENOENT|ENOTFOUND|EAI_AGAIN)/.test(code)) ||
    (error instanceof Error &&
      /Connection terminated|timeout exceeded when trying to connect|not queryable|Query read timeout/i.test(
        error.message,
      ))
  )
}
