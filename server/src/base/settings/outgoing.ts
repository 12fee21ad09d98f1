import { defineSettings, given } from './define.js'
import { directHosts, url } from './forms.js'

/** The settings of connections that leave, named as other programs name them. */
export const outgoingSettings = defineSettings(
  {
    https: {
      name: 'HTTPS_PROXY',
      unit: 'http(s)://…',
      secret: true,
      meaning:
        'Proxy for connections to https addresses (nodes, witnesses, webhooks, a bucket, telemetry); user and password go in front of the host.',
      parse: url('http:', 'https:'),
    },
    http: {
      name: 'HTTP_PROXY',
      unit: 'http(s)://…',
      secret: true,
      meaning: 'Proxy for connections to http addresses; it must allow CONNECT to their ports.',
      parse: url('http:', 'https:'),
    },
    direct: {
      name: 'NO_PROXY',
      unit: 'list of hosts or networks',
      meaning:
        'Hosts reached without a proxy: names (with those below them), addresses, networks (10.0.0.0/8), or * for all. This machine always is.',
      parse: directHosts,
      unset: [],
    },
  },
  {
    derive: ({ http, https, direct }) =>
      given(
        'proxies',
        http === undefined && https === undefined
          ? undefined
          : { ...given('http', http), ...given('https', https), direct },
      ),
  },
)
