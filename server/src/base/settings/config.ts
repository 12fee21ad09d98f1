import type { DiskReserve, S3Place } from './forms.js'
import { secretsFromFiles } from './secret-files.js'
import { settings } from './settings.js'

/** Everything wrong with the settings, in words for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

type Name = keyof typeof settings
/** Settings by their names. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The settings in force. Times are milliseconds, sizes bytes. */
export interface Config {
  host: string
  port: number
  dataDir: string
  /** Not set: PostgreSQL runs inside the data folder. */
  databaseUrl?: string
  databaseConnections: number
  /** Not set: files are stored inside the data folder. */
  s3?: S3Place & { accessKeyId: string; secretAccessKey: string }
  /** Not set: the chain runs inside the data folder. */
  rpcUrls?: readonly string[]
  rpcTimeoutMs: number
  chainId?: number
  contractAddress?: Uint8Array
  signerKey?: Uint8Array
  /** Not set: see `masterKeyOf` in secrets. */
  masterKey?: Uint8Array
  /** `AGE-SECRET-KEY-1…`; take precedence over the one derived from the master key. Checksums not verified yet. */
  ageIdentities: readonly string[]
  /** Without a trailing slash. Not set: from the bound address. */
  publicUrl?: string
  /** PEM file whose key signs PDF certificates. */
  certificateKeyFile?: string
  /** Not set: from the chain ID. */
  networkName?: string
  networkPrivate: boolean
  networkKind: 'live' | 'test' | 'local'
  finality: 'finalized' | number
  anchorIntervalMs: number
  /** Wei per gas. */
  maxFeePerGasCap: number
  replaceAfterMs: number
  trackIntervalMs: number
  roles: { api: boolean; worker: boolean }
  logLevel: string
  /** Not set: neither traces nor metrics are sent. */
  telemetry?: Telemetry
  metricsToken?: string
  trustProxy: readonly string[]
  corsOrigins: readonly string[]
  securityContact?: string
  /** Requests per minute; 0 means no limit. */
  rateLimit: { account: number; address: number }
  /** Failures per minute; 0 means no limit. */
  guessLimit: number
  registration: 'open' | 'closed'
  /** Not set: the portal shows mails if the database is embedded; otherwise none can be sent. */
  smtpUrl?: string
  mailFrom: string
  jsonLimit: number
  multiStampLimit: number
  /** Maximum bytes of an uploaded file. */
  uploadLimit: number
  uploadsAtOnce: number
  /** Disk space that uploads may not use. */
  diskReserve: DiskReserve
  /** For accounts without limits of their own. */
  quotas: Limits
  /** How long the service still accepts requests when it stops. */
  stopDelayMs: number
  stopMs: number
  /** How long a client may take nothing of an answer. */
  readMs: number
  /** How long deleted folders and files stay in the bin. */
  binDays: number
  /** How long the certificate of a purge can be fetched. */
  deletionCertificateDays: number
  webhooks: {
    /** Allow http addresses. */
    allowHttp: boolean
    /** Reachable in addition to public addresses. */
    allowNetworks: readonly string[]
    /** Maximum connections of this process to one webhook. */
    connections: number
    /** How long deliveries and their log are kept. */
    logDays: number
  }
  protocols: {
    tsa: Access
    /** PEM. Not set: the service makes them at its first start as an authority. */
    tsaKeys?: { certificates: string; key: string }
    /** An object identifier. */
    tsaPolicy: string
    tsaAccuracyMs: number
    calendar: Access
    /** E-mail address or ID. */
    anonymousAccount?: string
    /** Stamps without a login per minute and address; 0 means no limit. */
    anonymousRateLimit: number
  }
  witnesses: {
    intervalMs: number
    /** Timestamping authorities; may contain credentials. */
    tsaUrls: readonly string[]
    /** OpenTimestamps calendars; may contain credentials. */
    calendarUrls: readonly string[]
    /** Not set: there is no second chain. */
    chain?: {
      rpcUrl: string
      signerKey: Uint8Array
      contractAddress: Uint8Array
      finality: 'finalized' | number
      /** Wei per gas. */
      maxFeePerGasCap: number
    }
  }
}

