import type pg from 'pg'
import { Database, OutcomeUnknownError, Session, type Statement } from '../../src/base/database/db.js'
import type { Random } from './random.js'
import type { Fate, Turns } from './turns.js'

/** The real database beneath, and the order in which its calls happen. */
export interface DatabaseGround {
  real: Database
  turns: Turns
  random: Random
}

const lost = () => new Error('Connection terminated unexpectedly')
const noConnection = () => new Error('timeout exceeded when trying to connect')

/** Errors after which PostgreSQL has undone everything: serialization, cancelled, too many connections, disk full. */
const refusals = ['40001', '57014', '53300', '53100']
const refusal = (random: Random): Statement => ({
  text: `DO $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '${random.pick(refusals)}'; END $$`,
})

type Client = pg.PoolClient & { processID?: number }

/** The name of a statement for the trace. */
const nameOf = (text: string) => text.trim().replace(/\s+/g, ' ').slice(0, 40)

/** The database as one process has it: real PostgreSQL behind a line that fails. */
export class FaultyDatabase extends Database {
  private readonly ground: DatabaseGround
  private readonly process: string
  /** Connections in use; they end with the process. */
  readonly sessions = new Set<FaultySession>()

  constructor(url: string, ground: DatabaseGround, process: string) {
    super({ url })
    this.ground = ground
    this.process = process
  }

  override query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.once(text, (session) => session.query<Row>(text, values))
  }

  override execute(text: string, values: readonly unknown[] = []): Promise<number> {
    return this.once(text, (session) => session.execute(text, values))
  }

  /** Runs a single statement, in a transaction of its own. */
  private once<T>(text: string, work: (session: Session) => Promise<T>): Promise<T> {
    const { turns, real, random } = this.ground
    let client: Client | undefined
    return turns.ask<T>({
      process: this.process,
      line: {},
      what: nameOf(text),
      fates: ['before', 'after', 'refused'],
      run: async (fate) => {
        if (fate === 'before') throw lost()
        client = (await real.connections.connect()) as Client
        const session = new Session(client)
        try {
          if (fate === 'refused') await session.script(refusal(random).text)
          const result = await work(session)
          if (fate === 'after') throw lost()
          return result
        } finally {
          session.release()
        }
      },
      isBlocked: () => isBlocked(real, client),
    })
  }

  override session(): Promise<Session> {
    const { turns, real } = this.ground
    return turns.ask<Session>({
      process: this.process,
      line: {},
      what: 'connect',
      fates: ['before'],
      run: async (fate) => {
        if (fate === 'before') throw noConnection()
        const session = new FaultySession((await real.connections.connect()) as Client, this.ground, this.process)
        this.sessions.add(session)
        session.onEnd = () => this.sessions.delete(session)
        return session
      },
    })
  }

  /** Ends every connection, as the death of the process does. */
  async cut(): Promise<void> {
    for (const session of this.sessions) await session.cut()
  }
}

/**
 * A connection that may be cut at any statement. PostgreSQL then rolls back and frees the locks at once; the real connection goes
 * back to the pool, because opening one for each sequence would take longer than the sequence.
 */
export class FaultySession extends Session {
  onEnd: () => void = () => undefined
  private readonly ground: DatabaseGround
  private readonly process: string
  private readonly connection: Client
  private isLost = false
  private isReleased = false
  private underWay: Promise<unknown> | null = null

  constructor(client: Client, ground: DatabaseGround, process: string) {
    super(client)
    this.connection = client
    this.ground = ground
    this.process = process
  }

  override query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return this.turn(nameOf(text), () => super.query<Row>(text, values))
  }

  override execute(text: string, values?: readonly unknown[]): Promise<number> {
    return this.turn(nameOf(text), () => super.execute(text, values))
  }

  override begin(): Promise<void> {
    return this.turn('BEGIN', () => super.begin())
  }

  override script(text: string): Promise<void> {
    return this.turn(nameOf(text), () => super.script(text))
  }

  override rollback(): Promise<void> {
    return this.turn('ROLLBACK', () => super.rollback(), ['before'])
  }

  override commit(statements: readonly Statement[], begin = false): Promise<void> {
    const what = `COMMIT of ${statements.length}`
    const commit = async (fate: Fate) => {
      if (this.isLost) throw new OutcomeUnknownError('cut', { cause: lost() })
      const poisoned = fate === 'refused' ? [refusal(this.ground.random), ...statements] : statements
      if (fate !== 'before') {
        await super.commit(poisoned, begin)
        if (fate === 'well') return
      }
      await this.lose()
      throw new OutcomeUnknownError('the connection was cut at COMMIT', { cause: lost() })
    }
    return this.ask(what, commit, ['before', 'after', 'refused'])
  }

  override release(broken = false): void {
    if (this.isReleased) return
    this.isReleased = true
    this.onEnd()
    if (!broken || this.isLost) {
      super.release()
    } else {
      // PostgreSQL's part: neither a fault nor the death of the process stops it.
      const end = { process: 'postgres', line: this, what: 'end of a connection', fates: [] }
      this.ground.turns.ask({ ...end, run: () => this.lose() }).then(() => super.release())
    }
  }

  /** Ends with its process; what PostgreSQL already works on takes effect. */
  async cut(): Promise<void> {
    if (this.isReleased) return
    this.isReleased = true
    this.onEnd()
    const end = async () => {
      if (!this.isLost) await this.lose()
      super.release()
    }
    if (this.underWay) this.underWay.then(end, end)
    else await end()
  }

  private turn<T>(what: string, work: () => Promise<T>, fates?: readonly Fate[]): Promise<T> {
    const run = async (fate: Fate) => {
      if (this.isLost) throw lost()
      if (fate === 'refused') await super.script(refusal(this.ground.random).text)
      if (fate !== 'before') {
        const result = await work()
        if (fate === 'well') return result
      }
      await this.lose()
      throw lost()
    }
    return this.ask(what, run, fates ?? ['before', 'after', 'refused'])
  }

  private ask<T>(what: string, run: (fate: Fate) => Promise<T>, fates: readonly Fate[]): Promise<T> {
    const { turns, real } = this.ground
    return turns.ask<T>({
      process: this.process,
      line: this,
      what,
      fates,
      run: async (fate) => {
        const running = run(fate)
        this.underWay = running
        try {
          return await running
        } finally {
          this.underWay = null
        }
      },
      isBlocked: () => isBlocked(real, this.connection),
    })
  }

  private async lose(): Promise<void> {
    this.isLost = true
    await this.connection.query('ROLLBACK; SELECT pg_advisory_unlock_all()')
  }
}

async function isBlocked(real: Database, client: Client | undefined): Promise<boolean> {
  if (!client?.processID) return false
  const [row] = await real.query<{ blocked: boolean }>('SELECT pg_blocking_pids($1) <> ARRAY[]::int[] AS blocked', [
    client.processID,
  ])
  return row?.blocked ?? false
}
