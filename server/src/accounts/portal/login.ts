import { passkey } from '@better-auth/passkey'
import { createOTP } from '@better-auth/utils/otp'
import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { APIError, createAuthMiddleware, isAPIError } from 'better-auth/api'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { twoFactor } from 'better-auth/plugins'
import type { Logger } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../base/database/db.js'
import { languageFrom } from '../../texts/languages.js'
import type { Texts } from '../../texts/texts.js'
import { ensureFirstClient, usernameOf } from '../account.js'
import type { NetworkKind } from '../clients/client.js'
import type { AccountKeys } from '../keys.js'
import type { Mailer } from '../mail/mail.js'
import { mailIn } from '../mail/template.js'
import { distrust, setVerified, unnamedFactorSecret, useCode } from '../portal-sql.js'
import { Attempts } from '../proving/attempts.js'
import { legible } from '../proving/legible.js'
import { type HashStrength, hashPassword, isPassword, passwordMax, passwordMin } from '../proving/passwords.js'
import { stepUpSubject } from '../proving/step-up.js'
import { accountById, isDisabled, isOpen } from '../sql.js'
import { addressHeader, authPath, cookiePath, originHeader, type PortalLogin, passkeyHost } from './auth.js'
import { resignCookies } from './cookies.js'
import { takeInternationalDomains } from './email-form.js'
import { type Factor, replaceFactor, staleFactorOf } from './factors-sql.js'
import { credentialSchema, passkeySchema, sessionSchema, twoFactorSchema, userSchema } from './schema.js'

/** Dependencies of the portal's login. */
export interface PortalLoginOptions {
  /** A separate connection pool: a flood of logins must not exhaust the one for stamps. */
  db: Database
  keys: AccountKeys
  kind: NetworkKind
  mailer: Pick<Mailer, 'sends' | 'send'>
  /** Public address of the service, without a trailing slash. */
  url: string
  /** Whether the operator has set that address; no other origin is trusted then. */
  isUrlFixed: boolean
  registration: 'open' | 'closed'
  secondFactor: 'optional' | 'required'
  /** Requests per minute, address and path; 0 means unlimited. */
  guessLimit: number
  /** Of new password hashes. */
  strength?: HashStrength | undefined
  logger: Logger
}

/** Creates a {@link PortalLogin}. Only this file imports better-auth; it is loaded on the first request that needs it. */
export async function portalLogin(options: PortalLoginOptions): Promise<PortalLogin> {
  takeInternationalDomains()
  const { portal: secrets } = options.keys
  const auth = betterAuth(authOptions(options, await unnamedSecret(options.db, secrets)))
  return {
    handle(request) {
      resignCookies(request.headers, secrets)
      return auth.handler(request)
    },
    async userOf(headers) {
      resignCookies(headers, secrets)
      const found = await auth.api.getSession({ headers, query: { disableCookieCache: true } })
      return found === null ? null : { accountId: found.user.id, sessionId: found.session.id }
    },
    async isCode(accountId, code) {
      const { adapter, secretConfig } = await auth.$context
      const where = [{ field: 'userId', value: accountId }]
      const found = await adapter.findOne<{ secret: string; verified?: boolean }>({ model: 'twoFactor', where })
      // Not verified: being set up, and not proven to be in the person's hands.
      if (!found || found.verified === false) return false
      return createOTP(await symmetricDecrypt({ key: secretConfig, data: found.secret })).verify(code)
    },
  }
}

/**
 * Returns the secret that encrypted second factors before they named their key: one of the ring's, the newest when there are no such
 * factors.
 */
async function unnamedSecret(db: Database, secrets: AccountKeys['portal']): Promise<string> {
  const data = await unnamedFactorSecret(db)
  if (data === undefined) return secrets[0].value
  for (const { value } of secrets) {
    if ((await symmetricDecrypt({ key: value, data }).catch(() => null)) !== null) return value
  }
  return secrets[0].value
}

/**
 * Re-encrypts a second factor with the newest of the secrets, while it is the one that was read.
 *
 * @returns how many it replaced
 * @throws {Error} when none of the secrets opens it
 */
export async function reencryptFactor(db: Database, secrets: AccountKeys['portal'], factor: Factor): Promise<number> {
  const [secret, codes] = [await reencrypt(secrets, factor.secret), await reencrypt(secrets, factor.codes)]
  return replaceFactor(db, factor, { secret, codes })
}

async function reencrypt(secrets: AccountKeys['portal'], data: string): Promise<string> {
  const [{ version: currentVersion }] = secrets
  const ring = { keys: new Map(secrets.map(({ version, value }) => [version, value])), currentVersion }
  for (const { value } of secrets) {
    const opened = await symmetricDecrypt({ key: { ...ring, legacySecret: value }, data }).catch(() => null)
    if (opened !== null) return symmetricEncrypt({ key: ring, data: opened })
  }
  throw new Error('no key of MASTER_KEY opens a second factor')
}