/** Where traces go, and what they say of this process. */
export interface Telemetry {
  /** Without the path of a signal. */
  endpoint: string
  headers: Readonly<Record<string, string>>
  serviceName: string
  attributes: Readonly<Record<string, string>>
  /** Of the traces that begin here, how many are recorded: 0 to 1. Not set: none are sent. */
  share?: number
  /** Time between deliveries of metrics. Not set: none are sent. */
  metricsIntervalMs?: number
}

/** Quotas of an account; 0 means no limit. */
export interface Limits {
  /** Contents of all versions, the bin included. */
  storageBytes: number
  /** Announced sizes of resumable uploads that have not become files. */
  unfinishedBytes: number
  /** From midnight to midnight UTC. */
  stampsPerDay: number
  /** Items of multi-stamp requests that a process works on at once. */
  bulkItems: number
}

/** Users of a protocol: no one, accounts, or everyone. */
export type Access = 'off' | 'accounts' | 'open'

/**
 * Reads the settings. Nothing else in the service reads the environment.
 *
 * @param options.contractMissing the contract is about to be deployed: do not require its address
 * @throws {ConfigError} when anything is wrong; it lists all problems
 */
export function loadConfig(env: Environment = process.env, options: { contractMissing?: boolean } = {}): Config {
  const problems: string[] = []
  const files = secretsFromFiles(env, problems)
  function read<N extends Name>(name: N): ReturnType<(typeof settings)[N]['parse']> | undefined {
    const given = (files.has(name) ? files.get(name) : env[name]?.trim()) || settings[name].default
    if (given === '') return undefined
    try {
      return settings[name].parse(given) as ReturnType<(typeof settings)[N]['parse']>
    } catch (error) {
      const shown = 'secret' in settings[name] ? '' : `, not ${JSON.stringify(given)}`
      problems.push(`${name} must be ${(error as Error).message}${shown}.`)
      return undefined
    }
  }
  // A setting with a default is missing only if its value was refused, and then this function throws.
  const need = <N extends Name>(name: N) => read(name) as ReturnType<(typeof settings)[N]['parse']>

  const databaseUrl = read('DATABASE_URL')
  const s3 = read('STORAGE_URL')
  const accessKeyId = read('S3_ACCESS_KEY_ID')
  const secretAccessKey = read('S3_SECRET_ACCESS_KEY')
  const rpcUrls = read('RPC_URL')
  const contractAddress = read('CONTRACT_ADDRESS')
  const signerKey = read('SIGNER_KEY')
  const masterKey = read('MASTER_KEY')
  const isSet = (name: Name) => files.has(name) || Boolean(env[name]?.trim())
  if (isSet('DATABASE_URL') && !isSet('MASTER_KEY')) {
    problems.push(
      'MASTER_KEY must be set together with DATABASE_URL. Create one with `openssl rand -hex 32` and keep a copy.',
    )
  }
  for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const) {
    if (isSet('STORAGE_URL') && !isSet(name)) problems.push(`${name} must be set together with STORAGE_URL.`)
    if (!isSet('STORAGE_URL') && isSet(name)) {
      problems.push(`${name} applies only with STORAGE_URL. Set STORAGE_URL, or remove ${name}.`)
    }
  }
  if (isSet('RPC_URL')) {
    if (!isSet('SIGNER_KEY')) problems.push('SIGNER_KEY must be set together with RPC_URL: 0x and 64 hex digits.')
    if (!isSet('CONTRACT_ADDRESS') && !options.contractMissing) {
      problems.push(
        'CONTRACT_ADDRESS must be set together with RPC_URL. Deploy the contract with `tallystick admin contract deploy`.',
      )
    }
  } else {
    for (const name of ['SIGNER_KEY', 'CONTRACT_ADDRESS'] as const) {
      if (isSet(name)) problems.push(`${name} applies only with RPC_URL. Set RPC_URL, or remove ${name}.`)
    }
    const embeddedOnly = read('CHAIN_ID')
    if (embeddedOnly !== undefined && embeddedOnly !== embeddedChainId) {
      problems.push(
        `CHAIN_ID must be ${embeddedChainId} on the embedded chain. Set RPC_URL to use another chain, or remove CHAIN_ID.`,
      )
    }
  }
  const tsaCertificate = read('TSA_CERTIFICATE')
  const tsaKey = read('TSA_KEY')
  if (isSet('TSA_CERTIFICATE') !== isSet('TSA_KEY')) {
    problems.push('TSA_CERTIFICATE and TSA_KEY must be set together. Set the other one, or remove this one.')
  }
  for (const name of ['TSA', 'OTS_CALENDAR'] as const) {
    if (env[name]?.trim() === 'open' && !isSet('ANONYMOUS_ACCOUNT')) {
      problems.push(`ANONYMOUS_ACCOUNT must be set with ${name}=open: the account that owns the stamps of everyone.`)
    }
  }
  const witnessRpcUrl = read('WITNESS_RPC_URL')
  const witnessKey = read('WITNESS_SIGNER_KEY')
  const witnessContract = read('WITNESS_CONTRACT_ADDRESS')
  const witnessNames = ['WITNESS_RPC_URL', 'WITNESS_SIGNER_KEY', 'WITNESS_CONTRACT_ADDRESS'] as const
  const isMissing = (name: Name) => !isSet(name) && !(name === 'WITNESS_CONTRACT_ADDRESS' && options.contractMissing)
  if (witnessNames.some(isSet) && witnessNames.some(isMissing)) {
    problems.push(`${witnessNames.join(', ')} must be set together. Set the missing ones, or remove the others.`)
  }
  const witnessChain = witnessRpcUrl &&
    witnessKey && {
      rpcUrl: witnessRpcUrl,
      signerKey: witnessKey,
      contractAddress: witnessContract ?? new Uint8Array(20),
      finality: need('WITNESS_FINALITY'),
      maxFeePerGasCap: Math.round(need('WITNESS_FEE_CAP_GWEI') * 1e9),
    }
  const endpoint = read('OTEL_EXPORTER_OTLP_ENDPOINT')
  const telemetry = {
    headers: read('OTEL_EXPORTER_OTLP_HEADERS') ?? {},
    serviceName: need('OTEL_SERVICE_NAME'),
    attributes: read('OTEL_RESOURCE_ATTRIBUTES') ?? {},
    ...given('share', need('OTEL_TRACES_EXPORTER') === 'none' ? undefined : need('OTEL_TRACES_SAMPLER_ARG')),
    ...given(
      'metricsIntervalMs',
      need('OTEL_METRICS_EXPORTER') === 'none' ? undefined : need('OTEL_METRIC_EXPORT_INTERVAL'),
    ),
  }
  const embedded = !isSet('RPC_URL')
  const config: Config = {
    host: need('HOST'),
    port: need('PORT'),
    dataDir: need('DATA_DIR'),
    ...given('databaseUrl', databaseUrl),
    databaseConnections: need('DATABASE_CONNECTIONS'),
    ...given('s3', s3 && accessKeyId && secretAccessKey ? { ...s3, accessKeyId, secretAccessKey } : undefined),
    ...given('rpcUrls', rpcUrls),
    rpcTimeoutMs: need('RPC_TIMEOUT_MS'),
    ...given('chainId', embedded ? embeddedChainId : read('CHAIN_ID')),
    ...given('contractAddress', contractAddress),
    ...given('signerKey', signerKey),
    ...given('masterKey', masterKey),
    ageIdentities: read('AGE_IDENTITIES') ?? [],
    ...given('publicUrl', read('PUBLIC_URL')),
    ...given('certificateKeyFile', read('CERTIFICATE_KEY_FILE')),
    ...given('networkName', read('NETWORK_NAME') ?? (embedded ? 'Tallystick embedded chain' : undefined)),
    networkPrivate: read('NETWORK_PRIVATE') ?? embedded,
    networkKind: read('NETWORK_KIND') ?? (embedded ? 'local' : 'live'),
    finality: read('FINALITY') ?? (embedded ? 1 : 'finalized'),
    anchorIntervalMs: need('ANCHOR_INTERVAL_MS'),
    maxFeePerGasCap: Math.round(need('FEE_CAP_GWEI') * 1e9),
    replaceAfterMs: need('REPLACE_AFTER_SECONDS') * 1000,
    trackIntervalMs: need('TRACK_INTERVAL_MS'),
    roles: need('ROLES'),
    logLevel: need('LOG_LEVEL'),
    ...given('telemetry', endpoint === undefined ? undefined : { endpoint, ...telemetry }),
    ...given('metricsToken', read('METRICS_TOKEN')),
    trustProxy: read('TRUST_PROXY') ?? [],
    corsOrigins: read('CORS_ORIGINS') ?? [],
    ...given('securityContact', read('SECURITY_CONTACT')),
    rateLimit: { account: need('RATE_LIMIT_ACCOUNT'), address: need('RATE_LIMIT_ADDRESS') },
    guessLimit: need('GUESS_LIMIT'),
    registration: need('REGISTRATION'),
    ...given('smtpUrl', read('SMTP_URL')),
    mailFrom: need('MAIL_FROM'),
    jsonLimit: need('JSON_LIMIT'),
    multiStampLimit: need('MULTI_STAMP_LIMIT'),
    uploadLimit: need('UPLOAD_LIMIT'),
    uploadsAtOnce: need('UPLOADS_AT_ONCE'),
    diskReserve: need('DISK_RESERVE'),
    quotas: {
      storageBytes: need('QUOTA_STORAGE'),
      unfinishedBytes: need('QUOTA_UNFINISHED'),
      stampsPerDay: need('QUOTA_STAMPS'),
      bulkItems: need('QUOTA_BULK_ITEMS'),
    },
    stopDelayMs: need('STOP_DELAY_SECONDS') * 1000,
    stopMs: need('STOP_SECONDS') * 1000,
    readMs: need('READ_SECONDS') * 1000,
    binDays: need('BIN_DAYS'),
    deletionCertificateDays: need('DELETION_CERTIFICATE_DAYS'),
    webhooks: {
      allowHttp: need('WEBHOOK_ALLOW_HTTP'),
      allowNetworks: read('WEBHOOK_ALLOW_NETWORKS') ?? [],
      connections: need('WEBHOOK_CONNECTIONS'),
      logDays: need('WEBHOOK_LOG_DAYS'),
    },
    protocols: {
      tsa: need('TSA'),
      ...given('tsaKeys', tsaCertificate && tsaKey ? { certificates: tsaCertificate, key: tsaKey } : undefined),
      tsaPolicy: need('TSA_POLICY'),
      tsaAccuracyMs: need('TSA_ACCURACY_MS'),
      calendar: need('OTS_CALENDAR'),
      ...given('anonymousAccount', read('ANONYMOUS_ACCOUNT')),
      anonymousRateLimit: need('ANONYMOUS_RATE_LIMIT'),
    },
    witnesses: {
      intervalMs: need('WITNESS_INTERVAL') * 1000,
      tsaUrls: read('WITNESS_TSA_URLS') ?? [],
      calendarUrls: read('WITNESS_OTS_CALENDARS') ?? [],
      ...given('chain', witnessChain || undefined),
    },
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

/** Chain ID of the embedded chain, the usual one for development chains. */
export const embeddedChainId = 31_337

/** PATH and locale for child processes. They inherit nothing else of the environment. */
export function childEnvironment(): Record<string, string> {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin' }
}

/** Returns an object with the property only if it has a value. */
function given<Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } {
  return (value === undefined ? {} : { [key]: value }) as { [K in Key]?: Value }
}
