import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { ensureFirstAccount } from './accounts/first-account.js'
import type { AccountsRoom } from './accounts/open.js'
import { closeRoom, type OpenRoom } from './base/room.js'
import { Metrics } from './base/telemetry/metrics.js'
import { startLoop } from './base/turns/loop.js'
import { StartError } from './ledger/ledger.js'
import { createApp } from './roof/app.js'
import { eraseAccounts, erasureIntervalMs } from './roof/erasure.js'
import { type FullGround, openGround, type Stops } from './roof/ground.js'
import { startAdminLog } from './roof/journal.js'
import { Resealing } from './roof/resealing.js'
import { printAddresses, showFirstAccount, type Terminal } from './roof/welcome.js'
import { rooms as allRooms } from './rooms.js'
import type { Config } from './settings.js'

/** The running service. */
export interface Service {
  /** The address it answers at; empty when it serves none. */
  url: string
  stop(): Promise<void>
}

/**
 * Starts the service from the ground up: embedded parts, store, database, ledger, rooms, interfaces. It stops in the opposite
 * order.
 *
 * @throws {ConfigError | StartError} in words for the operator
 */
export async function startService(
  config: Config,
  logger: Logger,
  terminal: Terminal,
  rooms: typeof allRooms = allRooms,
): Promise<Service> {
  const stops: Stops = []
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) {
      await end().catch((error: unknown) => logger.error({ err: error }, 'a component did not stop cleanly'))
    }
  }
  try {
    const ground = await openGround(config, logger, stops)
    const open: OpenRoom[] = []
    const { accounts } = await rooms.open(ground, (room) => {
      open.push(room)
      stops.push(() => closeRoom(room))
    })
    const erase = () => ground.clock.whenTrusted((now) => eraseAccounts(ground.database, open, now))
    stops.push(startLoop({ name: 'erasure', step: erase, idleMs: erasureIntervalMs, logger }).stop)
    const resealing = new Resealing({ ...ground, sealed: open.flatMap(({ sealed }) => sealed ?? []) })
    if (config.roles.worker) {
      resealing.start()
      stops.push(startAdminLog(ground.database, logger).stop)
    }
    stops.push(() => resealing.stop())
    const metrics = await startMetrics(ground, open, stops)
    resealing.addMetrics(metrics)
    const url = config.roles.api
      ? await serve(ground, accounts, open, metrics, terminal, stops)
      : await workOnly(ground, terminal)
    return { url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Registers the metrics of all rooms, and sends them if a receiver is set. */
async function startMetrics(
  { config: { telemetry, proxies }, logger }: FullGround,
  rooms: readonly OpenRoom[],
  stops: Stops,
): Promise<Metrics> {
  const metrics = new Metrics()
  for (const room of rooms) room.metrics?.(metrics)
  if (telemetry?.metricsIntervalMs !== undefined) {
    const { MetricsExport } = await import('./base/telemetry/metrics-export.js')
    const sent = new MetricsExport({ ...telemetry, proxies }, telemetry.metricsIntervalMs, metrics.registry, logger)
    stops.push(() => sent.stop())
  }
  return metrics
}

/** Serves the interfaces. Returns their address. */
async function serve(
  ground: FullGround,
  accounts: AccountsRoom,
  rooms: readonly OpenRoom[],
  metrics: Metrics,
  terminal: Terminal,
  stops: Stops,
): Promise<string> {
  const { config, embedded, isEmbedded, ledger } = ground
  const app = await createApp({
    ground,
    tokens: accounts.context.tokens,
    requestLog: accounts.requestLog,
    rooms,
    metrics,
  })
  stops.push(() => app.close())
  const url = await listen(app, config)
  await embedded.announce(Number(new URL(url).port))
  // Passkeys belong to host names, and what listens on 127.0.0.1 has one.
  const address = config.publicUrl ?? url.replace(/\/\/(127\.0\.0\.1|0\.0\.0\.0|\[::1?\]):/, '//localhost:')
  accounts.openLogin(address)
  const first = isEmbedded ? await ensureFirstAccount(accounts.context, config.networkKind) : null
  printAddresses(terminal, address, ledger.network)
  if (first) await showFirstAccount(terminal, address, first, config.dataDir)
  return url
}

async function workOnly({ embedded }: FullGround, { print }: Terminal): Promise<string> {
  await embedded.announce(0)
  print('Tallystick is running as a worker (ROLES=worker) and serves no requests.')
  return ''
}

/** @throws {StartError} when it can't listen at HOST and PORT, in words for the operator */
async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    switch (code) {
      case 'EADDRINUSE':
        throw new StartError(`Port ${port} is in use by another program. Choose another one: PORT=3001`)
      case 'EACCES':
        throw new StartError(`This user may not listen on port ${port}. Choose another one: PORT=3001`)
      case 'EADDRNOTAVAIL':
      case 'ENOTFOUND':
      case 'EAI_AGAIN':
      case 'EINVAL':
        throw new StartError(`HOST ${host} is not an address of this machine (${message}).`)
      default:
        throw error
    }
  }
}
