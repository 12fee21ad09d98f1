import { createTransport, type Transporter } from 'nodemailer'
import type { Logger } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import type { Queryable } from '../base/db.js'
import { decrypt, encrypt } from '../base/secrets.js'
import { apiError } from '../http/errors.js'
import { letterHtml, letterText, type MailTemplate } from './mail-template.js'

/** A mail on its way. */
interface Mail {
  to: string
  letter: MailTemplate
}

/** A mail as the development mailbox shows it. */
export interface ShownMail {
  id: string
  to: string
  subject: string
  text: string
  html: string
  /** The one link in it. */
  link: string | null
  createdAt: string
}

/** Settings of a {@link Mailer}. */
export interface MailerOptions {
  db: Queryable
  /** Seals mails until they are sent, 32 bytes. */
  key: Uint8Array
  /** Not set: there is no server to send them. */
  smtpUrl: string | undefined
  from: string
  /** Without a server: keep the mails, to show them. Else they are refused. */
  show: boolean
  logger: Pick<Logger, 'warn'>
}

const shownMax = 50
const atOnce = 20
/** Together a little more than three days. */
const attemptsMax = 12
const sendingMs = 30_000

/**
 * Sends mails. Each is a row first, so that it can be part of a transaction, that no request waits for a mail server, and that
 * none is lost when the server is away: a loop sends it, tries again ever later, and forgets it when it is sent.
 */
export class Mailer {
  private readonly options: MailerOptions
  private readonly transport: Transporter | undefined
  /** Called when there is something to send. */
  onQueued: () => void = () => undefined

  constructor(options: MailerOptions) {
    this.options = options
    if (options.smtpUrl !== undefined) {
      this.transport = createTransport({
        url: options.smtpUrl,
        connectionTimeout: sendingMs,
        socketTimeout: sendingMs,
        // Nothing of a mail is read from a file or fetched.
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    }
  }

  /** Is there a way for mails to reach people? */
  get sends(): boolean {
    return this.transport !== undefined || this.options.show
  }

  /** Are the mails shown instead of sent? */
  get shows(): boolean {
    return this.transport === undefined && this.options.show
  }

  /**
   * Queues a mail; inside a transaction it goes when that is committed.
   *
   * @throws ApiError 503 when there is neither a server nor a mailbox
   */
  async send(db: Queryable, to: { accountId: string | null; email: string }, letter: MailTemplate): Promise<void> {
    if (!this.sends) throw apiError('mail_missing')
    const mail: Mail = { to: to.email, letter }
    const sealed = encrypt(this.options.key, Buffer.from(JSON.stringify(mail)))
    await db.execute('INSERT INTO portal_mails (id, account_id, sealed) VALUES ($1, $2, $3)', [
      uuidv7(),
      to.accountId,
      sealed,
    ])
    this.onQueued()
  }

  /** Sends what waits. Without a server it forgets what was shown for a week. */
  async deliver(): Promise<void> {
    const { db, logger } = this.options
    if (this.transport === undefined) {
      await db.execute(`DELETE FROM portal_mails WHERE created_at < now() - interval '7 days'`)
      return
    }
    for (;;) {
      // Whoever dies while sending has not said so: a mail goes twice rather than never.
      const due = await db.query<{ id: string; sealed: Buffer; attempts: number }>(
        `UPDATE portal_mails SET attempts = attempts + 1,
           next_at = now() + least(interval '12 hours', interval '1 minute' * 2 ^ attempts)
         WHERE id IN (SELECT id FROM portal_mails WHERE next_at <= now() ORDER BY next_at LIMIT $1 FOR UPDATE SKIP LOCKED)
         RETURNING id, sealed, attempts`,
        [atOnce],
      )
      for (const row of due) {
        try {
          await this.transport.sendMail(this.message(row))
        } catch (error) {
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

  /** The last mails, newest first. */
  async shown(): Promise<ShownMail[]> {
    const rows = await this.options.db.query<{ id: string; sealed: Buffer; createdAt: Date }>(
      'SELECT id, sealed, created_at AS "createdAt" FROM portal_mails ORDER BY id DESC LIMIT $1',
      [shownMax],
    )
    return rows.map(({ id, sealed, createdAt }) => {
      const { to, letter } = this.read(sealed)
      const { text, html } = bodies(letter)
      const link = letter.link?.url ?? null
      return { id, to, subject: letter.subject, text, html, link, createdAt: createdAt.toISOString() }
    })
  }

  close(): void {
    this.transport?.close()
  }

  private message(row: { id: string; sealed: Buffer }) {
    const { to, letter } = this.read(row.sealed)
    return {
      from: this.options.from,
      to: { name: '', address: to },
      subject: letter.subject,
      ...bodies(letter),
      messageId: `<${row.id}@tallystick>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    }
  }

  private read(sealed: Buffer): Mail {
    return JSON.parse(decrypt(this.options.key, sealed).toString()) as Mail
  }
}

function bodies(letter: MailTemplate): { text: string; html: string } {
  return { text: letterText(letter), html: letterHtml(letter) }
}
