import { defineSettings, type PartOf } from '../base/settings/define.js'
import { size } from '../base/settings/forms.js'

/** The settings of stamps. */
export const stampsSettings = defineSettings({
  multiStampLimit: {
    name: 'MULTI_STAMP_LIMIT',
    default: '16MiB',
    unit: 'size, or bytes',
    meaning: 'Maximum size of a multi-stamp request.',
    parse: size(1024, 1 << 30),
  },
})

export type StampsConfig = PartOf<typeof stampsSettings>
