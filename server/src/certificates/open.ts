import type { Room } from '../base/room.js'
import { PdfDrawer } from './pdf-drawer.js'

/** Shared by the rooms that issue certificates. */
export interface CertificatesRoom {
  drawer: PdfDrawer
}

export const certificatesRoom: Room<'certificates', unknown, unknown, CertificatesRoom> = {
  name: 'certificates',
  open: async () => {
    const drawer = new PdfDrawer()
    return { shared: { drawer }, stop: () => drawer.close() }
  },
}