/**
 * Returns the settings of better-auth. A test compares the tables they require with the migrations.
 *
 * @param unnamed encrypted the second factors that name no key
 */
export function authOptions(options: PortalLoginOptions, unnamed = options.keys.portal[0].value) {
  const { db, keys, kind, mailer, url, isUrlFixed, registration, secondFactor, guessLimit, strength, logger } = options
  const isRequired = secondFactor === 'required'
  const attempts = new Attempts(db, keys, guessLimit > 0)
  // Anyone can request these for any address, so they say nothing that the account's owner chose, not even a name.
  const mail = async (user: AuthUser, kind: keyof Texts['mails'], link: string) => {
    // Skipped silently: the caller must not learn who has an account.
    if (mailer.sends && (await attempts.mayMail(user.email))) {
      const template = mailIn(languageFrom(user.language), kind, {}, link)
      await mailer.send(db, { accountId: user.id, email: user.email }, template)
    }
  }
  const portalPage = (path: string) => `${url}/portal/${path}`
  return {
    appName: 'Tallystick',
    baseURL: `${url}${authPath}`,
    secrets: keys.portal.map(({ version, value }) => ({ version, value })),
    secret: unnamed,
    database: db.connections,
    trustedOrigins: (request) =>
      isUrlFixed ? [new URL(url).origin] : [request?.headers.get(originHeader) ?? new URL(url).origin],
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      // Without arguments and shortened: they may contain personal data.
      log: (level, message) => logger.warn({ level }, `login: ${message.slice(0, 200)}`),
    },
    onAPIError: {
      onError(error) {
        // The HTTP server's error handler answers everything that isn't an APIError of better-auth.
        if (!isAPIError(error)) throw error
      },
    },
    advanced: {
      cookiePrefix: 'tallystick',
      useSecureCookies: url.startsWith('https:'),
      defaultCookieAttributes: { path: cookiePath },
      // Set explicitly: by default the checks are off when NODE_ENV is test.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      ipAddress: { ipAddressHeaders: [addressHeader], ipv6Subnet: 64 },
      database: { generateId: () => uuidv7() },
    },
    rateLimit: {
      enabled: guessLimit > 0,
      storage: 'database',
      modelName: 'portal_rate_limits',
      fields: { lastRequest: 'last_request' },
      window: 60,
      // For normal use of the pages; paths where secrets can be guessed have lower limits below.
      max: 600,
      customRules: Object.fromEntries(guessable.map((path) => [path, { window: 60, max: guessLimit }])),
    },
    ...userSchema,
    ...sessionSchema,
    ...credentialSchema,
    emailAndPassword: {
      enabled: true,
      disableSignUp: registration === 'closed',
      requireEmailVerification: true,
      minPasswordLength: passwordMin,
      maxPasswordLength: passwordMax,
      revokeSessionsOnPasswordReset: true,
      password: {
        hash: (password) => hashPassword(password, strength),
        verify: ({ hash, password }) => isPassword(db, hash, password, strength),
      },
      sendResetPassword: ({ user, token }) =>
        mail(user, 'passwordReset', portalPage(`reset-password?token=${encodeURIComponent(token)}`)),
      async onPasswordReset({ user }) {
        // The link proves access to the mailbox.
        await setVerified(db, user.id)
        await distrust(db, user.id)
      },
      onExistingUserSignUp: ({ user }) => mail(user, 'alreadyRegistered', portalPage('login')),
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: true,
      autoSignInAfterVerification: true,
      expiresIn: 3600,
      // To a page with a button: scanners of mail open every link.
      sendVerificationEmail: ({ user, token }) =>
        mail(user, 'verification', portalPage(`confirm?token=${encodeURIComponent(token)}`)),
    },
    databaseHooks: {
      user: {
        create: {
          async before(user) {
            const id = uuidv7()
            // The route has validated the name. Clients can't set their own picture.
            const given = { name: user.name.trim(), image: '', username: usernameOf(user.email) }
            return { data: { id, ...given, walletAddress: keys.walletAddress(id) } }
          },
          after: (user) => ensureFirstClient(db, keys, kind, user.id),
        },
      },
      session: {
        create: {
          async before(session) {
            const account = await accountById(db, session.userId)
            // The password, passkey or link was right, so this tells no stranger that there is an account.
            if (account && isDisabled(account)) throw new APIError('FORBIDDEN', { code: 'account_disabled' })
            // Being erased: treat as unknown.
            if (!account || !isOpen(account)) throw new APIError('UNAUTHORIZED', { code: 'login_failed' })
            // Creates the first client now if registration was interrupted before.
            await ensureFirstClient(db, keys, kind, account.id)
          },
          async after(session, ctx) {
            if (ctx && proving.includes(ctx.path)) await stepUpSubject(db, session.id, session.userId)
          },
        },
        delete: {
          // Looking at an expired session would delete it, by a clock that may be wrong. It is refused, and deleted once the time is trusted.
          before: async (_session, ctx) => ctx?.path !== '/get-session',
        },
      },
    },
    hooks: { before: beforeCodes(db, keys.portal) },
    plugins: [
      twoFactor({
        issuer: 'Tallystick',
        schema: twoFactorSchema,
        // Two groups of five, like its own, which stay valid: 49 bits.
        backupCodeOptions: { customBackupCodesGenerate: () => Array.from({ length: 10 }, () => legible(2, 5)) },
      }),
      passkey({
        rpName: 'Tallystick',
        rpID: passkeyHost(url, isUrlFixed),
        ...(isUrlFixed && { origin: new URL(url).origin }),
        authenticatorSelection: {
          residentKey: 'required',
          userVerification: isRequired ? 'required' : 'preferred',
        },
        authentication: {
          // Without a fingerprint, face or PIN, a passkey is one factor: the device.
          async afterVerification({ verification }) {
            if (isRequired && !verification.authenticationInfo.userVerified) {
              throw new APIError('UNAUTHORIZED', { code: 'passkey_unverified' })
            }
          },
        },
        schema: passkeySchema,
      }),
    ],
  } satisfies BetterAuthOptions
}

