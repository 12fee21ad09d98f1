import { defineSettings, type PartOf } from '../base/settings/define.js'
import { time } from '../base/settings/forms.js'

/** The settings of the clock watch. */
export const clockSettings = defineSettings({
  clockToleranceMs: {
    name: 'CLOCK_TOLERANCE',
    default: '1m',
    unit: 'time, or seconds',
    meaning:
      "How far this machine's clock may differ from the database's, from new blocks, and from the time that has passed; beyond that nothing expires, and the service isn't ready.",
    parse: time('s', 1, 86_400),
    scale: 1000,
  },
  clockGapMs: {
    name: 'CLOCK_GAP',
    default: '4d',
    unit: 'time, or days',
    meaning:
      'How long the service may have been off, on the embedded chain, before an operator must confirm the time at a start.',
    parse: time('d', 0, 36_500),
    scale: 86_400_000,
  },
})

export type ClockConfig = PartOf<typeof clockSettings>
