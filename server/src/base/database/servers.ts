/** Self-description of a PostgreSQL server. */
export interface Standing {
  /** False for a standby. */
  isWritable: boolean
  /** Raised by each promotion; 0 for a standby. */
  timeline: number
}

/** Reads a {@link Standing}. */
export const standingSql = `SELECT current_setting('transaction_read_only') = 'off' AS "isWritable",
  CASE WHEN pg_is_in_recovery() THEN 0
       ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int END AS "timeline"`

/** Thrown when no server, or not this one, may be written to. Passes once a standby is promoted. */
export class NoPrimaryError extends Error {
  override name = 'NoPrimaryError'
}

/**
 * Returns a URL for each server of a PostgreSQL URL, which may name several, as for libpq:
 * `postgres://user@one:5432,two:5432/name?target_session_attrs=read-write`.
 */
export function serverUrls(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/is.exec(url) ?? []
  return hosts.includes(',') ? hosts.split(',').map((host) => before + host + after) : [url]
}

/** Returns whether connections to the servers of a URL must be checked: the URL names several, or asks for it. */
export function asksForPrimary(url: string): boolean {
  return serverUrls(url).length > 1 || attributesOf(url) !== null
}

/** @throws {Error} whose message completes "DATABASE_URL must be …" */
export function databaseUrl(text: string): string {
  const fits = (url: string) => URL.canParse(url) && ['postgresql:', 'postgres:'].includes(new URL(url).protocol)
  const urls = serverUrls(text)
  if (!urls.every(fits) || (urls.length > 1 && urls.some((url) => new URL(url).hostname === ''))) {
    throw new Error('an address starting with postgresql:// or postgres://; several hosts are separated by commas')
  }
  if (!['read-write', 'primary', null].includes(attributesOf(text))) {
    throw new Error('without target_session_attrs, or with target_session_attrs=read-write')
  }
  return text
}

function attributesOf(url: string): string | null {
  return new URL(serverUrls(url)[0] as string).searchParams.get('target_session_attrs')
}

/**
 * Finds the primary among the servers of one database.
 *
 * Invariant: no connection is opened to a server on an older timeline than one seen before. A former primary that comes back thinks
 * it still is one; its timeline shows that another server has been promoted since.
 */
export class Servers {
  private readonly urls: readonly string[]
  private readonly ask: (url: string) => Promise<Standing>
  private newest = 0
  private search: Promise<string> | null = null

  /** @param ask connects to one server and reads its {@link Standing}; must give up on a server that doesn't answer */
  constructor(urls: readonly string[], ask: (url: string) => Promise<Standing>) {
    this.urls = urls
    this.ask = ask
  }

  /** Timeline of the newest primary seen. */
  get timeline(): number {
    return this.newest
  }

  /**
   * Returns the URL of the primary. Connections that are opened at once share a search.
   *
   * @throws {NoPrimaryError} when no server is one
   */
  find(): Promise<string> {
    this.search ??= this.look().finally(() => {
      this.search = null
    })
    return this.search
  }

  /** @throws {NoPrimaryError} when a server with this standing must not be used */
  check(standing: Standing): void {
    if (!standing.isWritable) throw new NoPrimaryError('the database server is a standby')
    if (standing.timeline < this.newest) throw new NoPrimaryError('another database server has been promoted since')
    this.newest = standing.timeline
  }

  private async look(): Promise<string> {
    const known = this.newest
    const asked = this.urls.map(async (url) => ({ url, ...(await this.ask(url)) }))
    const primaries = asked.map(async (one) => {
      const server = await one
      this.check(server)
      return server
    })
    try {
      // A writable server on the newest timeline so far is the primary: no need to wait for servers that hang.
      if (known > 0) return (await Promise.any(primaries)).url
      const outcomes = await Promise.allSettled(primaries)
      const found = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
      const newest = found.find(({ timeline }) => timeline === this.newest)
      if (newest) return newest.url
      throw new AggregateError(outcomes.map((outcome) => (outcome as PromiseRejectedResult).reason))
    } catch (error) {
      const reasons = (error as AggregateError).errors.map((reason: Error) => reason.message || String(reason))
      throw new NoPrimaryError(`no database server can be written to: ${reasons.join('; ')}`, { cause: error })
    }
  }
}
