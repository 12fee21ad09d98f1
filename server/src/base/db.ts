import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import pg from 'pg'

/** A statement with its values, for sending several in one round trip. */
export interface Statement {
  text: string
  values?: readonly unknown[]
}

/** Anything statements can be run on: the pool, a transaction, a session. */
export interface Queryable {
  /** Runs a statement and returns its rows. Statements are prepared once per connection, by their text. */
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** Runs a statement and returns how many rows it touched. */
  execute(text: string, values?: readonly unknown[]): Promise<number>
}

/** A database transaction: what ran on it is committed when its function returns, and rolled back when it throws. */
export type Tx = Queryable

/** Thrown when it is not known whether a COMMIT took effect; the caller must read the database before it acts again. */
export class OutcomeUnknownError extends Error {
  override name = 'OutcomeUnknownError'
}

// bigint columns hold counters, nonces and block numbers: all far below 2^53.
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === 20 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

const names = new Map<string, string>()

/** Statement texts are constants of the code, so the set of names stays small. */
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

class ClientQueries implements Queryable {
  constructor(client: pg.ClientBase) {
    this.client = client
  }

  protected readonly client: pg.ClientBase

  async query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return (await run(this.client, text, values)).rows as Row[]
  }

  async execute(text: string, values?: readonly unknown[]): Promise<number> {
    return (await run(this.client, text, values)).rowCount ?? 0
  }
}

/** A connection of one's own, with transactions whose last statements and COMMIT travel in one round trip. */
export class Session extends ClientQueries {
  private readonly free: (broken?: boolean) => void

  constructor(client: pg.PoolClient) {
    super(client)
    this.free = (broken) => client.release(broken)
  }

  async begin(): Promise<void> {
    await this.client.query('BEGIN')
  }

  /** Runs a script of several statements, unprepared (migrations). */
  async script(text: string): Promise<void> {
    await this.client.query(text)
  }

  async rollback(): Promise<void> {
    await this.client.query('ROLLBACK')
  }

  /**
   * Sends `statements` and COMMIT in one go and waits for all of them; with `begin`, BEGIN goes first.
   *
   * @returns the row counts of the statements
   * @throws the first failed statement's error: then nothing was committed
   * @throws OutcomeUnknownError when the connection went away before COMMIT was answered
   */
  async commit(statements: readonly Statement[], begin = false): Promise<number[]> {
    // One write for all: each alone would wake the server for a single statement.
    const { stream } = (this.client as unknown as { connection: { stream: Socket } }).connection
    stream.cork()
    const first = begin ? [this.client.query('BEGIN')] : []
    const sent = statements.map((statement) => run(this.client, statement.text, statement.values))
    const commit = this.client.query('COMMIT')
    stream.uncork()
    const outcomes = await Promise.allSettled([...first, ...sent, commit])
    const last = outcomes.at(-1)
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failed) {
      if (isServerError(failed.reason)) return Promise.reject(failed.reason)
      throw new OutcomeUnknownError('the database connection was lost around a COMMIT', { cause: failed.reason })
    }
    // PostgreSQL answers COMMIT of a failed transaction with the tag ROLLBACK.
    if (last?.status !== 'fulfilled' || last.value.command !== 'COMMIT') throw new Error('transaction was rolled back')
    return outcomes
      .slice(first.length, -1)
      .map((outcome) => (outcome.status === 'fulfilled' ? (outcome.value.rowCount ?? 0) : 0))
  }

  /** Gives the connection back to the pool; `broken` closes it, with whatever transaction or lock it holds. */
  release(broken = false): void {
    this.free(broken)
  }
}

/** Settings of a {@link Database}. */
export interface DatabaseOptions {
  url: string
  /** Connections at most. */
  connectionsMax?: number
  /** Commits do not wait for the disk: for what is simply done again when it was lost with the database's power. */
  isRepeatable?: boolean
  /** Called with errors of idle connections, which nobody is waiting for. */
  onIdleError?: (error: Error) => void
}

/** PostgreSQL: a pool of connections, the only importer of the driver. */
export class Database implements Queryable {
  private readonly pool: pg.Pool

  constructor(options: DatabaseOptions) {
    this.pool = new pg.Pool({
      connectionString: options.url,
      max: options.connectionsMax ?? 16,
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: 60_000,
      application_name: `tallystick-${randomUUID().slice(0, 8)}`,
      statement_timeout: 60_000,
      keepAlive: true,
      // Every frequent statement looks up few rows by an index. A plan that scans, made while the tables were empty, would be
      // kept by the prepared statement long after they have grown.
      // I1: an answer waits for the disk, whatever the database's own setting is.
      options: `-c enable_seqscan=off -c synchronous_commit=${options.isRepeatable ? 'off' : 'on'}`,
      pipeline: true,
      types,
    } as pg.PoolConfig)
    this.pool.on('error', options.onIdleError ?? (() => undefined))
  }

  async query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.pool.query({ name: nameOf(text), text, values: values as unknown[] })).rows as Row[]
  }

  async execute(text: string, values: readonly unknown[] = []): Promise<number> {
    return (await this.pool.query({ name: nameOf(text), text, values: values as unknown[] })).rowCount ?? 0
  }

  /**
   * Runs `work` in a transaction: COMMIT when it returns, ROLLBACK when it throws.
   *
   * @throws OutcomeUnknownError when the connection went away while COMMIT was under way
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

  /** Takes a connection out of the pool; the caller must release it. */
  async session(): Promise<Session> {
    const client = await this.pool.connect()
    // A connection that dies while it is out would otherwise raise an unhandled 'error' event; its queries reject anyway.
    if (client.listenerCount('error') < 2) client.on('error', () => undefined)
    return new Session(client)
  }

  async close(): Promise<void> {
    await this.pool.end()
  }

  /** Its connections as they are, for a library that brings its own statements. They are not its to close. */
  get connections(): { connect(): Promise<pg.PoolClient>; end(): Promise<void> } {
    return { connect: () => this.pool.connect(), end: async () => undefined }
  }
}

/** Escapes a text for use in the pattern of a LIKE. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** True for an error that PostgreSQL itself reported (the statement did not take effect), false for a broken connection. */
export function isServerError(error: unknown): error is pg.DatabaseError {
  if (!(error instanceof pg.DatabaseError) || typeof error.code !== 'string') return false
  // 57P01–57P05: the backend is going away; class 08: connection exception. Their effect on a COMMIT is unknown.
  return !error.code.startsWith('57P') && !error.code.startsWith('08')
}

/** The name of the violated unique constraint or index, or null when the error is another one. */
export function violatedConstraint(error: unknown): string | null {
  return error instanceof pg.DatabaseError && error.code === '23505' ? (error.constraint ?? '') : null
}

/** True for failures that go away by themselves: lost connection, restart, deadlock, serialisation, too many connections. */
export function isPassing(error: unknown): boolean {
  if (error instanceof OutcomeUnknownError) return true
  if (error instanceof pg.DatabaseError) return /^(08|40|53|57P)/.test(error.code ?? '')
  const code = (error as { code?: unknown } | null)?.code
  return (
    (typeof code === 'string' && /^(ECONN|EPIPE|ETIMEDOUT|ENOENT|ENOTFOUND|EAI_AGAIN)/.test(code)) ||
    (error instanceof Error &&
      /Connection terminated|timeout exceeded when trying to connect|not queryable/i.test(error.message))
  )
}
