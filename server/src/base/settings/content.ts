import { defineSettings } from './define.js'
import { size, text, time, whole } from './forms.js'

/** The settings of stamps, folders, files and certificates. */
export const contentSettings = defineSettings({
  certificateKeyFile: {
    name: 'CERTIFICATE_KEY_FILE',
    unit: 'PEM file',
    meaning:
      'Private key and certificate (first the own one, then its issuers) that sign PDF certificates; by default, PDFs are not signed.',
    parse: text(4096),
  },
  multiStampLimit: {
    name: 'MULTI_STAMP_LIMIT',
    default: '16MiB',
    unit: 'size, or bytes',
    meaning: 'Maximum size of a multi-stamp request.',
    parse: size(1024, 1 << 30),
  },
  uploadLimit: {
    name: 'UPLOAD_LIMIT',
    default: '5GiB',
    unit: 'size, or bytes',
    meaning: 'Maximum size of an uploaded file.',
    parse: size(1),
  },
  uploadsAtOnce: {
    name: 'UPLOADS_AT_ONCE',
    default: '256',
    unit: 'uploads',
    meaning: 'Maximum number of simultaneous uploads, at most half of them by one account; each takes some memory.',
    parse: whole(1, 100_000),
  },
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
