import type { Ground, OpenRoom, Room } from '../base/room.js'
import { type Loop, startLoop } from '../base/turns/loop.js'
import type { CertificatesRoom } from '../certificates/open.js'
import type { Ledger } from '../ledger/ledger.js'
import { changeAuditor } from './audit.js'
import { binIntervalMs, purgeExpired } from './bin.js'
import { deletionRoutes } from './deletion-routes.js'
import { deletionExporter, eraseExpired } from './deletions.js'
import { eraseTree } from './erase.js'
import type { FolderContents } from './folder-contents.js'
import { type FoldersRoom, folderRoutes } from './routes.js'
import type { FoldersConfig } from './settings.js'

type Needs = Ground<FoldersConfig> & { ledger: Ledger }

const expiryIntervalMs = 60_000

/** Folders and their bin. */
export interface FoldersWithBin extends FoldersRoom {
  /**
   * Starts the loop that empties the bin. The room that fills folders starts it, since a folder may only go after its
   * contents.
   */
  startBin(contents: FolderContents): Loop
}

export const folders: Room<'folders', Needs, { certificates: CertificatesRoom }, FoldersWithBin> = {
  name: 'folders',
  auditor: changeAuditor,
  open: openFolders,
}

async function openFolders(
  { config, database, ledger, clock, logger }: Needs,
  { certificates: { drawer } }: { certificates: CertificatesRoom },
): Promise<OpenRoom<FoldersWithBin>> {
  const { recorder, network } = ledger
  const { publicUrl, deletionCertificateDays: certificateDays } = config
  let bin: Loop | undefined
  const room: FoldersRoom = { database, recorder, wakeBin: () => bin?.wake() }
  const startBin = (contents: FolderContents) => {
    const step = () => purgeExpired({ database, recorder, contents, clock, binDays: config.binDays })
    bin = startLoop({ name: 'bin', step, idleMs: binIntervalMs, logger })
    return bin
  }
  return {
    shared: { ...room, startBin },
    async routes(app, onRequest) {
      await app.register(folderRoutes, { room, onRequest, prefix: '/api' })
      const context = { room, network, drawer, publicUrl, certificateDays, onRequest }
      await app.register(deletionRoutes, { ...context, prefix: '/api' })
    },
    loops: [
      startLoop({
        name: 'deletions',
        step: () => clock.whenTrusted((now) => eraseExpired(database, now, certificateDays)),
        idleMs: expiryIntervalMs,
        logger,
      }),
    ],
    exporter: deletionExporter(database, network),
    eraser: (accountId) => eraseTree(room, accountId),
  }
}
