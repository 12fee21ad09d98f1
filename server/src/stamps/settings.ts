import { defineSettings, type PartOf } from '../base/settings/define.js'
import { time, whole } from '../base/settings/forms.js'

/** The settings of stamps. */
export const stampsSettings = defineSettings(
  {
    reservedMs: {
      name: 'CODE_RESERVATION',
      default: '10m',
      unit: 'time, or seconds',
      meaning: 'How long a reserved code waits for its stamp.',
      parse: time('s', 1, 86_400),
      scale: 1000,
    },
    reservedMax: {
      name: 'RESERVED_CODES',
      default: '1000',
      unit: 'codes',
      meaning: 'Maximum number of codes that an account can have reserved at once.',
      parse: whole(1, 100_000),
    },
  },
  { derive: (codes) => ({ codes }) },
)

export type StampsConfig = PartOf<typeof stampsSettings>
export type CodesConfig = StampsConfig['codes']
