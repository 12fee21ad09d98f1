import { defineSettings, type PartOf } from '../base/settings/define.js'
import { time } from '../base/settings/forms.js'

/** The settings of the bin. */
export const foldersSettings = defineSettings({
  binDays: {
    name: 'BIN_DAYS',
    default: '30d',
    unit: 'time, or days',
    meaning: 'How long deleted folders and files stay in the bin before they are purged.',
    parse: time('d', 0, 36_500),
  },
  deletionCertificateDays: {
    name: 'DELETION_CERTIFICATE_DAYS',
    default: '30d',
    unit: 'time, or days',
    meaning: 'How long the owner can get the certificate of a purge; then what it says is erased too.',
    parse: time('d', 0, 36_500),
  },
})

export type FoldersConfig = PartOf<typeof foldersSettings>
