import { eventually } from '../../../test/eventually.js'
import type { Queryable } from '../../src/base/database/db.js'

/**
 * Waits until no other program is connected to the database of `own`. PostgreSQL goes on for a while with what a killed one had sent it: a
 * lease that a test ended meanwhile would be written once more.
 */
export async function whenAlone(own: Queryable): Promise<void> {
  await eventually('the sessions of what was killed end', async () => {
    const others = await own.query<{ query: string }>(
      `SELECT query FROM pg_stat_activity
        WHERE datname = current_database() AND backend_type = 'client backend'
          AND application_name <> current_setting('application_name')`,
    )
    if (others.length > 0) throw new Error(`they are at ${others.map(({ query }) => query).join('; ')}`)
    return true
  })
}
