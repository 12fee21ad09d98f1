import type { onRequestHookHandler } from 'fastify'
import type { AccountsRoom } from '../accounts/open.js'
import { isOpenAccount } from '../accounts/owners.js'
import { AddressShares } from '../accounts/quotas/address-shares.js'
import { requireCaller } from '../accounts/tokens/callers.js'
import { linesFile } from '../base/archives/archive.js'
import type { Database } from '../base/database/db.js'
import { type CheckContext, type Finding, finding } from '../base/finding.js'
import { createdAt } from '../base/ids.js'
import type { Exporter, Ground, OpenRoom, Room } from '../base/room.js'
import { ConfigError } from '../base/settings/config.js'
import type { CertificatesRoom } from '../certificates/open.js'
import { eraseTokens, type TokenRow, tokensOf } from '../certificates/tokens.js'
import { apiError, type ErrorCode } from '../http/errors.js'
import { RateLimit } from '../http/limits/rate-limit.js'
import type { StampsRoom } from '../stamps/room.js'
import { calendarRoutes } from './calendar/routes.js'
import { hashRecorder } from './record.js'
import type { Access, ProtocolsConfig } from './settings.js'
import { type Authority, openAuthority, validityProblem } from './tsa/authority.js'
import { tsaRoutes } from './tsa/routes.js'
import { signatures } from './tsa/signatures.js'
import { sealedAuthority, trialAuthority } from './tsa/trial-authority.js'

type Needs = Ground<ProtocolsConfig>

interface Left {
  accounts: AccountsRoom
  certificates: CertificatesRoom
  stamps: StampsRoom
}

const atOnce = 500

/** The protocols of others: a timestamping authority (RFC 3161) and an OpenTimestamps calendar. */
export const protocols: Room<'protocols', Needs, Left, undefined> = {
  name: 'protocols',
  check: checkProtocols,
  open: openProtocols,
}

async function openProtocols(ground: Needs, { accounts, certificates, stamps }: Left): Promise<OpenRoom<undefined>> {
  const { config, database, masterKey, clock } = ground
  const { tsa, calendar, anonymousRateLimit, tsaPolicy, tsaAccuracyMs } = config.protocols
  await checkAnonymous(ground)
  const terms = { policy: tsaPolicy, accuracyMs: tsaAccuracyMs }
  const authority = tsa !== 'off' && config.roles.api ? await authorityOf(ground) : undefined
  if (authority) certificates.timestamps.prefer({ name: '/tsa', timestamp: signatures(authority, terms, clock) })
  const limit = anonymousRateLimit > 0 ? new RateLimit(anonymousRateLimit) : undefined
  const callers = (access: Access, off: ErrorCode) => {
    if (access === 'off') return refuseAll(off)
    const account = access === 'open' ? config.protocols.anonymousAccount : undefined
    return requireCaller({ ...accounts, anonymous: account === undefined ? undefined : { account, limit } })
  }
  const record = hashRecorder(stamps, new AddressShares(accounts.quotas))
  return {
    shared: undefined,
    sealed: [sealedAuthority(database, masterKey)],
    async routes(app) {
      await app.register(tsaRoutes, { stamps, record, authority, terms, clock, onRequest: callers(tsa, 'tsa_off') })
      await app.register(calendarRoutes, { stamps, record, onRequest: callers(calendar, 'calendar_off') })
    },
    metrics(metrics) {
      if (authority === undefined) return
      const { notAfter } = authority.certificate
      metrics.gauge(
        'tsa_available',
        '1 while the certificate of the timestamping authority is valid, otherwise 0',
        () => (validityProblem(authority, Date.now()) === null ? 1 : 0),
      )
      metrics.gauge(
        'tsa_certificate_seconds',
        'Seconds until the certificate of the timestamping authority expires',
        () => {
          return (notAfter.value.getTime() - Date.now()) / 1000
        },
      )
    },
    async warnings() {
      const problem = authority && validityProblem(authority, Date.now())
      return problem ? [`No timestamps (/tsa): ${problem} Set TSA_CERTIFICATE and TSA_KEY of one that is valid`] : []
    },
    exporter: tokenExporter(database),
    eraser: (accountId) => eraseTokens(database, accountId),
  }
}

/** Tests the certificate of the timestamping authority, if the operator set one. */
async function checkProtocols({ config }: CheckContext<ProtocolsConfig>): Promise<Finding[]> {
  const { tsa, tsaKeys } = config.protocols
  if (tsa === 'off' || !tsaKeys) return []
  const signs = async () => {
    const authority = await openAuthority(tsaKeys.certificates, tsaKeys.key)
    const problem = validityProblem(authority, Date.now())
    if (problem !== null) throw new ConfigError([`${problem} Set TSA_CERTIFICATE and TSA_KEY of one that is valid.`])
    return `TSA_CERTIFICATE is valid until ${authority.certificate.notAfter.value.toISOString()}`
  }
  return [await finding('timestamping authority', signs)]
}

function refuseAll(code: ErrorCode): onRequestHookHandler {
  return (_request, _reply, done) => done(apiError(code))
}

/** The account may be created later; the routes look again. */
async function checkAnonymous({ config, database, logger }: Needs): Promise<void> {
  const { anonymousAccount: account } = config.protocols
  if (account !== undefined && !(await isOpenAccount(database, account))) {
    logger.warn({ account }, 'the account of ANONYMOUS_ACCOUNT does not exist yet: callers without a login are refused')
  }
}

/** @throws {ConfigError} when the operator's certificate doesn't fit */
async function authorityOf({ config, database, masterKey, logger }: Needs): Promise<Authority> {
  const given = config.protocols.tsaKeys
  if (given) return openAuthority(given.certificates, given.key)
  logger.warn('TSA_CERTIFICATE is not set: timestamps are signed as a test authority, which no one else trusts')
  const { certificates, key } = await trialAuthority(database, masterKey)
  return openAuthority(certificates, key)
}

function tokenExporter(database: Database): Exporter {
  async function* tokens(accountId: string) {
    for (let before: string | null = null; ; ) {
      const rows: TokenRow[] = await tokensOf(database, accountId, before, atOnce)
      for (const { serial, hash, response } of rows) {
        const token = { serialNumber: serial.replaceAll('-', ''), time: createdAt(serial), hash: hash.toString('hex') }
        yield { ...token, response: response.toString('base64') }
      }
      before = rows.at(-1)?.serial ?? null
      if (rows.length < atOnce) return
    }
  }
  return {
    guide: { 'timestamps.jsonl': 'your timestamp tokens (RFC 3161), newest first: one JSON object per line' },
    async *entries(accountId, now) {
      yield linesFile('timestamps.jsonl', tokens(accountId), now)
    },
  }
}
