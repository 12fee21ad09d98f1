import type pg from 'pg'
import { load, requireSuccess } from '../load.js'
import type { Service } from '../processes.js'
import { batchesOf } from './batches.js'

/**
 * Counts the statements that a batch sends, in a short load of its own: counting them takes time, and the library that does it must
 * be there when PostgreSQL starts, so the service starts again.
 *
 * @returns statements a batch by number of connections, of the service as a whole: its loops send some too
 */
export async function countStatements(
  service: Service,
  connections: readonly number[],
  measureMs: number,
): Promise<Map<number, number>> {
  const before = await service.connect()
  await before.query("ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'")
  await before.end()
  await service.restart()
  const client = await service.connect()
  try {
    await client.query('CREATE EXTENSION pg_stat_statements')
    const counts = new Map<number, number>()
    for (const count of connections) counts.set(count, await statementsOf(service, client, count, measureMs))
    return counts
  } finally {
    await client.end()
  }
}

async function statementsOf(
  service: Service,
  client: pg.Client,
  connections: number,
  measureMs: number,
): Promise<number> {
  const { port, token } = service
  const once = () => load({ port, token, path: '/hash', connections, warmupMs: 0, measureMs })
  requireSuccess(await once())
  const earlier = await batchesOf(client)
  await client.query('SELECT pg_stat_statements_reset()')
  requireSuccess(await once())
  const { rows } = await client.query<{ calls: string }>(
    "SELECT sum(calls) AS calls FROM pg_stat_statements WHERE toplevel AND query NOT LIKE '%pg_stat_statements%'",
  )
  return Number(rows[0]?.calls) / ((await batchesOf(client)).batches - earlier.batches)
}
