import { defineSettings, type PartOf } from '../base/settings/define.js'
import { size, time, whole } from '../base/settings/forms.js'

/** The settings of uploads, and of how stored contents are checked. */
export const filesSettings = defineSettings({
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
  scrubIntervalMs: {
    name: 'SCRUB_INTERVAL',
    default: '30d',
    unit: 'time, or milliseconds',
    meaning:
      'How often all stored contents are read in the background and compared with what was recorded; 0 turns it off.',
    parse: time('ms', 0, 3650 * 86_400_000),
  },
  scrubRate: {
    name: 'SCRUB_RATE',
    default: '16MiB',
    unit: 'size, or bytes, per second',
    meaning: 'How fast that reads at most.',
    parse: size(1024),
  },
})

export type FilesConfig = PartOf<typeof filesSettings>
