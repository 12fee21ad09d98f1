import type { Logger } from 'pino'
import { ensureFirstAccount } from './accounts/first-account.js'
import { accountKeys } from './accounts/keys.js'
import { openPortal } from './accounts/portal.js'
import { tidyPortal } from './accounts/portal-sql.js'
import { deleteExpired } from './accounts/sql.js'
import { Tokens } from './accounts/token.js'
import { createApp } from './app.js'
import { type Config, embeddedChainId, isWellKnownKey } from './base/config.js'
import { Database } from './base/db.js'
import { startLoop } from './base/loop.js'
import { Metrics } from './base/metrics.js'
import { migrate } from './base/migrate.js'
import { embeddedSecrets, masterKeyOf } from './base/secrets.js'
import { startEmbedded } from './embedded/embedded.js'
import { eraseAccounts, erasureIntervalMs } from './erasure.js'
import { startFiles } from './files/start.js'
import { binIntervalMs, emptyBin } from './folders/bin.js'
import { purgeIdempotencyKeys } from './http/idempotency.js'
import { hexOf } from './ledger/chain.js'
import { Ledger, StartError } from './ledger/ledger.js'
import { ledgerMetrics } from './ledger/metrics.js'
import { signerOf } from './ledger/sign.js'
import { NetworkWatch } from './ledger/status.js'
import { mergeIntervalMs, mergeSearchIndex } from './stamps/search-index.js'
import { openStore } from './storage/open.js'
import { storageKeys } from './storage/storage-keys.js'
import { startUploads } from './uploads/room.js'
import { webhookMetrics } from './webhooks/metrics.js'
import { startWebhooks } from './webhooks/start.js'
import { firstSteps } from './welcome.js'

/** The running service. */
export interface Service {
  /** Where it answers. */
  url: string
  stop(): Promise<void>
}

/**
 * Starts everything in order, and stops it in the opposite one: database, chain, storage, ledger, interfaces.
 *
 * @param tell writes a line for the person at the terminal
 * @throws ConfigError, StartError in words for the operator
 */
