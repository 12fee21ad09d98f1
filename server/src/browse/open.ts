import type { Ground, Room } from '../base/room.js'
import type { CertificatesRoom } from '../certificates/open.js'
import type { FilesRoom } from '../files/room.js'
import type { FoldersRoom } from '../folders/routes.js'
import type { HttpConfig } from '../http/settings.js'
import type { Ledger } from '../ledger/ledger.js'
import type { StampsRoom } from '../stamps/room.js'
import { binRoutes } from './bin-routes.js'
import { folderExporter } from './export.js'
import { fileExportRoutes } from './exports/routes.js'
import { manifestRoutes } from './manifest-routes.js'
import { publicRoutes } from './public/routes.js'
import { browseRoutes } from './routes.js'
import { searchRoutes } from './search-routes.js'

interface Left {
  certificates: CertificatesRoom
  stamps: StampsRoom
  folders: FoldersRoom
  files: FilesRoom
}

export const browse: Room<'browse', Ground<Pick<HttpConfig, 'embedOrigins'>> & { ledger: Ledger }, Left, undefined> = {
  name: 'browse',
  open: async ({ config, database, ledger }, { certificates, stamps, folders, files }) => ({
    shared: undefined,
    async routes(app, onRequest) {
      const prefix = '/api'
      await app.register(manifestRoutes, { room: { database, network: ledger.network }, onRequest, prefix })
      await app.register(browseRoutes, { room: files, onRequest, prefix })
      await app.register(fileExportRoutes, { room: files, drawer: certificates.drawer, onRequest, prefix })
      await app.register(searchRoutes, { room: files, onRequest, prefix })
      await app.register(binRoutes, { room: files, onRequest, wakeBin: () => folders.wakeBin(), prefix })
    },
    pages: (app, sendPage) => publicRoutes(app, { stamps, files, sendPage, embedOrigins: config.embedOrigins }),
    exporter: folderExporter(files),
  }),
}
