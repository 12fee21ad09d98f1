import { isIP } from 'node:net'
import { resolve } from 'node:path'

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
    parse: text(1000),
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
  WEBHOOK_CONNECTIONS: {
    default: '8',
    unit: 'connections',
    meaning: 'Deliveries under way to one webhook at most, by each process.',
    parse: whole(1, 100),
  },
} satisfies Record<string, Setting<unknown>>

function whole(min: number, max: number) {
  return (text: string): number => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
    if (!(value >= min && value <= max)) throw new Error(`a whole number from ${min} to ${max}`)
    return value
  }
}

function number(min: number, max: number) {
  return (text: string): number => {
    const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
    if (!(value >= min && value <= max)) throw new Error(`a number, more than 0 and at most ${max}`)
    return value
  }
}

function oneOf<const Values extends readonly string[]>(...values: Values) {
  return (text: string): Values[number] => {
    if (!values.includes(text)) throw new Error(`one of ${values.join(', ')}`)
    return text
  }
}

function flag(text: string): boolean {
  return oneOf('true', 'false')(text) === 'true'
}

function text(lengthMax: number) {
  return (text: string): string => {
    if (text.length > lengthMax || /\p{Cc}/u.test(text))
      throw new Error(`text of at most ${lengthMax} characters in one line`)
    return text
  }
}

function hex(bytes: number) {
  return (text: string): Uint8Array => {
    if (!new RegExp(`^(0x)?[0-9a-fA-F]{${bytes * 2}}$`).test(text)) throw new Error(`0x and ${bytes * 2} hex digits`)
    return Buffer.from(text.replace(/^0x/, ''), 'hex')
  }
}

function url(...protocols: readonly string[]) {
  return (text: string): string => {
    if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
      throw new Error(`an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`)
    }
    return text
  }
}

/** A place in an S3 service. */
export interface S3Place {
  bucket: string
  /** What all keys begin with: empty, or with a slash at its end. */
  prefix: string
  /** Not set: that of Amazon in the region. */
  endpoint?: string
  region: string
}

function s3Url(text: string): S3Place {
  const form =
    's3://bucket or s3://bucket/prefix, with ?endpoint=https://… unless it is Amazon, and &region=… unless us-east-1'
  const parsed = URL.canParse(text) ? new URL(text) : null
  const prefix = parsed?.pathname.replace(/^\/|\/$/g, '') ?? ''
  const fits =
    parsed?.protocol === 's3:' &&
    !(parsed.username || parsed.password || parsed.port || parsed.hash) &&
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(parsed.hostname) &&
    /^([a-z0-9_-]+(\/[a-z0-9_-]+)*)?$/.test(prefix) &&
    [...parsed.searchParams.keys()].every((name) => ['endpoint', 'region'].includes(name))
  if (!fits) throw new Error(form)
  const endpoint = parsed.searchParams.get('endpoint')
  const region = parsed.searchParams.get('region') ?? 'us-east-1'
  if (!/^[a-z0-9-]{1,40}$/.test(region)) throw new Error(form)
  return {
    bucket: parsed.hostname,
    prefix: prefix && `${prefix}/`,
    ...(endpoint !== null && { endpoint: publicUrl(endpoint) }),
    region,
  }
}

function publicUrl(text: string): string {
  const parsed = new URL(url('http:', 'https:')(text))
  if (parsed.search || parsed.hash || parsed.username) throw new Error('an address without user, ? and #')
  return parsed.href.replace(/\/+$/, '')
}

function host(text: string): string {
  if (isIP(text) === 0 && !/^[a-zA-Z0-9]([a-zA-Z0-9.-]{0,252})$/.test(text))
    throw new Error('an IP address or host name')
  return text
}

function finality(text: string): 'finalized' | number {
  if (text === 'finalized') return text
  try {
    return whole(1, 100_000)(text)
  } catch {
    throw new Error('"finalized", or a number of blocks from 1 to 100000')
  }
}

function roles(text: string): { api: boolean; worker: boolean } {
  const list = text.split(',').map((role) => oneOf('api', 'worker')(role.trim()))
  return { api: list.includes('api'), worker: list.includes('worker') }
}

function identities(text: string): string[] {
  const list = text.split(',').map((entry) => entry.trim())
  if (!list.every((entry) => /^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}$/.test(entry))) {
    throw new Error('a list of age identities (AGE-SECRET-KEY-1…), with commas between')
  }
  return list
}

function networks(text: string): string[] {
  return text.split(',').map((entry) => {
    const [address = '', bits] = entry.trim().split('/')
    const family = isIP(address)
    const bitsMax = family === 6 ? 128 : 32
    if (family === 0) throw new Error('a list of addresses or networks such as 10.0.0.0/8, with commas between')
    if (bits !== undefined) whole(1, bitsMax)(bits)
    return entry.trim()
  })
}
