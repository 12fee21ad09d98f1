import { defineSettings, type PartOf } from '../base/settings/define.js'
import { text } from '../base/settings/forms.js'

/** The settings of certificates. */
export const certificatesSettings = defineSettings({
  certificateKeyFile: {
    name: 'CERTIFICATE_KEY_FILE',
    unit: 'PEM file',
    meaning:
      'Private key and certificate (its own first, then those of its issuers) that sign PDF certificates; by default, PDFs are not signed.',
    parse: text(4096),
  },
})

export type CertificatesConfig = PartOf<typeof certificatesSettings>
