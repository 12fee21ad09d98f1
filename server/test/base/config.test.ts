import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigError } from '../../src/base/settings/config.js'
import { loadConfig, settings } from '../../src/settings.js'

const chain = {
  RPC_URL: 'http://node:8545',
  SIGNER_KEY: `0x${'11'.repeat(32)}`,
  CONTRACT_ADDRESS: `0x${'22'.repeat(20)}`,
}

function problems(env: Record<string, string>, options = {}): readonly string[] {
  try {
    loadConfig(env, options)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('loadConfig', () => {
  it('needs no settings', () => {
    const config = loadConfig({})
    expect(config).toMatchObject({ host: '127.0.0.1', port: 3000, finality: 1, chainId: 31337, networkPrivate: true })
    expect(config).toMatchObject({
      networkKind: 'local',
      uploadLimit: 5_368_709_120,
      roles: { api: true, worker: true },
    })
    expect(config.databaseUrl).toBeUndefined()
    expect(config.masterKey).toBeUndefined()
  })

  it('has other defaults on an external chain', () => {
    const config = loadConfig(chain)
    expect(config).toMatchObject({ finality: 'finalized', networkPrivate: false, networkKind: 'live' })
    expect(config.chainId).toBeUndefined()
    expect(config.signerKey).toEqual(Buffer.alloc(32, 0x11))
  })

  it('reports all problems at once, and shows no secrets', () => {
    const env = {
      PORT: '70000',
      ROLES: 'api,cook',
      FINALITY: '0',
      LOG_LEVEL: 'loud',
      MASTER_KEY: 'hunter2',
      TRUST_PROXY: 'all',
    }
    const found = problems(env)
    expect(found.map((problem) => problem.split(' ')[0]).sort()).toEqual(Object.keys(env).sort())
    expect(found.join()).not.toContain('hunter2')
  })

  it('takes a ring of master keys, each once', () => {
    const [one, two] = ['11'.repeat(32), '22'.repeat(32)]
    const ring = (text: string) => loadConfig({ MASTER_KEY: text }).masterKey
    expect(ring(`${one}, 0x${two}`)).toEqual([Buffer.from(one, 'hex'), Buffer.from(two, 'hex')])
    expect(problems({ MASTER_KEY: `${one},${one}` }).join()).toContain('different keys')
    expect(problems({ MASTER_KEY: `${one},` }).join()).toContain('64 hex digits')
  })

  it.each([
    ['PORT', '80.5', 'PORT must be a whole number from 0 to 65535, not "80.5".'],
    [
      'MASTER_KEY',
      '00',
      'MASTER_KEY must be 64 hex digits, with or without 0x, or up to 8 different keys of this form, separated by commas.',
    ],
    [
      'TRUST_PROXY',
      '10.0.0.0/33',
      /^TRUST_PROXY must be a comma-separated list of addresses or networks such as 10.0.0.0\/8/,
    ],
    [
      'WEBHOOK_ALLOW_NETWORKS',
      '::/0',
      /^WEBHOOK_ALLOW_NETWORKS must be a comma-separated list of addresses or networks/,
    ],
    ['STORAGE_URL', 's3://files?endpoint=ftp://a', /^STORAGE_URL must be s3:\/\/bucket or .*\?endpoint=https:/],
    ['SMTP_URL', 'mail.example.com', 'SMTP_URL must be an address starting with smtp:// or smtps://.'],
    ['SMTP_URL', 'smtp://', 'SMTP_URL must be an address with a host: smtp://host:port.'],
    ['MAIL_FROM', 'Notary', 'MAIL_FROM must be an e-mail address, or a name followed by <address>, not "Notary".'],
    ['MAIL_FROM', 'Notary <notary@', /^MAIL_FROM must be an e-mail address/],
    ['MAIL_FROM', '<>', /^MAIL_FROM must be an e-mail address/],
    ['TSA_POLICY', '3.1', 'TSA_POLICY must be an object identifier such as 1.3.6.1.4.1.99999.1, not "3.1".'],
    ['TSA_CERTIFICATE', '/no/such', /^TSA_CERTIFICATE must be PEM text .*, or the path of a file .* \(ENOENT\)/],
    ['TSA_KEY', '-----BEGIN CERTIFICATE-----', /^TSA_KEY must be PEM text \(-----BEGIN …\), .* contains it\.$/],
    ['NETWORK_NAME', 'Main\u200bnet', /^NETWORK_NAME must be a single line .* none of them invisible/],
    [
      'WITNESS_TSA_URLS',
      'https://a.example,https://b:c@a.example/',
      /^WITNESS_TSA_URLS must be a [^@]* different [^@]*$/,
    ],
    ['WITNESS_OTS_CALENDARS', 'a.example', /^WITNESS_OTS_CALENDARS must be a comma-separated list/],
    ['WITNESS_SIGNER_KEY', '1'.repeat(64), /^WITNESS_RPC_URL, WITNESS_SIGNER_KEY, .* must be set together/],
    ['WITNESS_FINALITY', '0', /^WITNESS_FINALITY must be "finalized", or a number of blocks/],
    [
      'WITNESS_INTERVAL',
      '0',
      'WITNESS_INTERVAL must be from 1s to 365d, in whole seconds or with a unit (ms, s, m, h, d), not "0".',
    ],
    [
      'BIN_DAYS',
      '12h',
      'BIN_DAYS must be from 0d to 36500d, in whole days or with a unit (ms, s, m, h, d), not "12h".',
    ],
    [
      'UPLOAD_LIMIT',
      '5GB',
      'UPLOAD_LIMIT must be at least 1B, in whole bytes or with a unit (B, KiB, MiB, GiB, TiB), not "5GB".',
    ],
    ['JSON_LIMIT', '2GiB', 'JSON_LIMIT is no longer a setting. A JSON body has at most 1 MiB. Remove it.'],
    ['QUOTA_STORAGE', '9999999TiB', /^QUOTA_STORAGE must be at least 0B, /],
    ['DISK_RESERVE', '95%', /^DISK_RESERVE must be a size such as 2GiB, .* percentage from 0% to 90%, not "95%"/],
    ['METRICS_TOKEN', 'schlüssel', 'METRICS_TOKEN must be at most 1000 visible ASCII characters.'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', /^OTEL_EXPORTER_OTLP_ENDPOINT must be an address starting/],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'Bearer hunter2', /^OTEL_EXPORTER_OTLP_HEADERS must be a [^2]* percent-encoded\.$/],
    ['OTEL_RESOURCE_ATTRIBUTES', 'a=%zz', /^OTEL_RESOURCE_ATTRIBUTES must be a comma-separated list of name=value/],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5', 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "1.5".'],
  ])('%s=%s is refused with a helpful message', (name, value, words) => {
    const key = { S3_ACCESS_KEY_ID: 'ada', S3_SECRET_ACCESS_KEY: 'hunter2' }
    const [problem] = problems({ [name]: value, ...(name === 'STORAGE_URL' && key) })
    expect(problem).toMatch(words)
  })

  it('PostgreSQL may be reached by a socket, without a host', () => {
    const databaseUrl = 'postgresql:///notary?host=/run/postgresql'
    expect(loadConfig({ DATABASE_URL: databaseUrl, MASTER_KEY: '11'.repeat(32) }).databaseUrl).toBe(databaseUrl)
  })

  it.each(['a@b.example', '<a@b.example>', 'Notary <a@b.example>', '"Notary, Inc." <a@localhost>'])(
    'mails may come from %s',
    (mailFrom) => expect(loadConfig({ MAIL_FROM: mailFrom }).mailFrom).toBe(mailFrom),
  )

  it('requires settings that belong together', () => {
    expect(problems({ DATABASE_URL: 'postgres://a/b' }).join()).toContain('MASTER_KEY')
    expect(problems({ RPC_URL: chain.RPC_URL }).join()).toMatch(/SIGNER_KEY.*contract deploy/s)
    expect(problems({ ...chain, CONTRACT_ADDRESS: '' }, { contractMissing: true })).toEqual([])
    expect(problems({ SIGNER_KEY: chain.SIGNER_KEY }).join()).toContain('RPC_URL')
    expect(problems({ CHAIN_ID: '1' }).join()).toContain('31337')
    expect(problems({ TSA_KEY: '-----BEGIN PRIVATE KEY-----' }).join()).toContain('must be set together')
    expect(problems({ TSA: 'open' }).join()).toMatch(/^ANONYMOUS_ACCOUNT must be set with TSA=open/)
    expect(problems({ OTS_CALENDAR: 'open', ANONYMOUS_ACCOUNT: 'a@b.example' })).toEqual([])
  })

  const key = { S3_ACCESS_KEY_ID: 'ada', S3_SECRET_ACCESS_KEY: 'hunter2' }

  it('refuses a mailbox that other machines could read', () => {
    const token = 'MAILBOX_TOKEN'
    for (const HOST of ['0.0.0.0', '::', '192.0.2.1', 'notary.example.com', '127.0.0.1.example.com']) {
      expect(problems({ HOST })).toEqual([expect.stringMatching(/mailbox.*SMTP_URL.*MAILBOX_TOKEN.*HOST=127\.0\.0\.1/)])
      expect(problems({ HOST, [token]: 'x'.repeat(16) })).toEqual([])
      expect(problems({ HOST, SMTP_URL: 'smtp://mail.example.com' })).toEqual([])
      expect(problems({ HOST, DATABASE_URL: 'postgresql://db/x', MASTER_KEY: '11'.repeat(32) })).toEqual([])
    }
    for (const HOST of ['127.0.0.1', '127.8.0.1', '::1', 'localhost', 'LOCALHOST'])
      expect(problems({ HOST })).toEqual([])
    expect(problems({ [token]: 'x'.repeat(15) })).toEqual([
      'MAILBOX_TOKEN must be 16 to 1000 visible ASCII characters.',
    ])
  })

  it('reads one node of the chain, or several', () => {
    const nodes = (RPC_URL: string) => loadConfig({ ...chain, RPC_URL }).rpcUrls
    expect(nodes('http://node:8545')).toEqual(['http://node:8545/'])
    const several = ['https://a.example/key', 'https://b.example/', 'https://c.example/']
    expect(nodes('https://a.example/key, https://b.example https://c.example')).toEqual(several)
    expect(problems({ ...chain, RPC_URL: 'https://a.example https://a.example' })).toHaveLength(1)
  })

  it('reads where files are stored', () => {
    const s3 = (url: string) => loadConfig({ STORAGE_URL: url, ...key }).s3
    const credentials = { accessKeyId: 'ada', secretAccessKey: 'hunter2' }
    const place = { bucket: 'files', prefix: '', region: 'us-east-1', credentials }
    expect(loadConfig({}).s3).toBeUndefined()
    expect(s3('s3://files')).toEqual(place)
    expect(s3('s3://files/a/b-c/?region=eu-west-1')).toEqual({ ...place, prefix: 'a/b-c/', region: 'eu-west-1' })
    expect(s3('s3://files?endpoint=http://127.0.0.1:9000/')).toEqual({ ...place, endpoint: 'http://127.0.0.1:9000' })
    expect(problems(key).join()).toMatch(/STORAGE_URL.*STORAGE_URL/s)
  })

  it('reads how a bucket is logged in to, by default with the role of the machine, and how it encrypts', () => {
    const of = (more: Record<string, string>) => loadConfig({ STORAGE_URL: 's3://files', ...more }).s3
    expect(of({})).toEqual({ bucket: 'files', prefix: '', region: 'us-east-1' })
    expect(of({ ...key, S3_SESSION_TOKEN: 'short-lived' })?.credentials).toEqual({
      accessKeyId: 'ada',
      secretAccessKey: 'hunter2',
      sessionToken: 'short-lived',
    })
    const arn = 'arn:aws:kms:eu-central-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab'
    for (const [text, encryption] of [
      ['AES256', { ServerSideEncryption: 'AES256' }],
      ['aws:kms', { ServerSideEncryption: 'aws:kms' }],
      [arn, { ServerSideEncryption: 'aws:kms', SSEKMSKeyId: arn }],
      ['alias/notary', { ServerSideEncryption: 'aws:kms', SSEKMSKeyId: 'alias/notary' }],
    ] as const)
      expect(of({ S3_ENCRYPTION: text })?.encryption).toEqual(encryption)
    const wrong = { STORAGE_URL: 's3://files' }
    expect(problems({ ...wrong, S3_ENCRYPTION: 'yes' }).join()).toMatch(/^S3_ENCRYPTION must be AES256, aws:kms/)
    expect(problems({ ...wrong, S3_ACCESS_KEY_ID: 'ada' }).join()).toMatch(/^S3_SECRET_ACCESS_KEY must be set together/)
    expect(problems({ ...wrong, S3_SESSION_TOKEN: 'x' }).join()).toMatch(
      /^S3_SESSION_TOKEN applies only with S3_ACCESS_KEY_ID/,
    )
    expect(problems({ S3_ENCRYPTION: 'AES256' }).join()).toMatch(/^S3_ENCRYPTION applies only with STORAGE_URL/)
  })

  it('refuses a public address with a path, in words', () => {
    for (const url of ['https://x.example/notary', 'https://x.example/a/'])
      expect(problems({ PUBLIC_URL: url }).join()).toMatch(
        /^PUBLIC_URL must be an address without a path: give the service/,
      )
    expect(loadConfig({ PUBLIC_URL: 'https://x.example/' }).publicUrl).toBe('https://x.example')
  })

  it.each([
    'files',
    'https://files',
    's3://',
    's3://Files_1',
    's3://ada:hunter2@files',
    's3://files:9000',
    's3://files//a',
    's3://files/a%20b',
    's3://files?endpont=http://a',
    's3://files?endpoint=ftp://a',
    's3://files?endpoint=http://ada:hunter2@a',
    's3://files?region=eu%0awest',
    's3://files#a',
  ])('refuses files in %s', (url) => {
    expect(problems({ STORAGE_URL: url, ...key }).join()).toMatch(/^STORAGE_URL must be /)
  })

  it('gives every setting a unique name, a description and a unit, and accepts its own defaults', () => {
    expect(new Set(settings.map(({ name }) => name)).size).toBe(settings.length)
    for (const { name, default: value, unit, meaning, parse } of settings) {
      expect(meaning, name).toMatch(/\.$/)
      expect(unit, name).not.toBe('')
      if (value !== undefined) parse(value)
    }
  })

  it('sends traces, metrics, both or nothing to a receiver', () => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }
    const none = { OTEL_METRICS_EXPORTER: 'none' }
    expect(loadConfig(none).telemetry).toBeUndefined()
    expect(loadConfig(endpoint).telemetry).toMatchObject({ share: 1, metricsIntervalMs: 60_000 })
    expect(loadConfig({ ...endpoint, ...none }).telemetry).not.toHaveProperty('metricsIntervalMs')
    expect(loadConfig({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }).telemetry).not.toHaveProperty('share')
    expect(problems({ OTEL_METRICS_EXPORTER: 'prometheus', OTEL_METRIC_EXPORT_INTERVAL: '5' })).toEqual([
      expect.stringContaining('OTEL_METRICS_EXPORTER must be one of otlp, none'),
      expect.stringContaining('OTEL_METRIC_EXPORT_INTERVAL must be from 1s to 1h'),
    ])
  })

  it.each([
    ['RPC_TIMEOUT_MS', ['5000', '5000ms', '5s'], { rpcTimeoutMs: 5000 }],
    ['STOP_SECONDS', ['120', '120s', '2m'], { stopMs: 120_000 }],
    ['BIN_DAYS', ['7', '7d', '168h'], { binDays: 7 }],
    ['UPLOAD_LIMIT', ['1073741824', '1073741824B', '1024MiB', '1GiB'], { uploadLimit: 2 ** 30 }],
    ['DISK_RESERVE', ['2199023255552', '2TiB'], { diskReserve: { bytes: 2 ** 41 } }],
    ['DISK_RESERVE', ['12.5%'], { diskReserve: { percent: 12.5 } }],
  ])('reads %s with a unit or without', (name, values, config) => {
    for (const value of values) expect(loadConfig({ [name]: value }), value).toMatchObject(config)
  })

  it('converts fees and times', () => {
    const config = loadConfig({ FEE_CAP_GWEI: '1.5', REPLACE_AFTER_SECONDS: '30', PUBLIC_URL: 'https://x.example/' })
    expect(config).toMatchObject({
      maxFeePerGasCap: 1_500_000_000,
      replaceAfterMs: 30_000,
      publicUrl: 'https://x.example',
    })
  })
})

