import type { Logger } from 'pino'
import type { Config } from './base/config.js'
import { Database } from './base/db.js'
import { migrate } from './base/migrate.js'
import type { Ground } from './base/room.js'
import { masterKeyOf } from './base/secrets.js'
import { type Embedded, startEmbedded } from './embedded/embedded.js'
import { type Ledger, StartError } from './ledger/ledger.js'
import { openLedger } from './ledger/open.js'
import { openStore } from './storage/open-store.js'
import type { BlobStore } from './storage/store.js'

/** What all rooms stand on. */
export interface FullGround extends Ground {
  embedded: Embedded
  store: BlobStore
  ledger: Ledger
}

/** Ends of what was started, in the order of the starts. */
export type Stops = (() => Promise<unknown>)[]

/**
 * Opens what the rooms stand on: embedded parts, store, database, ledger.
 *
 * @param stops gets the end of each part as it starts
 * @throws ConfigError, StartError in words for the operator
 */
export async function openGround(config: Config, logger: Logger, stops: Stops): Promise<FullGround> {
  const { dataDir } = config
  const embedded = await startEmbedded({ dataDir, postgres: !config.databaseUrl, chain: !config.rpcUrl, logger })
  stops.push(() => embedded.stop())
  const masterKey = await masterKeyOf(config)

  const store = await openStore(config)
  stops.push(() => store.close())

  const databaseUrl = config.databaseUrl ?? embedded.postgres?.databaseUrl ?? ''
  const database = new Database({
    url: databaseUrl,
    connectionsMax: config.databaseConnections,
    onIdleError: (error) => logger.warn({ err: error }, 'lost an idle database connection'),
  })
  stops.push(() => database.close())
  await connect(database)
  await migrate(database)

  const isEmbedded = embedded.postgres !== undefined
  const base = { config, logger, masterKey, database, databaseUrl, isEmbedded, embedded, store }
  const rpcUrl = config.rpcUrl ?? embedded.chain?.rpcUrl ?? ''
  const ledger = await openLedger({ ...base, rpcUrl })
  stops.push(() => ledger.stop())
  return { ...base, ledger }
}

async function connect(database: Database): Promise<void> {
  try {
    await database.query('SELECT 1')
  } catch (error) {
    throw new StartError(
      `Cannot connect to the database (${(error as Error).message}). Check DATABASE_URL, and that PostgreSQL is running and accepts the login.`,
    )
  }
}
