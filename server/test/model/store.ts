import { Database, type Session, type Statement } from '../../src/base/database/db.js'
import type { Auditor } from '../../src/base/room.js'
import type { Work } from '../../src/ledger/batches/recorder.js'

/** Times in statements are those of the simulated clock: the schema `model` comes before `pg_catalog`. Like PostgreSQL's, `now()` stands still in a transaction. */
const simulatedTime = `
CREATE SCHEMA model;
CREATE SEQUENCE model.ms;
CREATE FUNCTION model.clock_timestamp() RETURNS timestamptz LANGUAGE sql STABLE AS
  'SELECT to_timestamp(last_value / 1000.0) FROM model.ms';
CREATE FUNCTION model.now() RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT to_timestamp(coalesce(nullif(current_setting('model.now', true), ''),
                               set_config('model.now', (SELECT last_value FROM model.ms)::text, true))::numeric / 1000)
$$;
ALTER TABLE batches ALTER created_at SET DEFAULT model.now(), ALTER updated_at SET DEFAULT model.now(),
  ALTER day SET DEFAULT day_now();
ALTER TABLE transactions ALTER created_at SET DEFAULT model.now();
ALTER TABLE batch_troubles ALTER since SET DEFAULT model.now();
ALTER TABLE chain_troubles ALTER since SET DEFAULT model.now();
CREATE TABLE model_notes (name text UNIQUE, leaf bytea, batch_id uuid, leaf_index integer);
CREATE TABLE model_bin (name text, binned_at timestamptz);
CREATE INDEX model_notes_by_batch ON model_notes (batch_id);
DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = model, public, pg_catalog', current_database()); END $$;
`

const written = [
  'batch_events',
  'batch_troubles',
  'transactions',
  'blocks',
  'stamps',
  'reserved_codes',
  'stamp_counts',
  'stamp_days',
  'model_notes',
]
const witnessed = ['witness_statements', 'witness_leaves', 'witness_lanes', 'witness_trees', 'witness_answers']
const emptying = [...witnessed, ...written, 'batches', 'lanes', 'network', 'chain_troubles', 'clock', 'model_bin']

/** The database of the model, used for one sequence after another. */
export class Store {
  readonly real: Database
  readonly url: string

  private constructor(url: string) {
    this.url = url
    // Connections of stalled processes stay open.
    this.real = new Database({ url, connectionsMax: 48 })
  }

  static async open(url: string): Promise<Store> {
    const first = new Database({ url, connectionsMax: 1 })
    const session = await first.session()
    await session.script(simulatedTime)
    session.release()
    await first.close()
    return new Store(url)
  }

  /** Empties what a sequence wrote. */
  async begin(chainId: number, contract: Uint8Array, startMs: number): Promise<void> {
    const session = await this.real.session()
    await session.script(
      emptying.map((table) => `DELETE FROM ${table};`).join('') +
        "SELECT setval(pg_get_serial_sequence('lanes', 'id'), 1, false)",
    )
    await session.execute(
      'INSERT INTO network (deployment_id, chain_id, contract) VALUES (gen_random_uuid(), $1, $2)',
      [chainId, contract],
    )
    await session.execute('INSERT INTO clock (trusted_at) VALUES ($1)', [new Date(startMs)])
    for (const [name, days] of [
      ['new', 0],
      ['nearly expired', 29],
      ['expired', 31],
    ] as const) {
      await session.execute('INSERT INTO model_bin VALUES ($1, $2)', [name, new Date(startMs - days * 86_400_000)])
    }
    session.release()
  }

  /** Reads rows of one moment, whatever is committed meanwhile. */
  async atOneMoment<Rows>(read: (moment: Session) => Promise<Rows>): Promise<Rows> {
    const session = await this.real.session()
    try {
      await session.script('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
      const rows = await read(session)
      await session.rollback()
      return rows
    } finally {
      session.release()
    }
  }

  async setTime(ms: number): Promise<void> {
    await this.real.query("SELECT setval('model.ms', $1)", [Math.floor(ms)])
  }

  close(): Promise<void> {
    return this.real.close()
  }
}

/** A change of state as rooms record it: a row in a transaction with its leaf. */
export function noteWork(name: string, leaf: Uint8Array): Work<string> {
  return async (tx, { batchId, leafIndex }) => {
    const statement: Statement = {
      text: 'INSERT INTO model_notes (name, leaf, batch_id, leaf_index) VALUES ($1, $2, $3, $4)',
      values: [name, leaf, batchId, leafIndex],
    }
    await tx.execute(statement.text, statement.values)
    return { leaves: [leaf], result: name }
  }
}

export function noteAuditor(database: Database): Auditor {
  return {
    async leaves(batchId) {
      const rows = await database.query<{ leaf: Buffer; leaf_index: number }>(
        'SELECT leaf, leaf_index FROM model_notes WHERE batch_id = $1',
        [batchId],
      )
      return new Map(rows.map((row) => [row.leaf_index, row.leaf]))
    },
    totals: async () => undefined,
  }
}
