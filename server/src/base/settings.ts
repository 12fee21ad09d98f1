import { resolve } from 'node:path'
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
  publicUrl,
  roles,
  s3Url,
  smtpUrl,
  text,
  token,
  url,
  whole,
} from './setting-forms.js'

/** A setting of the service: an environment variable. */
export interface Setting<Value> {
  /** As it would be written in the environment; empty when there is none. */
  default: string
  /** Of the number, or the form of the text. */
  unit: string
  meaning: string
  /** Never shown or logged. */
  secret?: true
  /** @throws Error whose message completes the sentence "NAME must be …" */
  parse: (text: string) => Value
}

const minute = 'a minute'

/** Every setting there is. An empty variable counts as not set. */
export const settings = {
  HOST: { default: '127.0.0.1', unit: 'address', meaning: 'Address to listen on; 0.0.0.0 is every one.', parse: host },
  PORT: { default: '3000', unit: 'port', meaning: 'Port to listen on; 0 takes a free one.', parse: whole(0, 65_535) },
  DATA_DIR: {
    default: './data',
    unit: 'folder',
    meaning: 'Where everything is kept that is not in a database elsewhere.',
    parse: resolve,
  },
  DATABASE_URL: {
    default: '',
    unit: 'postgresql://…',
    secret: true,
    meaning: 'PostgreSQL to use; without it one is run inside DATA_DIR.',
    parse: url('postgresql:', 'postgres:'),
  },
  DATABASE_CONNECTIONS: {
    default: '16',
    unit: 'connections',
    meaning: 'Connections to PostgreSQL at most.',
    parse: whole(2, 500),
  },
  STORAGE_URL: {
    default: '',
    unit: 's3://bucket/prefix?endpoint=…&region=…',
    meaning: 'S3 bucket that keeps the files; without it they are kept inside DATA_DIR.',
    parse: s3Url,
  },
  S3_ACCESS_KEY_ID: {
    default: '',
    unit: 'text',
    meaning: 'Who we are to the S3 service of STORAGE_URL.',
    parse: text(200),
  },
  S3_SECRET_ACCESS_KEY: {
    default: '',
    unit: 'text',
    secret: true,
    meaning: 'The secret that goes with S3_ACCESS_KEY_ID.',
    parse: text(200),
  },
  RPC_URL: {
    default: '',
    unit: 'http(s)://…',
    secret: true,
    meaning: 'JSON-RPC address of a node of the chain; without it a private chain is run inside DATA_DIR.',
    parse: url('http:', 'https:'),
  },
  RPC_TIMEOUT_MS: {
    default: '10000',
    unit: 'milliseconds',
    meaning: 'How long to wait for an answer of the node.',
    parse: whole(100, 300_000),
  },
  CHAIN_ID: {
    default: '',
    unit: 'number',
    meaning: 'Refuse to start on any other chain.',
    parse: whole(1, Number.MAX_SAFE_INTEGER),
  },
  CONTRACT_ADDRESS: {
    default: '',
    unit: '0x + 40 hex digits',
    meaning: 'The Notary contract on the chain of RPC_URL.',
    parse: hex(20),
  },
  SIGNER_KEY: {
    default: '',
    unit: '0x + 64 hex digits',
    secret: true,
    meaning: 'Private key that signs and pays on the chain of RPC_URL.',
    parse: hex(32),
  },
  MASTER_KEY: {
    default: '',
    unit: '64 hex digits',
    secret: true,
    meaning:
      'The one secret all keys are derived from; without DATABASE_URL it is made at the first start, in DATA_DIR/secrets.json.',
    parse: hex(32),
  },
  AGE_IDENTITIES: {
    default: '',
    unit: 'list of AGE-SECRET-KEY-1…',
    secret: true,
    meaning:
      'Identities for private files: new files are for the first, all open; by default the one of MASTER_KEY alone.',
    parse: identities,
  },
  PUBLIC_URL: {
    default: '',
    unit: 'http(s)://…',
    meaning: 'How the world reaches the service; by default http://HOST:PORT.',
    parse: publicUrl,
  },
  NETWORK_NAME: {
    default: '',
    unit: 'text',
    meaning: 'Name of the chain in proofs and on pages; by default "Tallystick embedded chain" or "Chain <id>".',
    parse: text(100),
  },
  NETWORK_PRIVATE: {
    default: '',
    unit: 'true, false',
    meaning: 'Is the chain a private one? Shown in every proof; true by default for the embedded chain, else false.',
    parse: flag,
  },
  NETWORK_KIND: {
    default: '',
    unit: 'live, test, local',
    meaning: 'Marks secret keys (sk_live_…); local by default for the embedded chain, else live.',
    parse: oneOf('live', 'test', 'local'),
  },
  FINALITY: {
    default: '',
    unit: 'finalized, or blocks',
    meaning:
      'When an anchor is final: by the finalized tag of the chain, or in the n-th block; 1 by default for the embedded chain, else finalized.',
    parse: finality,
  },
  ANCHOR_INTERVAL_MS: {
    default: '0',
    unit: 'milliseconds',
    meaning: 'Least time between two transactions; more is cheaper and slower to answer.',
    parse: whole(0, 600_000),
  },
  FEE_CAP_GWEI: {
    default: '500',
    unit: 'gwei per gas',
    meaning: 'Never offer more than this.',
    parse: number(0.000000001, 1_000_000),
  },
  REPLACE_AFTER_SECONDS: {
    default: '60',
    unit: 'seconds',
    meaning: 'Raise the fee of a transaction that waits longer.',
    parse: whole(5, 86_400),
  },
  TRACK_INTERVAL_MS: {
    default: '1000',
    unit: 'milliseconds',
    meaning: 'How often to look at the chain.',
    parse: whole(50, 600_000),
  },
  ROLES: {
    default: 'api,worker',
    unit: 'list of api, worker',
    meaning: 'What this process does: answer requests, look after the chain.',
    parse: roles,
  },
  LOG_LEVEL: {
    default: 'info',
    unit: 'trace … fatal, silent',
    meaning: 'What is written to the log.',
    parse: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  },
  METRICS_TOKEN: {
    default: '',
    unit: 'text',
    secret: true,
    meaning: 'Bearer token for /metrics, which is closed without it.',
    parse: token,
  },
  TRUST_PROXY: {
    default: '',
    unit: 'list of addresses or networks',
    meaning: 'Proxies (10.0.0.0/8, …) whose X-Forwarded-For is believed.',
    parse: networks,
  },
  RATE_LIMIT_ACCOUNT: {
    default: '0',
    unit: `requests ${minute}`,
    meaning: 'Requests of one account; 0 is no limit.',
    parse: whole(0, 100_000_000),
  },
  RATE_LIMIT_ADDRESS: {
    default: '0',
    unit: `requests ${minute}`,
    meaning: 'Requests from one address (IPv6: /64); 0 is no limit.',
    parse: whole(0, 100_000_000),
  },
  GUESS_LIMIT: {
    default: '30',
    unit: `failures ${minute}`,
    meaning: 'Failed logins and token requests from one address (IPv6: /64); 0 is no limit.',
    parse: whole(0, 100_000_000),
  },
  REGISTRATION: {
    default: 'open',
    unit: 'open, closed',
    meaning:
      'May anybody register in the portal? When closed, accounts are made with `npm run -s admin -- account create`.',
    parse: oneOf('open', 'closed'),
  },
  SMTP_URL: {
    default: '',
    unit: 'smtp(s)://user:password@host:port',
    secret: true,
    meaning:
      'Server that sends the mails; without it, and without DATABASE_URL, the portal shows them on a page of its own.',
    parse: smtpUrl,
  },
  MAIL_FROM: {
    default: 'Tallystick <tallystick@localhost>',
    unit: 'name <address>',
    meaning: 'Whom the mails are from.',
    parse: mailbox,
  },
  JSON_LIMIT: {
    default: '1048576',
    unit: 'bytes',
    meaning: 'Size of a JSON body at most.',
    parse: whole(1024, 1 << 30),
  },
  MULTI_STAMP_LIMIT: {
    default: '16777216',
    unit: 'bytes',
    meaning: 'Size of a multi-stamp request at most.',
    parse: whole(1024, 1 << 30),
  },
  MULTI_STAMP_ITEMS: {
    default: '100000',
    unit: 'items',
    meaning: 'Items of a multi-stamp request at most.',
    parse: whole(1, 1_000_000),
  },
  UPLOAD_LIMIT: {
    default: '5368709120',
    unit: 'bytes',
    meaning: 'Size of an uploaded file at most.',
    parse: whole(1, Number.MAX_SAFE_INTEGER),
  },
  UPLOADS_AT_ONCE: {
    default: '256',
    unit: 'uploads',
    meaning: 'Uploads at the same time at most, half of them of one account; each takes some memory.',
    parse: whole(1, 100_000),
  },
  STOP_SECONDS: {
    default: '20',
    unit: 'seconds',
    meaning: 'How long requests may take to end when the service stops.',
    parse: whole(0, 3600),
  },
  BIN_DAYS: {
    default: '30',
    unit: 'days',
    meaning: 'How long deleted folders and files can be restored, before they are erased.',
    parse: whole(0, 36_500),
  },
  WEBHOOK_ALLOW_HTTP: {
    default: 'false',
    unit: 'true, false',
    meaning: 'May webhooks go to http addresses? By default only to https.',
    parse: flag,
  },
  WEBHOOK_ALLOW_NETWORKS: {
    default: '',
    unit: 'list of addresses or networks',
    meaning: 'Networks (10.0.0.0/8, …) that webhooks may go to besides public addresses.',
    parse: networks,
  },
  WEBHOOK_LOG_DAYS: {
    default: '30',
    unit: 'days',
    meaning: 'How long deliveries and their log are kept.',
    parse: whole(1, 3650),
  },
  WEBHOOK_CONNECTIONS: {
    default: '8',
    unit: 'connections',
    meaning: 'Deliveries under way to one webhook at most, by each process.',
    parse: whole(1, 100),
  },
} satisfies Record<string, Setting<unknown>>