/** Paths whose new sessions rest on a password, passkey or code just given. A link in a mail is none of these. */
const proving = [
  '/sign-in/email',
  '/change-password',
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/passkey/verify-authentication',
]

/** Paths where secrets can be guessed or mails requested. */
const guessable = [
  '/sign-in/email',
  '/sign-up/email',
  '/two-factor/*',
  '/passkey/verify-authentication',
  '/change-password',
  '/reset-password',
  '/request-password-reset',
  '/send-verification-email',
]

interface AuthUser {
  id: string
  email: string
  language?: unknown
}

type LoginRequest = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

/** Does what has to precede better-auth's own check of a code. */
function beforeCodes(db: Database, secrets: AccountKeys['portal']) {
  return createAuthMiddleware(async (request) => {
    if (request.path === '/two-factor/verify-totp') await refuseUsedCode(db, request)
    if (request.path === '/two-factor/verify-backup-code') await renewFactor(db, secrets, request)
  })
}

/**
 * Allows each 6-digit code once per account (ASVS 6.5.1). Marks it as used before it is checked, so that of two concurrent requests
 * with the same code at most one succeeds.
 *
 * @throws {APIError} when it was used before, or isn't of 6 digits
 */
async function refuseUsedCode(db: Database, request: LoginRequest): Promise<void> {
  const code = sixDigitsIn(request.body)
  if (code === null) throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE' })
  const accountId = await accountProving(request)
  if (accountId === undefined) return
  if (!(await useCode(db, accountId, code))) throw new APIError('UNAUTHORIZED', { code: 'code_used' })
}

/**
 * Re-encrypts an account's backup codes before one is taken from them. better-auth takes it while the codes are those that it read; a
 * change of the master key that re-encrypts them in between would have the code refused, and the login ended. A process that still has
 * the keys in their old order can lose this race: the code stays valid, and the login begins again.
 */
async function renewFactor(db: Database, secrets: AccountKeys['portal'], request: LoginRequest): Promise<void> {
  if (secrets.length === 1) return
  const accountId = await accountProving(request)
  if (accountId === undefined) return
  const factor = await staleFactorOf(db, secrets[0].version, accountId)
  if (factor !== undefined) await reencryptFactor(db, secrets, factor)
}

function sixDigitsIn(body: unknown): string | null {
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : null
  return typeof code === 'string' && /^\d{6}$/.test(code) ? code : null
}

/** Returns whose second factor a request gives: of the session, or of the login that waits for it. Undefined when neither holds. */
async function accountProving({ context, getSignedCookie }: LoginRequest): Promise<string | undefined> {
  const { internalAdapter, authCookies, secret } = context
  const token = await getSignedCookie(authCookies.sessionToken.name, secret)
  const session = token ? await internalAdapter.findSession(token) : null
  if (session) return session.user.id
  const challenge = await getSignedCookie(context.createAuthCookie('two_factor').name, secret)
  return challenge ? (await internalAdapter.findVerificationValue(challenge))?.value : undefined
}
