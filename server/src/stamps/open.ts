import type { AccountsRoom } from '../accounts/open.js'
import { purgeLinks } from '../accounts/tokens/export-links.js'
import type { Ground, OpenRoom, Room } from '../base/room.js'
import type { TrustedTime } from '../base/turns/clock.js'
import { startLoop } from '../base/turns/loop.js'
import type { CertificatesRoom } from '../certificates/open.js'
import type { Ledger } from '../ledger/ledger.js'
import { stampAuditor } from './audit.js'
import { ReservedCodes, spendExpired } from './codes/reserved.js'
import { codeRoutes } from './codes/routes.js'
import { sealRoute } from './codes/seal-route.js'
import { endUserRoutes } from './end-users/routes.js'
import { eraseStamps } from './erase.js'
import { eventRoutes } from './events/routes.js'
import { stampExporter } from './export.js'
import { stampExportRoutes } from './exports/routes.js'
import { labelRoutes } from './labels/routes.js'
import { mergeIntervalMs, mergeSearchIndex } from './lookup/search-index.js'
import { multiStampRoute } from './multi/route.js'
import { Sheets } from './multi/sheets.js'
import { overviewRoute } from './overview/route.js'
import { stampWriter } from './recording/writer.js'
import type { StampsRoom } from './room.js'
import { sendReceipts } from './runs/receipts.js'
import { runRoutes } from './runs/routes.js'
import type { StampsConfig } from './settings.js'
import { stampRoutesV1 } from './v1.js'
import { stampRoutesV2 } from './v2.js'

/** Milliseconds between two looks for expired links of exports and codes. */
const purgeIntervalMs = 600_000
/** Milliseconds between two looks for runs that are final. */
const receiptsIntervalMs = 10_000

type Needs = Ground<StampsConfig> & { ledger: Ledger }

interface Left {
  accounts: AccountsRoom
  certificates: CertificatesRoom
}

export const stamps: Room<'stamps', Needs, Left, StampsRoom> = {
  name: 'stamps',
  auditor: stampAuditor,
  open: openStamps,
}

async function openStamps(ground: Needs, { accounts, certificates }: Left): Promise<OpenRoom<StampsRoom>> {
  const { config, database, ledger, logger, clock } = ground
  const { network, pool } = ledger
  const { tokens, keys } = accounts.context
  const room: StampsRoom = {
    database,
    network,
    pool,
    writer: stampWriter(accounts.quotas),
    quotas: accounts.quotas,
    codes: new ReservedCodes(database, config.codes),
    drawer: certificates.drawer,
    seal: certificates.seal,
    publicUrl: config.publicUrl,
  }
  const sheets = new Sheets()
  const { mailer, pageUrl } = accounts
  const receipts = { database, mailer, networkName: network.name, pageUrl }
  const merge = () => mergeSearchIndex(database)
  const purge = async (now: TrustedTime) => {
    await purgeLinks(database, now)
    await spendExpired(database, now)
  }
  return {
    shared: room,
    async routes(app, onRequest) {
      await app.register(stampRoutesV1, { room, onRequest })
      await app.register(multiStampRoute, { room, sheets, onRequest })
      await app.register(codeRoutes, { room, onRequest })
      await app.register(sealRoute, { room, onRequest })
      await app.register(runRoutes, { room, onRequest })
      await app.register(labelRoutes, { room, onRequest })
      await app.register(overviewRoute, { room, onRequest })
      await app.register(stampExportRoutes, { room, onRequest })
      await app.register(stampRoutesV2, { room, onRequest, prefix: '/v2' })
      await app.register(endUserRoutes, { room, onRequest, addressOf: keys.walletAddress, prefix: '/v2' })
      await app.register(eventRoutes, { database, onRequest, verify: (header) => tokens.verify(header) })
    },
    loops: config.roles.worker
      ? [
          startLoop({ name: 'search-index', step: merge, idleMs: mergeIntervalMs, logger }),
          startLoop({
            name: 'receipts',
            step: () => clock.whenTrusted((now) => sendReceipts(receipts, now)),
            idleMs: receiptsIntervalMs,
            logger,
          }),
          startLoop({ name: 'export-links', step: () => clock.whenTrusted(purge), idleMs: purgeIntervalMs, logger }),
        ]
      : [],
    exporter: stampExporter(database, network),
    eraser: (accountId) => eraseStamps(database, accountId),
    stop: () => sheets.stop(),
  }
}