describe('a secret in a file', () => {
  const key = '11'.repeat(32)
  let folder: string
  let file: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tallystick-secret-'))
    file = join(folder, 'key')
    writeFileSync(file, `${key}\n`)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('is read without its trailing line break, for every secret', () => {
    expect(loadConfig({ MASTER_KEY_FILE: file }).masterKey).toEqual([Buffer.from(key, 'hex')])
    for (const { name } of settings.filter(({ secret }) => secret)) {
      const path = join(folder, 'none')
      expect(problems({ [`${name}_FILE`]: path }), name).toContain(
        `${name}_FILE must be the path of a readable file, not ${JSON.stringify(path)} (ENOENT).`,
      )
    }
  })

  it('counts as set where settings belong together', () => {
    const database = { DATABASE_URL: 'postgresql://a/b', MASTER_KEY_FILE: file }
    expect(loadConfig({ ...database, ...chain, SIGNER_KEY: '', SIGNER_KEY_FILE: file }).signerKey).toHaveLength(32)
    expect(problems({ DATABASE_URL: 'postgresql://a/b', MASTER_KEY_FILE: folder })).toEqual([
      `MASTER_KEY_FILE must be the path of a readable file, not ${JSON.stringify(folder)} (EISDIR).`,
    ])
  })

  it('is refused beside the same secret in the environment, and when it is empty or malformed, without being shown', () => {
    expect(problems({ MASTER_KEY: key, MASTER_KEY_FILE: file })).toEqual([
      "MASTER_KEY and MASTER_KEY_FILE can't be combined. Remove one of them.",
    ])
    writeFileSync(join(folder, 'empty'), '\n')
    expect(problems({ SMTP_URL_FILE: join(folder, 'empty') }).join()).toMatch(/^SMTP_URL_FILE .* is empty\.$/)
    expect(problems({ SMTP_URL_FILE: file })).toEqual([
      'SMTP_URL must be an address starting with smtp:// or smtps://.',
    ])
  })
})
