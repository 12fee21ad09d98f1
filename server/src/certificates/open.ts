import type { Ground, Room } from '../base/room.js'
import { PdfDrawer } from './pdf-drawer.js'
import { PdfSigner } from './pdf-signature.js'
import { verifierPages } from './verifier-routes.js'

/** Shared by the rooms that issue certificates. */
export interface CertificatesRoom {
  drawer: PdfDrawer
}

export const certificatesRoom: Room<'certificates', Ground, unknown, CertificatesRoom> = {
  name: 'certificates',
  open: async ({ config }) => {
    const { certificateKeyFile } = config
    const drawer = new PdfDrawer(certificateKeyFile === undefined ? null : await PdfSigner.fromFile(certificateKeyFile))
    return {
      shared: { drawer },
      pages: async (app) => {
        await app.register(verifierPages)
      },
      stop: () => drawer.close(),
    }
  },
}
