import { resolve } from 'node:path'
import { databaseUrl } from '../database/servers.js'
import { defineSettings, type PartOf } from './define.js'
import { hexRing, host, oneOf, publicOrigin, roles, time, token, whole } from './forms.js'
import type { outgoingSettings } from './outgoing.js'
import type { telemetrySettings } from './telemetry.js'

/** The settings of the ground that every room stands on, and of the process. */
export const groundSettings = defineSettings(
  {
    host: {
      name: 'HOST',
      default: '127.0.0.1',
      unit: 'address',
      meaning: 'Address to listen on; 0.0.0.0 listens on all.',
      parse: host,
    },
    port: {
      name: 'PORT',
      default: '3000',
      unit: 'port',
      meaning: 'Port to listen on; 0 chooses a free one.',
      parse: whole(0, 65_535),
    },
    dataDir: {
      name: 'DATA_DIR',
      default: './data',
      unit: 'folder',
      meaning: 'Folder for all data that is not in DATABASE_URL or STORAGE_URL.',
      parse: resolve,
    },
    databaseUrl: {
      name: 'DATABASE_URL',
      unit: 'postgresql://…',
      secret: true,
      meaning:
        'PostgreSQL database; by default, an embedded one in DATA_DIR. With several hosts (one:5432,two:5432), whichever is the primary.',
      parse: databaseUrl,
    },
    databaseConnections: {
      name: 'DATABASE_CONNECTIONS',
      default: '16',
      unit: 'connections',
      meaning: 'Maximum number of connections to PostgreSQL.',
      parse: whole(2, 500),
    },
    /** Not set: see `masterKeyOf` in secrets. */
    masterKey: {
      name: 'MASTER_KEY',
      unit: '64 hex digits, or a list',
      secret: true,
      meaning:
        'Secret from which all keys are derived; without DATABASE_URL, the first start creates it in DATA_DIR/secrets.json. Of several, separated by commas, the first seals and the others open.',
      parse: hexRing(32),
    },
    /** Without a trailing slash. Not set: from the bound address. */
    publicUrl: {
      name: 'PUBLIC_URL',
      unit: 'http(s)://…',
      meaning:
        'Public address of the service; by default, http://HOST:PORT. The service answers at its host name, at localhost and at IP addresses only.',
      parse: publicOrigin,
    },
    roles: {
      name: 'ROLES',
      default: 'api,worker',
      unit: 'list of api, worker',
      meaning: 'What this process does: api answers requests, worker anchors and tracks transactions.',
      parse: roles,
    },
    logLevel: {
      name: 'LOG_LEVEL',
      default: 'info',
      unit: 'trace … fatal, silent',
      meaning: 'Lowest level written to the log.',
      parse: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    },
    metricsToken: {
      name: 'METRICS_TOKEN',
      unit: 'text',
      secret: true,
      meaning: 'Bearer token for /metrics; without it, /metrics is closed.',
      parse: token,
    },
    stopDelayMs: {
      name: 'STOP_DELAY_SECONDS',
      default: '0',
      unit: 'time, or seconds',
      meaning:
        'How long requests are still accepted when the service stops, while /readyz answers 503, so that proxies notice.',
      parse: time('s', 0, 300),
      scale: 1000,
    },
    stopMs: {
      name: 'STOP_SECONDS',
      default: '20s',
      unit: 'time, or seconds',
      meaning: 'How long running requests may take when the service stops.',
      parse: time('s', 0, 3600),
      scale: 1000,
    },
  },
  {
    rules: [
      {
        given: ['DATABASE_URL'],
        needs: ['MASTER_KEY'],
        problem:
          'MASTER_KEY must be set together with DATABASE_URL. Create one with `openssl rand -hex 32` and keep a copy.',
      },
    ],
  },
)

/** The settings that every room may read, whatever rooms there are. */
export type GroundConfig = PartOf<typeof groundSettings> &
  PartOf<typeof outgoingSettings> &
  PartOf<typeof telemetrySettings>
