import pg from 'pg'

/** A statement under the name by which a connection prepares it once. */
export interface NamedStatement {
  name: string
  text: string
  values?: readonly unknown[] | undefined
}

/** The driver's connection, as far as statements are written to it. */
interface Wire {
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  close(message: { type: 'S'; name: string }): void
  parse(message: { name: string; text: string }): void
  bind(message: { statement: string; values: readonly unknown[]; valueMapper: unknown }): void
  execute(message: object): void
  sync(): void
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue: unknown } }).utils

/**
 * Statements with a single Sync behind the last one. PostgreSQL takes them for one transaction, which it commits before it answers: half
 * the messages of BEGIN, the statements and COMMIT one by one. Source: PostgreSQL manual, "Message Flow", "Pipelining".
 */
class OneTransaction extends pg.Query {
  /** The driver's types leave it out. */
  declare readonly callback: (error: Error | undefined) => void
  private readonly statements: readonly NamedStatement[]
  private readonly prepared: string[] = []

  constructor(statements: readonly NamedStatement[], done: (error: Error | undefined) => void) {
    super({ text: '' }, [], done)
    this.statements = statements
  }

  override submit = (connection: unknown): void => {
    const wire = connection as Wire
    // All before the first is run: PostgreSQL skips what follows a statement that fails.
    for (const { name, text } of this.statements) {
      if (name in wire.parsedStatements || name in wire.submittedNamedStatements) continue
      wire.parse({ name, text })
      wire.parsedStatements[name] = text
      this.prepared.push(name)
    }
    for (const { name, values = [] } of this.statements) {
      wire.bind({ statement: name, values, valueMapper: prepareValue })
      wire.execute({})
    }
    wire.sync()
  }

  handleError(error: Error, connection: Wire): void {
    // Whether they were prepared depends on which one failed. Closing a missing one isn't an error.
    for (const name of this.prepared) {
      connection.close({ type: 'S', name })
      delete connection.parsedStatements[name]
    }
    this.callback(error)
  }

  // Results of the statements aren't needed.
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
}

/**
 * Runs statements as one transaction, in one round trip. It doesn't return their rows.
 *
 * @throws {Error} the error of the first failed statement, or of the commit; nothing was committed if PostgreSQL reported it
 */
export function commitTogether(client: pg.ClientBase, statements: readonly NamedStatement[]): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new OneTransaction(statements, (error) => (error ? reject(error) : resolve())))
  })
}
