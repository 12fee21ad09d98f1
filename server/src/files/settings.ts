import { defineSettings, type PartOf } from '../base/settings/define.js'
import { size, whole } from '../base/settings/forms.js'

/** The settings of uploads. */
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
})

export type FilesConfig = PartOf<typeof filesSettings>
