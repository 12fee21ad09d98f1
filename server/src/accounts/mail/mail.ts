import { createTransport, type Transporter } from 'nodemailer'
import type { Logger } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import type { Queryable } from '../../base/database/db.js'
import { type SealKeys, seal, unseal } from '../../base/ring.js'
import type { TrustedClock } from '../../base/turns/clock.js'
import { apiError } from '../../http/errors.js'
import { type MailTemplate, mailHtml, mailText } from './template.js'

/** A queued mail, as stored: renaming a field would lose the mails that are queued during an update. */
interface Mail {
  to: string
  letter: MailTemplate
}

/** A mail in the development mailbox. */
export interface ShownMail {
  id: string
  to: string
  subject: string
  text: string
  html: string
  /** The link of the mail. */
  link: string | null
  createdAt: string
}

/** Settings of a {@link Mailer}. */
export interface MailerOptions {
  db: Queryable
  /** Encrypt queued mails. */
  keys: SealKeys
  /** Undefined when there is no mail server. */
  smtpUrl: string | undefined
  from: string
  /** Without a mail server: show mails in the development mailbox instead of refusing them. */
  show: boolean
  logger: Pick<Logger, 'warn'>
}

/** How mails are delivered, and which wait to be sent. */
export interface MailState {
  delivery: 'server' | 'mailbox' | 'none'
  waiting: number
  oldestAt: Date | null
  /** Of those waiting, the ones that the mail server has refused before, or is sending now. */
  retried: number
  /** Why the mail server accepts nothing, as this process knows. */
  failure: string | null
}

const waitingMails = `
SELECT count(*) AS waiting, min(created_at) AS "oldestAt", count(*) FILTER (WHERE attempts > 1) AS retried FROM portal_mails`

const shownMax = 50
const atOnce = 20
/** With the backoff, a little more than three days. */
const attemptsMax = 12
const sendingMs = 30_000
const checkMs = 10_000

/**
 * Sends mails through a queue in the database: queueing can be part of a transaction, no request waits for a mail server, and no
 * mail is lost while the server is down. A loop sends the mails, retries with growing delays, and deletes what was sent.
 */
export class Mailer {
  private readonly options: MailerOptions
  private readonly transport: Transporter | undefined
  /** Since when, and why, the mail server has accepted nothing; undefined once it has accepted a mail. */
  private trouble: { since: Date; why: string } | undefined
  /** Called after a mail was queued. */
  onQueued: () => void = () => undefined

  constructor(options: MailerOptions) {
    this.options = options
    if (options.smtpUrl !== undefined) this.transport = transportTo(options.smtpUrl, sendingMs)
  }

  /** Whether mails reach people, by mail server or development mailbox. */
  get sends(): boolean {
    return this.transport !== undefined || this.options.show
  }

  /** Whether mails are shown in the development mailbox instead of sent. */
  get shows(): boolean {
    return this.transport === undefined && this.options.show
  }

  /**
   * Queues a mail. In a transaction, the mail is sent once that commits.
   *
   * @throws {ApiError} 503 when there is neither a mail server nor a mailbox
   */
  async send(db: Queryable, to: { accountId: string | null; email: string }, template: MailTemplate): Promise<void> {
    if (!this.sends) throw apiError('mail_missing')
    const mail: Mail = { to: to.email, letter: template }
    const encrypted = seal(this.options.keys, Buffer.from(JSON.stringify(mail)))
    await db.execute('INSERT INTO portal_mails (id, account_id, sealed) VALUES ($1, $2, $3)', [
      uuidv7(),
      to.accountId,
      encrypted,
    ])
    this.onQueued()
  }

