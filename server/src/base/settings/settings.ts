import { resolve } from 'node:path'
import { databaseUrl } from '../database/servers.js'
import {
  finality,
  flag,
  hex,
  host,
  identities,
  mailbox,
  networks,
  number,
  oneOf,
  origins,
  publicUrl,
  roles,
  s3Url,
  size,
  smtpUrl,
  text,
  time,
  token,
  url,
  urls,
  whole,
} from './forms.js'
import { protocolSettings } from './protocols.js'
import { quotaSettings } from './quotas.js'
import { telemetrySettings } from './telemetry.js'
import { witnessSettings } from './witnesses.js'

/** A setting of the service: an environment variable. */
export interface Setting<Value> {
  /** As written in the environment; empty if there is no default. */
  default: string
  /** Unit of the number, or format of the text. */
  unit: string
  meaning: string
  /** Never shown or logged. */
  secret?: true
  /** @throws {Error} whose message completes the sentence "NAME must be …" */
  parse: (text: string) => Value
}

const minute = 'per minute'

/** All settings. An empty variable counts as not set. */
export const settings = {
  HOST: {
    default: '127.0.0.1',
    unit: 'address',
    meaning: 'Address to listen on; 0.0.0.0 listens on all.',
    parse: host,
  },
  PORT: { default: '3000', unit: 'port', meaning: 'Port to listen on; 0 chooses a free one.', parse: whole(0, 65_535) },
  DATA_DIR: {
    default: './data',
    unit: 'folder',
    meaning: 'Folder for all data that is not in DATABASE_URL or STORAGE_URL.',
    parse: resolve,
  },
  DATABASE_URL: {
    default: '',
    unit: 'postgresql://…',
    secret: true,
    meaning:
      'PostgreSQL database; by default, an embedded one in DATA_DIR. With several hosts (one:5432,two:5432), whichever is the primary.',
    parse: databaseUrl,
  },
  DATABASE_CONNECTIONS: {
    default: '16',
    unit: 'connections',
    meaning: 'Maximum number of connections to PostgreSQL.',
    parse: whole(2, 500),
  },
  STORAGE_URL: {
    default: '',
    unit: 's3://bucket/prefix?endpoint=…&region=…',
    meaning: 'S3 bucket for the files; by default, they are stored in DATA_DIR.',
    parse: s3Url,
  },
  S3_ACCESS_KEY_ID: {
    default: '',
    unit: 'text',
    meaning: 'Access key ID for STORAGE_URL.',
    parse: text(200),
  },
  S3_SECRET_ACCESS_KEY: {
    default: '',
    unit: 'text',
    secret: true,
    meaning: 'Secret access key for STORAGE_URL.',
    parse: text(200),
  },
  RPC_URL: {
    default: '',
    unit: 'addresses',
    secret: true,
    meaning:
      'JSON-RPC addresses of one or several nodes of a chain, separated by commas or spaces; by default, an embedded private chain in DATA_DIR.',
    parse: urls,
  },
  RPC_TIMEOUT_MS: {
    default: '10s',
    unit: 'time, or milliseconds',
    meaning: 'How long to wait for a response from the node.',
    parse: time('ms', 100, 300_000),
  },
  CHAIN_ID: {
    default: '',
    unit: 'number',
    meaning: 'Chain ID to expect; the service does not start on another chain.',
    parse: whole(1, Number.MAX_SAFE_INTEGER),
  },
  CONTRACT_ADDRESS: {
    default: '',
    unit: '0x + 40 hex digits',
    meaning: 'Address of the Notary contract on the chain of RPC_URL.',
    parse: hex(20),
  },
  SIGNER_KEY: {
    default: '',
    unit: '0x + 64 hex digits',
    secret: true,
    meaning: 'Private key that signs and pays for transactions on the chain of RPC_URL.',
    parse: hex(32),
  },
  MASTER_KEY: {
    default: '',
    unit: '64 hex digits',
    secret: true,
    meaning:
      'Secret from which all keys are derived; without DATABASE_URL, the first start creates it in DATA_DIR/secrets.json.',
    parse: hex(32),
  },
  AGE_IDENTITIES: {
    default: '',
    unit: 'list of AGE-SECRET-KEY-1…',
    secret: true,
    meaning:
      'Identities for private files: the first encrypts new files, all of them decrypt; by default, one derived from MASTER_KEY.',
    parse: identities,
  },
  CERTIFICATE_KEY_FILE: {
    default: '',
    unit: 'PEM file',
    meaning:
      'Private key and certificate (first the own one, then its issuers) that sign PDF certificates; by default, PDFs are not signed.',
    parse: text(4096),
  },
  PUBLIC_URL: {
    default: '',
    unit: 'http(s)://…',
    meaning:
      'Public address of the service; by default, http://HOST:PORT. The service answers at its host name, at localhost and at IP addresses only.',
    parse: publicUrl,
  },
  NETWORK_NAME: {
    default: '',
    unit: 'text',
    meaning: 'Name of the chain in proofs and on pages; by default, "Tallystick embedded chain" or "Chain <id>".',
    parse: text(100),
  },
  NETWORK_PRIVATE: {
    default: '',
    unit: 'true, false',
    meaning:
      'Whether the chain is private, as shown in every proof; by default, true for the embedded chain, else false.',
    parse: flag,
  },
  NETWORK_KIND: {
    default: '',
    unit: 'live, test, local',
    meaning: 'Prefix of secret keys (sk_live_…); by default, local for the embedded chain, else live.',
    parse: oneOf('live', 'test', 'local'),
  },
  FINALITY: {
    default: '',
    unit: 'finalized, or blocks',
    meaning:
      'When an anchor is final: by the finalized tag of the chain, or at this depth in blocks, counting its own; by default, 1 for the embedded chain, else finalized.',
    parse: finality,
  },
  ANCHOR_INTERVAL_MS: {
    default: '0',
    unit: 'time, or milliseconds',
    meaning: 'Minimum time between two transactions; longer is cheaper but slower to respond.',
    parse: time('ms', 0, 600_000),
  },
  FEE_CAP_GWEI: {
    default: '500',
    unit: 'gwei per gas',
    meaning: 'Highest fee to offer.',
    parse: number(0.000000001, 1_000_000),
  },
  REPLACE_AFTER_SECONDS: {
    default: '60s',
    unit: 'time, or seconds',
    meaning: 'Raise the fee of a transaction that is pending longer.',
    parse: time('s', 5, 86_400),
  },
  TRACK_INTERVAL_MS: {
    default: '1s',
    unit: 'time, or milliseconds',
    meaning: 'How often to check the chain.',
    parse: time('ms', 50, 600_000),
  },
  ROLES: {
    default: 'api,worker',
    unit: 'list of api, worker',
    meaning: 'What this process does: api answers requests, worker anchors and tracks transactions.',
    parse: roles,
  },
  LOG_LEVEL: {
    default: 'info',
    unit: 'trace … fatal, silent',
    meaning: 'Lowest level written to the log.',
    parse: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  },
  METRICS_TOKEN: {
    default: '',
    unit: 'text',
    secret: true,
    meaning: 'Bearer token for /metrics; without it, /metrics is closed.',
    parse: token,
  },
  TRUST_PROXY: {
    default: '',
    unit: 'list of addresses or networks',
    meaning: 'Proxies (10.0.0.0/8, …) whose X-Forwarded-For, -Host and -Proto headers are trusted.',
    parse: networks,
  },
  CORS_ORIGINS: {
    default: '',
    unit: 'list of origins, or *',
    meaning:
      'Origins (https://app.example, …) whose web pages may use the API, with a token; the portal stays closed to them. By default, none.',
    parse: origins,
  },
  SECURITY_CONTACT: {
    default: '',
    unit: 'mailto:… or https://…',
    meaning: 'Where to report a vulnerability, in /.well-known/security.txt; without it, there is no such file.',
    parse: url('mailto:', 'https:'),
  },
  RATE_LIMIT_ACCOUNT: {
    default: '0',
    unit: `requests ${minute}`,
    meaning: 'Maximum requests per account; 0 means no limit.',
    parse: whole(0, 100_000_000),
  },
  RATE_LIMIT_ADDRESS: {
    default: '0',
    unit: `requests ${minute}`,
    meaning: 'Maximum requests per address (IPv6: per /64); 0 means no limit.',
    parse: whole(0, 100_000_000),
  },
  GUESS_LIMIT: {
    default: '30',
    unit: `failures ${minute}`,
    meaning:
      'Maximum failed logins, token requests and new device logins per address (IPv6: per /64); 0 means no limit.',
    parse: whole(0, 100_000_000),
  },
  REGISTRATION: {
    default: 'open',
    unit: 'open, closed',
    meaning: 'Whether anyone can create an account in the portal. When closed, use `tallystick admin account create`.',
    parse: oneOf('open', 'closed'),
  },
  SMTP_URL: {
    default: '',
    unit: 'smtp(s)://user:password@host:port',
    secret: true,
    meaning: 'Mail server; without it and without DATABASE_URL, the portal shows mails in its mailbox.',
    parse: smtpUrl,
  },
  MAIL_FROM: {
    default: 'Tallystick <tallystick@localhost>',
    unit: 'name <address>',
    meaning: 'Sender of the mails.',
    parse: mailbox,
  },
  JSON_LIMIT: {
    default: '1MiB',
    unit: 'size, or bytes',
    meaning: 'Maximum size of a JSON body.',
    parse: size(1024, 1 << 30),
  },
  MULTI_STAMP_LIMIT: {
    default: '16MiB',
    unit: 'size, or bytes',
    meaning: 'Maximum size of a multi-stamp request.',
    parse: size(1024, 1 << 30),
  },
  UPLOAD_LIMIT: {
    default: '5GiB',
    unit: 'size, or bytes',
    meaning: 'Maximum size of an uploaded file.',
    parse: size(1),
  },
  UPLOADS_AT_ONCE: {
    default: '256',
    unit: 'uploads',
    meaning: 'Maximum number of simultaneous uploads, at most half of them by one account; each takes some memory.',
    parse: whole(1, 100_000),
  },
  READ_SECONDS: {
    default: '60s',
    unit: 'time, or seconds',
    meaning:
      'How long a client may take nothing of an answer (download, export, event stream) before its connection is closed.',
    parse: time('s', 1, 3600),
  },
  STOP_DELAY_SECONDS: {
    default: '0',
    unit: 'time, or seconds',
    meaning:
      'How long requests are still accepted when the service stops, while /readyz answers 503: for proxies to notice.',
    parse: time('s', 0, 300),
  },
  STOP_SECONDS: {
    default: '20s',
    unit: 'time, or seconds',
    meaning: 'How long running requests may take when the service stops.',
    parse: time('s', 0, 3600),
  },
  BIN_DAYS: {
    default: '30d',
    unit: 'time, or days',
    meaning: 'How long deleted folders and files stay in the bin before they are purged.',
    parse: time('d', 0, 36_500),
  },
  DELETION_CERTIFICATE_DAYS: {
    default: '30d',
    unit: 'time, or days',
    meaning: 'How long the owner can get the certificate of a purge; then what it says is erased too.',
    parse: time('d', 0, 36_500),
  },
  WEBHOOK_ALLOW_HTTP: {
    default: 'false',
    unit: 'true, false',
    meaning: 'Whether webhooks may use http addresses; by default, only https.',
    parse: flag,
  },
  WEBHOOK_ALLOW_NETWORKS: {
    default: '',
    unit: 'list of addresses or networks',
    meaning: 'Networks (10.0.0.0/8, …) that webhooks may reach in addition to public addresses.',
    parse: networks,
  },
  WEBHOOK_LOG_DAYS: {
    default: '30d',
    unit: 'time, or days',
    meaning: 'How long deliveries and their log are kept.',
    parse: time('d', 1, 3650),
  },
  WEBHOOK_CONNECTIONS: {
    default: '8',
    unit: 'connections',
    meaning: 'Maximum number of simultaneous deliveries per webhook and process.',
    parse: whole(1, 100),
  },
  ...quotaSettings,
  ...protocolSettings,
  ...witnessSettings,
  ...telemetrySettings,
} satisfies Record<string, Setting<unknown>>
