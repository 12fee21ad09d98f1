import type { Logger } from 'pino'
import { opensSecrets } from '../accounts/check.js'
import { Database } from '../base/database/db.js'
import { admitKeys } from '../base/database/master-keys.js'
import { migrate } from '../base/database/migrate.js'
import type { Ground } from '../base/room.js'
import { masterKeyOf } from '../base/secrets.js'
import type { Tracing } from '../base/telemetry/tracing.js'
import { startWatch } from '../clock/open.js'
import { type Embedded, startEmbedded } from '../embedded/embedded.js'
import { chainPast } from '../ledger/chain-past.js'
import { type Ledger, StartError } from '../ledger/ledger.js'
import { openLedger } from '../ledger/open.js'
import type { Config } from '../settings.js'
import type { BlobStore } from '../storage/store.js'
import { openStore } from '../storage/stores/open-store.js'

/** The ground with the parts that the composers start. */
export interface FullGround extends Ground<Config> {
  embedded: Embedded
  store: BlobStore
  ledger: Ledger
  /** Not set: nothing is traced. */
  tracing: Tracing | undefined
}

/** Functions that stop the started parts, in order of their start. */
export type Stops = (() => Promise<unknown>)[]

/**
 * Opens embedded parts, store, database and ledger.
 *
 * @param stops gets a function for each part as it starts
 * @throws {ConfigError | StartError} in words for the operator
 */
export async function openGround(config: Config, logger: Logger, stops: Stops): Promise<FullGround> {
  const { dataDir, telemetry, proxies } = config
  const tracing =
    telemetry?.share === undefined
      ? undefined
      : new (await import('../base/telemetry/tracing.js')).Tracing({ ...telemetry, proxies }, telemetry.share, logger)
  if (tracing) stops.push(() => tracing.stop())
  const embedded = await startEmbedded({ dataDir, postgres: !config.databaseUrl, chain: !config.rpcUrls, logger })
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
  await admitKeys(database, masterKey, (key) => opensSecrets(database, key))

  // Before anything that expires can start.
  let ledger: Ledger | undefined
  const chain = { isOwnChain: config.rpcUrls === undefined, head: () => ledger?.headBlock ?? null }
  const { clock, loop: watching } = await startWatch({ config, database, logger }, chain)
  stops.push(() => watching.stop())

  const isEmbedded = embedded.postgres !== undefined
  const base = { config, logger, masterKey, database, databaseUrl, isEmbedded, embedded, store, tracing, clock }
  const embeddedChain = await embedded.startChain(() => chainPast(database))
  const rpcUrls = config.rpcUrls ?? [embeddedChain?.rpcUrl ?? '']
  ledger = await openLedger({ ...base, rpcUrls, embeddedChain })
  const opened = ledger
  stops.push(() => opened.stop())
  return { ...base, ledger: opened }
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
