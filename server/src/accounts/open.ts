import type { Ground, OpenRoom, Room } from '../base/room.js'
import type { TrustedTime } from '../base/turns/clock.js'
import { startLoop } from '../base/turns/loop.js'
import { purgeIdempotencyKeys } from '../http/idempotency.js'
import { accountSelfRoutes } from './account-routes.js'
import { checkAccounts } from './check.js'
import { deviceRoutes } from './clients/device-routes.js'
import { deleteExpiredDevices } from './clients/devices.js'
import { clientRoutes } from './clients/routes.js'
import { accountCommands } from './commands.js'
import { emailRoutes } from './email/routes.js'
import { deleteOldChanges } from './email/sql.js'
import { accountKeys } from './keys.js'
import type { Mailer } from './mail/mail.js'
import { operatorAccountRoutes } from './operators/routes.js'
import { browserRoutes } from './portal/browser-routes.js'
import { forgetOldBrowsers } from './portal/browsers-sql.js'
import { type LoginTuning, openPortal } from './portal/portal.js'
import { portalLoginRoutes } from './portal/routes.js'
import { deleteExpiredPortalRows } from './portal-sql.js'
import { GuessLimit } from './proving/guess-limit.js'
import { deleteOldStepUps } from './proving/step-up.js'
import { stepUpRoutes } from './proving/step-up-routes.js'
import { Quotas } from './quotas/quotas.js'
import { usageRoutes } from './quotas/usage-routes.js'
import { requestExporter } from './requests/export.js'
import { RequestLog } from './requests/request-log.js'
import { requestRoutes } from './requests/routes.js'
import { eraseOldRequests, eraseRequests } from './requests/sql.js'
import { accountRoutes } from './routes.js'
import { sealedByAccounts } from './sealed.js'
import type { AccountsNeeds } from './settings.js'
import { deleteExpired } from './sql.js'
import type { LoginContext } from './tokens/login.js'
import { Tokens } from './tokens/token.js'

/** Shared with the other rooms. */
export interface AccountsRoom {
  context: LoginContext
  /** Counts failed logins, wherever they are made. */
  guesses: GuessLimit
  /** Quotas of accounts. */
  quotas: Quotas
  /** Undefined when it is off. */
  requestLog: RequestLog | undefined
  /** Sends the service's mails. */
  mailer: Mailer
  /** Returns the address of a page of the portal, unless the process doesn't know it. */
  pageUrl(page: string): string | undefined
  /** Opens the portal's login once the address of the service is known; `url` without a trailing slash. */
  openLogin(url: string): void
}

type Needs = Ground<AccountsNeeds> & { ledger: { deploymentId: string; network: { chainId: number } } }

const tidyMs = 3_600_000
const requestsMs = 2000

/** Returns the room of accounts. */
export function accountsRoomOn(tuning: LoginTuning = {}): Room<'accounts', Needs, unknown, AccountsRoom> {
  return {
    name: 'accounts',
    commands: accountCommands,
    check: checkAccounts,
    open: (ground) => openAccounts(ground, tuning),
  }
}

async function openAccounts(ground: Needs, tuning: LoginTuning): Promise<OpenRoom<AccountsRoom>> {
  const { config, database, databaseUrl, masterKey, isEmbedded, ledger, clock, logger } = ground
  const keys = accountKeys(masterKey)
  // A token is valid for one deployment on one chain.
  const audience = `${ledger.deploymentId}:${ledger.network.chainId}`
  const onError = (error: unknown) => logger.warn({ err: error }, 'cannot read revocations')
  const tokens = new Tokens({ db: database, keys: keys.token, audience, onError })
  await tokens.start()
  const context = { db: database, keys, tokens }
  const { networkKind: kind, guessLimit } = config
  const portal = openPortal({ ...context, kind, databaseUrl, isEmbedded, settings: config, tuning, clock, logger })
  const guesses = new GuessLimit({ failuresMax: guessLimit || Number.POSITIVE_INFINITY })
  const quotas = new Quotas({ db: database, defaults: config.quotas })
  const { requestLogDays } = config
  const requestLog = requestLogDays > 0 ? new RequestLog({ db: database, logger }) : undefined
  const tidy = async (now: TrustedTime) => {
    await deleteExpired(database, now)
    await deleteExpiredPortalRows(database, now, config.sessionMaxMs)
    await forgetOldBrowsers(database, now)
    await deleteOldStepUps(database, now)
    await deleteOldChanges(database, now)
    await deleteExpiredDevices(database, now)
    await purgeIdempotencyKeys(database, now)
    await eraseOldRequests(database, requestLogDays, now)
  }
  return {
    sealed: sealedByAccounts(database, keys),
    shared: {
      context,
      guesses,
      quotas,
      requestLog,
      mailer: portal.mailer,
      pageUrl: portal.pageUrl,
      openLogin: portal.open,
    },
    async routes(app, onRequest, onOperator) {
      await app.register(accountRoutes, { guesses, ...context })
      await app.register(accountSelfRoutes, portal.context)
      await app.register(emailRoutes, portal.context)
      await app.register(clientRoutes, portal.context)
      await app.register(requestRoutes, context)
      await app.register(deviceRoutes, { ...portal.context, guesses, startsMax: guessLimit })
      await app.register(stepUpRoutes, portal.context)
      await app.register(browserRoutes, portal.context)
      await app.register(usageRoutes, { tokens, quotas })
      await app.register(portalLoginRoutes, portal.context)
      const { mailer } = portal
      await app.register(operatorAccountRoutes, { db: database, quotas, mailer, onRequest, onOperator })
    },
    loops: [
      startLoop({ name: 'tidy', step: () => clock.whenTrusted(tidy), idleMs: tidyMs, logger }),
      ...(requestLog
        ? [startLoop({ name: 'requests', step: () => requestLog.write(), idleMs: requestsMs, logger })]
        : []),
    ],
    exporter: requestExporter(database),
    eraser: (accountId) => eraseRequests(database, accountId),
    warnings: async () => portal.mailer.warnings(),
    metrics(metrics) {
      metrics.gauge(
        'mails_waiting',
        'Mails that the mail server has not accepted yet',
        async () => (await portal.mailer.state()).waiting,
      )
    },
    async stop() {
      const onLost = (error: unknown) => logger.warn({ err: error }, 'the last lines of the request log are lost')
      await requestLog?.write().catch(onLost)
      await portal.stop()
      await tokens.stop()
    },
  }
}
