import { defineSettings, type PartOf } from '../base/settings/define.js'
import { flag, networks, time, whole } from '../base/settings/forms.js'

/** The settings of webhooks. */
export const webhooksSettings = defineSettings(
  {
    allowHttp: {
      name: 'WEBHOOK_ALLOW_HTTP',
      default: 'false',
      unit: 'true, false',
      meaning: 'Whether webhooks may use http addresses; by default, only https.',
      parse: flag,
    },
    allowNetworks: {
      name: 'WEBHOOK_ALLOW_NETWORKS',
      unit: 'list of addresses or networks',
      meaning: 'Networks (10.0.0.0/8, …) that webhooks may reach in addition to public addresses.',
      parse: networks,
      unset: [],
    },
    logDays: {
      name: 'WEBHOOK_LOG_DAYS',
      default: '30d',
      unit: 'time, or days',
      meaning: 'How long deliveries and their log are kept.',
      parse: time('d', 1, 3650),
    },
    connections: {
      name: 'WEBHOOK_CONNECTIONS',
      default: '8',
      unit: 'connections',
      meaning: 'Maximum number of simultaneous deliveries per webhook and process.',
      parse: whole(1, 100),
    },
  },
  { derive: (webhooks) => ({ webhooks }) },
)

export type WebhooksConfig = PartOf<typeof webhooksSettings>
