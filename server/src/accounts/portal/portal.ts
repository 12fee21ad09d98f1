import type { Logger } from 'pino'
import { Database } from '../../base/database/db.js'
import type { TrustedClock } from '../../base/turns/clock.js'
import { type Loop, startLoop } from '../../base/turns/loop.js'
import type { NetworkKind } from '../clients/client.js'
import type { AccountContext } from '../clients/routes.js'
import type { DeletionContext } from '../deletion.js'
import { Mailer } from '../mail/mail.js'
import { Attempts } from '../proving/attempts.js'
import { EvenTiming } from '../proving/even-timing.js'
import { obviousWords } from '../proving/new-password.js'
import type { HashStrength } from '../proving/passwords.js'
import type { LoginContext } from '../tokens/login.js'
import type { PortalLogin } from './auth.js'
import type { PortalContext } from './forwarding.js'

/** Of logins, unless the usual ones. */
export interface LoginTuning {
  /** Of the hashes of new passwords. */
  strength?: HashStrength
  timing?: EvenTiming
}

/** Settings of {@link openPortal}. */
export interface PortalOptions extends LoginContext {
  kind: NetworkKind
  databaseUrl: string
  /** With the embedded database and no mail server, mails are shown in the development mailbox. */
  isEmbedded: boolean
  settings: {
    publicUrl?: string
    smtpUrl?: string
    mailFrom: string
    mailboxToken?: string
    registration: 'open' | 'closed'
    guessLimit: number
    sessionMaxMs: number
    secondFactor: 'optional' | 'required'
    passwordWords: readonly string[]
    requestLogDays: number
    sealsCopies: boolean
    webhooks: { logDays: number }
  }
  tuning: LoginTuning
  clock: TrustedClock
  logger: Logger
}

/** The portal's login and its mails. */
export interface Portal {
  context: PortalContext & AccountContext & DeletionContext
  mailer: Mailer
  /** Returns the address of a page of the portal, unless the process doesn't know it yet, or never will because it serves none. */
  pageUrl(page: string): string | undefined
  /** Opens the login once the address of the service is known; `url` without a trailing slash. */
  open(url: string): void
  stop(): Promise<void>
}

// People log in rarely, and must not exhaust the connections for stamps.
const connectionsMax = 4
const mailIntervalMs = 5_000

/** Starts the portal's login and mailer. */
export function openPortal(options: PortalOptions): Portal {
  const { db, keys, tokens, kind, databaseUrl, isEmbedded, settings, tuning, clock, logger } = options
  const { publicUrl, registration, guessLimit, secondFactor } = settings
  const own = new Database({
    url: databaseUrl,
    connectionsMax,
    onIdleError: (error) => logger.warn({ err: error }, 'lost an idle database connection'),
  })
  const mailer = new Mailer({
    db,
    keys: keys.mail,
    smtpUrl: settings.smtpUrl,
    from: settings.mailFrom,
    show: isEmbedded,
    logger,
  })
  const mailLoop: Loop = startLoop({
    name: 'mail',
    step: () => mailer.deliver(clock),
    idleMs: mailer.shows ? 3_600_000 : mailIntervalMs,
    logger,
  })
  mailer.onQueued = () => mailLoop.wake()

  let address = publicUrl ?? ''
  let login: Promise<PortalLogin> | undefined
  // Deferred to the first login: loading better-auth takes longer than the rest of the start.
  const load = async (): Promise<PortalLogin> => {
    const { portalLogin } = await import('./login.js')
    const isUrlFixed = publicUrl !== undefined
    return portalLogin({
      db: own,
      keys,
      kind,
      mailer,
      url: address,
      isUrlFixed,
      registration,
      secondFactor,
      guessLimit,
      strength: tuning.strength,
      logger,
    })
  }
  return {
    mailer,
    context: {
      db,
      keys,
      tokens,
      kind,
      mailer,
      registration,
      secondFactor,
      passwordWords: obviousWords(publicUrl, settings.passwordWords),
      publicUrl,
      mailboxToken: settings.mailboxToken,
      sessionMaxMs: settings.sessionMaxMs,
      webhookLogDays: settings.webhooks.logDays,
      requestLogDays: settings.requestLogDays,
      sealsCopies: settings.sealsCopies,
      timing: tuning.timing ?? new EvenTiming(),
      attempts: new Attempts(db, keys, guessLimit > 0),
      login() {
        if (address === '') return undefined
        // A failure isn't cached: the next login retries.
        login ??= load().catch((error: unknown) => {
          login = undefined
          throw error
        })
        return login
      },
      portalUrl: (page) => `${address}/portal/${page}`,
    },
    pageUrl: (page) => (address === '' ? undefined : `${address}/portal/${page}`),
    open(url) {
      address = url
    },
    async stop() {
      await mailLoop.stop()
      mailer.close()
      await own.close()
    },
  }
}
