/**
 * Settings of every connection. A role, a database or the server can have other defaults: here stands each one that would change
 * what a statement does, what an answer looks like, or whether a connection lasts, with PostgreSQL's own default unless a comment
 * says otherwise. `search_path` and `role` aren't here: they are how an operator gives the service a schema of its own.
 */
const always = {
  // How times, intervals, bytes and numbers are written: the driver reads one form of each.
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  // How statements and values are read.
  standard_conforming_strings: 'on',
  backslash_quote: 'safe_encoding',
  array_nulls: 'on',
  transform_null_equals: 'off',
  xmloption: 'content',
  // Isolation of a transaction, and its rights.
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'off',
  default_transaction_deferrable: 'off',
  // Whether a search finds everything.
  gin_fuzzy_search_limit: '0',
  // Whether a connection outlasts an error, a wait or a pause.
  exit_on_error: 'off',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  // I1: a COMMIT that too few standbys confirmed is known by its warning.
  client_min_messages: 'notice',
  // Not PostgreSQL's defaults: frequent statements look up few rows by an index. A prepared statement would keep a scanning plan,
  // made while the tables were empty, long after they have grown. With random reads at their usual price, all of a list would be
  // sorted for its first page.
  enable_seqscan: 'off',
  random_page_cost: '1',
}

/**
 * Returns the address of a database without its `options`, and the options of a connection to it: the address's own, such as a
 * `search_path`, and after them, so that they win, the settings that the service relies on.
 *
 * @param more further settings
 */
export function connectionOptions(
  url: string,
  more: Readonly<Record<string, string>>,
): { connectionString: string; options: string } {
  const [address = '', query = ''] = url.split(/\?(.*)/s)
  const parts = query === '' ? [] : query.split('&')
  const isOption = (part: string) => part.startsWith('options=')
  const given = parts.filter(isOption).map((part) => new URLSearchParams(part).get('options') ?? '')
  const kept = parts.filter((part) => !isOption(part))
  const own = Object.entries({ ...always, ...more }).map(
    ([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`,
  )
  return {
    connectionString: kept.length > 0 ? `${address}?${kept.join('&')}` : address,
    options: [...given, ...own].join(' '),
  }
}

/** Reads what {@link sessionFaults} judges: a moment, and settings that only a superuser can change. */
export const sessionSql = `SELECT timestamptz '2026-02-03 04:05:06.789+00' AS moment, '\\x00ff5c'::bytea AS bytes,
  0.1::float8 + 0.2::float8 AS number, current_setting('transaction_read_only') AS "readOnly",
  current_setting('session_replication_role') AS "triggers"`

/** A row of {@link sessionSql}, if the connection has the service's settings. */
export interface SessionRow {
  moment: unknown
  bytes: unknown
  number: unknown
  readOnly: unknown
  triggers: unknown
}

/** Returns what is wrong with a connection, in words for the operator; empty when nothing is. */
export function sessionFaults({ moment, bytes, number, readOnly, triggers }: SessionRow): string[] {
  const isRead =
    moment instanceof Date &&
    moment.getTime() === Date.UTC(2026, 1, 3, 4, 5, 6, 789) &&
    Buffer.isBuffer(bytes) &&
    bytes.equals(Buffer.of(0, 255, 0x5c)) &&
    number === 0.1 + 0.2
  return [
    isRead
      ? ''
      : 'A time, bytes or a number came back in another form. A pooler between drops the startup parameter "options", ' +
        'which sets DateStyle and the like: let it pass, or reset what ALTER ROLE and ALTER DATABASE have set.',
    readOnly === 'off' ? '' : 'Transactions are read-only. Reset default_transaction_read_only.',
    triggers === 'origin' ? '' : `Triggers are off: reset session_replication_role, which is ${triggers}.`,
  ].filter((fault) => fault !== '')
}