  /** Sends queued mails. Without a mail server, deletes those shown for a week. */
  async deliver(clock: TrustedClock): Promise<void> {
    const { db, logger } = this.options
    if (this.transport === undefined) {
      const erase = `DELETE FROM portal_mails WHERE created_at < $1::timestamptz - interval '7 days'`
      await clock.whenTrusted((now) => db.execute(erase, [now]))
      return
    }
    for (;;) {
      // Scheduled for retry before sending: after a crash a mail is sent twice rather than never.
      const due = await db.query<{ id: string; sealed: Buffer; attempts: number }>(
        `UPDATE portal_mails SET attempts = attempts + 1,
           next_at = now() + least(interval '12 hours', interval '1 minute' * 2 ^ attempts)
         WHERE id = ANY (ARRAY(
           SELECT id FROM portal_mails WHERE next_at <= now() ORDER BY next_at LIMIT $1 FOR UPDATE SKIP LOCKED))
         RETURNING id, sealed, attempts`,
        [atOnce],
      )
      for (const row of due) {
        try {
          await this.transport.sendMail(this.message(row))
          this.trouble = undefined
        } catch (error) {
          const { message } = error as Error
          this.trouble = { since: this.trouble?.since ?? new Date(), why: message.split('\n', 1)[0] ?? '' }
          if (row.attempts < attemptsMax) {
            logger.warn({ err: error, mail: row.id, attempts: row.attempts }, 'a mail was not accepted, retrying later')
            continue
          }
          logger.warn({ err: error, mail: row.id }, 'gave up sending a mail')
        }
        await db.execute('DELETE FROM portal_mails WHERE id = $1', [row.id])
      }
      if (due.length < atOnce) return
    }
  }

  /** Says why mails wait, for the operator; nothing else of the service waits for them. */
  warnings(): string[] {
    if (!this.trouble) return []
    const { since, why } = this.trouble
    return [`No mail has been accepted since ${since.toISOString()}: ${why}`]
  }

  /** Returns how mails are delivered, and which wait to be sent; those in the development mailbox don't. */
  async state(): Promise<MailState> {
    const failure = this.trouble?.why ?? null
    if (this.transport === undefined) {
      const delivery = this.shows ? 'mailbox' : 'none'
      return { delivery, waiting: 0, oldestAt: null, retried: 0, failure }
    }
    const [row] = await this.options.db.query<Pick<MailState, 'waiting' | 'oldestAt' | 'retried'>>(waitingMails)
    if (row === undefined) throw new Error('a count returned no row')
    return { delivery: 'server', ...row, failure }
  }

  /** Returns the mails in the development mailbox, newest first. */
  async shown(): Promise<ShownMail[]> {
    const rows = await this.options.db.query<{ id: string; sealed: Buffer; createdAt: Date }>(
      'SELECT id, sealed, created_at AS "createdAt" FROM portal_mails ORDER BY id DESC LIMIT $1',
      [shownMax],
    )
    return rows.map(({ id, sealed, createdAt }) => {
      const { to, letter: template } = this.read(sealed)
      const { text, html } = bodies(template)
      const link = template.link?.url ?? null
      return { id, to, subject: template.subject, text, html, link, createdAt: createdAt.toISOString() }
    })
  }

  close(): void {
    this.transport?.close()
  }

  private message(row: { id: string; sealed: Buffer }) {
    const { to, letter: template } = this.read(row.sealed)
    return {
      from: this.options.from,
      to: { name: '', address: to },
      subject: template.subject,
      ...bodies(template),
      messageId: `<${row.id}@tallystick>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    }
  }

  private read(sealed: Buffer): Mail {
    return JSON.parse(unseal(this.options.keys, sealed).toString()) as Mail
  }
}

/** Connects and logs in to a mail server, and sends nothing. @throws {Error} when that fails */
export async function checkMailServer(smtpUrl: string): Promise<void> {
  const transport = transportTo(smtpUrl, checkMs)
  await transport.verify().finally(() => transport.close())
}

function transportTo(url: string, timeoutMs: number): Transporter {
  return createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // Never read files or fetch URLs into a mail.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

function bodies(template: MailTemplate): { text: string; html: string } {
  return { text: mailText(template), html: mailHtml(template) }
}
