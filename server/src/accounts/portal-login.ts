import { passkey } from '@better-auth/passkey'
import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { APIError, createAuthMiddleware, isAPIError } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins'
import type { Logger } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../base/db.js'
import { languageFrom } from '../texts/languages.js'
import type { Texts } from '../texts/texts.js'
import { ensureFirstClient, usernameOf } from './account.js'
import { Attempts } from './attempts.js'
import type { NetworkKind } from './client.js'
import type { AccountKeys } from './keys.js'
import type { Mailer } from './mail.js'
import { mailIn } from './mail-template.js'
import { hashPassword, isPassword, passwordMax, passwordMin } from './passwords.js'
import { addressHeader, authPath, originHeader, type PortalLogin, passkeyHost } from './portal-door.js'
import { credentialSchema, passkeySchema, sessionSchema, twoFactorSchema, userSchema } from './portal-schema.js'
import { setVerified, useCode } from './portal-sql.js'
import { accountById, isOpen } from './sql.js'

/** What logging in to the portal needs. */
export interface PortalLoginOptions {
  /** A few connections of its own: a flood of logins must not take those of the stamps. */
  db: Database
  keys: AccountKeys
  kind: NetworkKind
  mailer: Mailer
  /** How the world reaches the service, without a slash at its end. */
  url: string
  /** The operator has set that address: no other one is ours. */
  isUrlFixed: boolean
  registration: 'open' | 'closed'
  /** Requests a minute, address and path; 0 is no limit. */
  guessLimit: number
  logger: Logger
}

/** See {@link PortalLogin}. This file alone imports better-auth, and is itself loaded with the first request for it. */
export function portalLogin(options: PortalLoginOptions): PortalLogin {
  const auth = betterAuth(authOptions(options))
  return {
    handle: (request) => auth.handler(request),
    async userOf(headers) {
      const found = await auth.api.getSession({ headers, query: { disableCookieCache: true } })
      return found === null ? null : { accountId: found.user.id, sessionId: found.session.id }
    },
  }
}

/** The settings of better-auth; a test compares the tables that they ask for with the migrations. */
export function authOptions(options: PortalLoginOptions) {
  const { db, keys, kind, mailer, url, isUrlFixed, registration, guessLimit, logger } = options
  const attempts = new Attempts(db, keys, guessLimit > 0)
  const mail = async (user: AuthUser, text: keyof Texts['mails'], link: string) => {
    // Silently: whoever asks is not told who has an account here.
    if (mailer.sends && (await attempts.mayMail(user.email))) {
      const letter = mailIn(languageFrom(user.language), text, { name: user.name }, link)
      await mailer.send(db, { accountId: user.id, email: user.email }, letter)
    }
  }
  // A proxy may have put us below a path.
  const prefix = new URL(url).pathname.replace(/\/$/, '')
  const ofPortal = (path: string) => `${url}/portal/${path}`
  return {
    appName: 'Tallystick',
    baseURL: `${url}${authPath}`,
    secret: keys.portal,
    database: db.connections,
    trustedOrigins: (request) =>
      isUrlFixed ? [new URL(url).origin] : [request?.headers.get(originHeader) ?? new URL(url).origin],
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      // Its messages may name people.
      log: (level, message) => logger.warn({ level }, `login: ${message.slice(0, 200)}`),
    },
    onAPIError: {
      onError(error) {
        // Ours are answered by the HTTP server, with all others that are not a refusal.
        if (!isAPIError(error)) throw error
      },
    },
    advanced: {
      cookiePrefix: 'tallystick',
      useSecureCookies: url.startsWith('https:'),
      defaultCookieAttributes: { path: `${prefix}/portal/api` },
      // Else they are off wherever NODE_ENV says test.
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
      // What a page asks for while it is used; what can be guessed at is below.
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
      password: { hash: hashPassword, verify: ({ hash, password }) => isPassword(hash, password) },
      sendResetPassword: ({ user, token }) =>
        mail(user, 'passwordReset', ofPortal(`reset-password?token=${encodeURIComponent(token)}`)),
      // Only who reads the address's mails could do that.
      onPasswordReset: ({ user }) => setVerified(db, user.id),
      onExistingUserSignUp: ({ user }) => mail(user, 'alreadyRegistered', ofPortal('login')),
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: true,
      autoSignInAfterVerification: true,
      expiresIn: 3600,
      sendVerificationEmail: ({ user, url: link }) => mail(user, 'verification', intoPortal(link, prefix)),
    },
    databaseHooks: {
      user: {
        create: {
          async before(user) {
            const id = uuidv7()
            // The form of the name was checked by the route; nobody brings a picture of their own.
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
            // Closed by the operator, or being erased: as if it were not there.
            if (!account || !isOpen(account)) {
              throw new APIError('UNAUTHORIZED', { code: 'login_failed' })
            }
            // Whoever registered and was cut short before the client was made gets it now.
            await ensureFirstClient(db, keys, kind, account.id)
          },
        },
      },
    },
    hooks: { before: refuseUsedCodes(db) },
    plugins: [
      twoFactor({ issuer: 'Tallystick', schema: twoFactorSchema }),
      passkey({
        rpName: 'Tallystick',
        rpID: passkeyHost(url, isUrlFixed),
        ...(isUrlFixed && { origin: new URL(url).origin }),
        authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
        schema: passkeySchema,
      }),
    ],
  } satisfies BetterAuthOptions
}

/** Where secrets can be guessed at, or mails be asked for. */
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
  name: string
  language?: unknown
}

/** A link that was asked for without saying where to leads into the portal. */
function intoPortal(link: string, prefix: string): string {
  const url = new URL(link)
  if (url.searchParams.get('callbackURL') === '/') url.searchParams.set('callbackURL', `${prefix}/portal/`)
  return url.href
}

/**
 * Lets a six-digit code be tried once for an account (ASVS 6.5.1). It is used up before it is looked at, so that of two requests
 * with the same code at most one gets in.
 */
function refuseUsedCodes(db: Database) {
  return createAuthMiddleware(async (ctx) => {
    if (ctx.path !== '/two-factor/verify-totp') return
    const code = (ctx.body as { code?: unknown } | undefined)?.code
    if (typeof code !== 'string' || !/^\d{6}$/.test(code)) throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE' })
    const cookie = ctx.context.createAuthCookie('two_factor')
    const challenge = await ctx.getSignedCookie(cookie.name, ctx.context.secret)
    const pending = challenge ? await ctx.context.internalAdapter.findVerificationValue(challenge) : null
    const token = await ctx.getSignedCookie(ctx.context.authCookies.sessionToken.name, ctx.context.secret)
    const session = token ? await ctx.context.internalAdapter.findSession(token) : null
    const accountId = session?.user.id ?? pending?.value
    if (accountId === undefined) return
    if (!(await useCode(db, accountId, code))) throw new APIError('UNAUTHORIZED', { code: 'code_used' })
  })
}