export async function startService(config: Config, logger: Logger, tell: (line: string) => void): Promise<Service> {
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) {
      await end().catch((error: unknown) => logger.error({ err: error }, 'a component did not stop cleanly'))
    }
  }
  try {
    return { url: await start(config, logger, tell, stops), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function start(
  config: Config,
  logger: Logger,
  tell: (line: string) => void,
  stops: (() => Promise<unknown>)[],
): Promise<string> {
  const embedded = await startEmbedded({
    dataDir: config.dataDir,
    postgres: !config.databaseUrl,
    chain: !config.rpcUrl,
    logger,
  })
  stops.push(() => embedded.stop())
  const databaseUrl = config.databaseUrl ?? embedded.postgres?.databaseUrl ?? ''
  const rpcUrl = config.rpcUrl ?? embedded.chain?.rpcUrl ?? ''
  const masterKey = await masterKeyOf(config)
  const signer = signerOf(config.signerKey ?? Buffer.from((await embeddedSecrets(config.dataDir)).signerKey, 'hex'))
  await embedded.chain?.fund(hexOf(signer.address))

  const store = await openStore(config)
  stops.push(() => store.close())

  const database = new Database({
    url: databaseUrl,
    connectionsMax: config.databaseConnections,
    onIdleError: (error) => logger.warn({ err: error }, 'lost an idle database connection'),
  })
  stops.push(() => database.close())
  await prepare(database)

  const ledger = await Ledger.open({
    database,
    rpcUrl,
    rpcTimeoutMs: config.rpcTimeoutMs,
    signers: [signer],
    network: {
      name: config.networkName ?? (embedded.chain && 'Tallystick embedded chain'),
      isPrivate: config.networkPrivate,
    },
    expectedChainId: config.chainId,
    contract: config.contractAddress,
    finality: config.finality,
    policy: { maxFeePerGasCap: config.maxFeePerGasCap, replaceAfterMs: config.replaceAfterMs },
    anchorIntervalMs: config.anchorIntervalMs,
    trackIntervalMs: config.trackIntervalMs,
    roles: config.roles,
    mine: embedded.chain && (() => embedded.chain?.mine() ?? Promise.resolve()),
    logger,
  })
  if (config.signerKey && ledger.network.chainId !== embeddedChainId && isWellKnownKey(config.signerKey)) {
    throw new StartError(
      'SIGNER_KEY is a publicly known development key: anyone could sign as this notary. Use another key.',
    )
  }
  ledger.start()
  stops.push(() => ledger.stop())

  const keys = accountKeys(masterKey)
  const audience = `${ledger.deploymentId}:${ledger.network.chainId}`
  const onError = (error: unknown) => logger.warn({ err: error }, 'cannot read revocations')
  const tokens = new Tokens({ db: database, key: keys.token, audience, onError })
  await tokens.start()
  stops.push(() => tokens.stop())
  const accounts = { db: database, keys, tokens }
  const portal = openPortal({
    ...accounts,
    kind: config.networkKind,
    databaseUrl,
    isEmbedded: embedded.postgres !== undefined,
    settings: config,
    logger,
  })
  stops.push(() => portal.stop())

  const tidy = async () => {
    await deleteExpired(database)
    await tidyPortal(database)
    await purgeIdempotencyKeys(database)
  }
  stops.push(startLoop({ name: 'tidy', step: tidy, idleMs: 3_600_000, logger }).stop)
  stops.push(startLoop({ name: 'storage', step: () => store.sweep(), idleMs: 3_600_000, logger }).stop)
  if (config.roles.worker) {
    const merge = () => mergeSearchIndex(database)
    stops.push(startLoop({ name: 'search-index', step: merge, idleMs: mergeIntervalMs, logger }).stop)
  }

  const { recorder, network } = ledger
  const fileKeys = storageKeys(masterKey, config.ageIdentities)
  const files = startFiles({ database, recorder, network, store, keys: fileKeys, masterKey, settings: config, logger })
  stops.push(() => files.stop())
  const uploads = startUploads(files.room, logger)
  stops.push(() => uploads.stop())
  const bin = { database, recorder, contents: files.contents, binDays: config.binDays }
  const binLoop = startLoop({ name: 'bin', step: () => emptyBin(bin), idleMs: binIntervalMs, logger })
  stops.push(binLoop.stop)
  const erasure = { database, recorder, onCondemned: () => binLoop.wake() }
  const erase = () => eraseAccounts(erasure)
  stops.push(startLoop({ name: 'erasure', step: erase, idleMs: erasureIntervalMs, logger }).stop)

  const { smtpUrl, mailFrom: from } = config
  const webhooks = startWebhooks({
    database,
    databaseUrl,
    network,
    masterKey,
    settings: config.webhooks,
    stampsTaken: () => ledger.pool.recorded,
    isWorker: config.roles.worker,
    mail: { key: keys.mail, smtpUrl, from, show: embedded.postgres !== undefined },
    logger,
  })
  stops.push(() => webhooks.stop())

  const metrics = new Metrics()
  ledgerMetrics(metrics, ledger, database, signer.address)
  webhookMetrics(metrics, database)
  if (!config.roles.api) {
    await embedded.announce(0)
    tell('Tallystick is running as a worker (ROLES=worker) and serves no requests.')
    return ''
  }
  const app = await createApp({
    database,
    accounts,
    portal: portal.context,
    pool: ledger.pool,
    folders: { database, recorder, onCondemned: () => binLoop.wake() },
    files: files.room,
    uploads: uploads.room,
    webhooks: webhooks.room,
    network: ledger.network,
    watch: new NetworkWatch({ database, chain: ledger.chain, network, finality: config.finality }),
    metrics,
    logger,
    obstacles: async () => (await Promise.all([ledger.obstacles(), store.obstacles()])).flat(),
    settings: { ...config, metricsToken: config.metricsToken },
  })
  stops.push(() => app.close())
  let url: string
  try {
    url = await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    throw listenProblem(config, error as NodeJS.ErrnoException)
  }
  await embedded.announce(Number(new URL(url).port))
  // Passkeys belong to host names, and what listens on 127.0.0.1 has one.
  const address = config.publicUrl ?? url.replace(/\/\/(127\.0\.0\.1|0\.0\.0\.0|\[::1?\]):/, '//localhost:')
  portal.open(address)
  const first = embedded.postgres ? await ensureFirstAccount(accounts, config.networkKind) : null
  for (const line of firstSteps(address, ledger.network, first)) tell(line)
  return url
}

/** Why nothing can listen at HOST and PORT, in words for the operator where they can mend it. */
function listenProblem({ host, port }: Config, error: NodeJS.ErrnoException): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartError(`Port ${port} is in use by another program. Choose another one: PORT=3001 npm start`)
    case 'EACCES':
      return new StartError(`This user may not listen on port ${port}. Choose another one: PORT=3001 npm start`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new StartError(`HOST ${host} is not an address of this machine (${error.message}).`)
    default:
      return error
  }
}

async function prepare(database: Database): Promise<void> {
  try {
    await database.query('SELECT 1')
  } catch (error) {
    throw new StartError(
      `Cannot connect to the database (${(error as Error).message}). Check DATABASE_URL, and that PostgreSQL is running and accepts the login.`,
    )
  }
  await migrate(database)
}
