import { type CheckContext, type Finding, finding } from '../base/finding.js'
import type { Ground, Room } from '../base/room.js'
import type { WitnessesRoom } from '../witnesses/open.js'
import { certificateCommands } from './commands.js'
import { letterheadOf } from './letterhead/letterhead.js'
import { PdfDrawer } from './pdf-drawer.js'
import type { CertificatesConfig } from './settings.js'
import { CmsSigner } from './signing/cms-signer.js'
import { type CopySeal, copySeal } from './signing/copy-seal.js'
import { PdfSigner } from './signing/pdf-signature.js'
import { SignatureTimestamps } from './signing/signature-timestamps.js'
import { verifierPages } from './verifier-routes.js'

/** Shared by the rooms that issue certificates. */
export interface CertificatesRoom {
  drawer: PdfDrawer
  timestamps: SignatureTimestamps
  /** Seals stamped copies; null where the operator doesn't have them sealed. */
  seal: CopySeal | null
}

interface Left {
  witnesses: WitnessesRoom
}

export const certificates: Room<'certificates', Ground<CertificatesConfig>, Left, CertificatesRoom> = {
  name: 'certificates',
  commands: certificateCommands,
  check: checkCertificates,
  open: async ({ config, logger }, { witnesses }) => {
    const { certificateKeyFile, sealsCopies } = config
    const timestamps = new SignatureTimestamps(witnesses.authorities, logger)
    const signer = certificateKeyFile === undefined ? null : await CmsSigner.fromFile(certificateKeyFile, timestamps)
    const drawer = new PdfDrawer(signer && new PdfSigner(signer), letterheadOf(config))
    const seal = signer !== null && sealsCopies ? copySeal(signer) : null
    return {
      shared: { drawer, timestamps, seal },
      metrics(metrics) {
        metrics.gauge(
          'certificate_timestamps_missing',
          'Signatures of certificates and seals of copies since the start that no authority timestamped',
          () => timestamps.missing,
        )
      },
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
    await CmsSigner.fromFile(path)
    return `the key in ${path} signs certificates`
  }
  return [await finding('certificate key', signs, 'Check CERTIFICATE_KEY_FILE.')]
}
