import { type CheckContext, type Finding, finding } from '../base/finding.js'
import type { Ground, Room } from '../base/room.js'
import { PdfDrawer } from './pdf-drawer.js'
import { PdfSigner } from './pdf-signature.js'
import type { CertificatesConfig } from './settings.js'
import { verifierPages } from './verifier-routes.js'

/** Shared by the rooms that issue certificates. */
export interface CertificatesRoom {
  drawer: PdfDrawer
}

export const certificates: Room<'certificates', Ground<CertificatesConfig>, unknown, CertificatesRoom> = {
  name: 'certificates',
  check: checkCertificates,
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

/** Tests the key that signs PDFs, if the operator set one. */
async function checkCertificates({
  config: { certificateKeyFile: path },
}: CheckContext<CertificatesConfig>): Promise<Finding[]> {
  if (path === undefined) return []
  const signs = async () => {
    await PdfSigner.fromFile(path)
    return `the key in ${path} signs certificates`
  }
  return [await finding('certificate key', signs, 'Check CERTIFICATE_KEY_FILE.')]
}
