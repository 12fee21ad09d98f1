import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { type Database, type Queryable, violatedConstraint } from '../../base/database/db.js'
import { canonicalEmail } from '../../base/database/email.js'
import { apiError, invalid } from '../../http/errors.js'
import { dayText, languageFrom } from '../../texts/languages.js'
import type { Mailer } from '../mail/mail.js'
import { mailIn } from '../mail/template.js'
import { takeAccess } from '../portal/reset.js'
import { deletePortalLinks } from '../portal-sql.js'
import type { Attempts } from '../proving/attempts.js'
import { type Account, accountById, accountNamed, isOpen, lockAccount } from '../sql.js'
import { tokenHashOf } from '../tokens/token-hash.js'
import {
  deleteSince,
  type EmailChange,
  insertWanted,
  keptUntil,
  lockMade,
  lockWanted,
  markMade,
  removeLaterFactors,
  setEmail,
} from './sql.js'

// An address is the way back into an account. So a new one counts once its mailbox has confirmed it, and for some days the old mailbox can
// undo the change, which shuts out an intruder. Design: docs/design/0034.

/** Dependencies of a change of address. */
export interface EmailChangeContext {
  db: Database
  mailer: Mailer
  attempts: Attempts
  /** Address of a page of the portal. */
  portalUrl(page: string): string
}

/**
 * Sends a link to an account's new address, whose owner confirms it. An address that can't be used gets a mail that says so, and the
 * caller the same answer: it must not say who has an account.
 *
 * @throws {ApiError} 400 when it is no address or the present one; 429; 503 when no mail can be sent
 */
export async function requestChange(context: EmailChangeContext, accountId: string, given: string): Promise<void> {
  const { db, mailer, attempts, portalUrl } = context
  if (!mailer.sends) throw apiError('mail_missing')
  // Loads what the login's library checks addresses with.
  const { isEmail } = await import('../portal/email-form.js')
  const email = canonicalEmail(given)
  if (!isEmail(email)) throw invalid('email', 'expected an e-mail address')
  const present = await accountById(db, accountId)
  if (present?.email === email) throw invalid('email', 'this is the address of the account')
  await attempts.countMail(accountId)
  const isMailed = await attempts.mayMail(email)
  const { token, tokenHash } = newToken()
  await db.transaction(async (tx) => {
    const account = await lockAccount(tx, accountId)
    if (account === undefined) throw apiError('token_invalid')
    await insertWanted(tx, { id: uuidv7(), accountId, oldEmail: account.email, newEmail: email, tokenHash })
    if (!isMailed) return
    if (await mailIfUnusable(tx, mailer, email, account, portalUrl('login'))) return
    const link = portalUrl(`confirm-email?token=${token}`)
    await mailer.send(tx, { accountId, email }, mailIn(account.language, 'emailChange', {}, link))
  })
}

/** Tells the owner of an address when it can't be used for this account, and why. Returns false when it can. */
async function mailIfUnusable(db: Queryable, mailer: Mailer, email: string, account: Account, login: string) {
  const owner = await accountNamed(db, email)
  if (owner !== undefined) {
    await mailer.send(db, { accountId: owner.id, email }, mailIn(owner.language, 'emailTaken', {}, login))
    return true
  }
  return mailIfKept(db, mailer, email, account)
}

/**
 * Tells the owner of an address when its former account can have it back, so that no other one gets it.
 *
 * @param by the account that wants it, if it isn't to be created first
 * @returns false when it is free
 */
export async function mailIfKept(
  db: Queryable,
  mailer: Pick<Mailer, 'send'>,
  email: string,
  by: { id: string | null; language: unknown },
): Promise<boolean> {
  const until = await keptUntil(db, email, by.id)
  if (until === undefined) return false
  const language = languageFrom(by.language)
  await mailer.send(db, { accountId: by.id, email }, mailIn(language, 'emailKept', { day: dayText(until, language) }))
  return true
}

/**
 * Makes a change, by the token of the mail to the new address, and mails the old one how to undo it. Links to the old mailbox end:
 * they would open the account.
 *
 * @returns the account and its new address
 * @throws {ApiError} 400 when the link is invalid; 409 when another account has got the address meanwhile
 */
export async function confirmChange(
  { db, mailer, portalUrl }: EmailChangeContext,
  token: string,
): Promise<{ accountId: string; email: string }> {
  const undo = newToken()
  try {
    return await db.transaction(async (tx) => {
      const change = await lockWanted(tx, tokenHashOf(token))
      const account = await changeable(tx, change)
      if (change === undefined || account.email !== change.oldEmail) throw apiError('link_invalid')
      const until = await markMade(tx, change.id, undo.tokenHash)
      if (until === undefined) throw apiError('link_invalid')
      await setEmail(tx, account.id, change.newEmail)
      await deletePortalLinks(tx, account.id)
      if (isReachable(change.oldEmail, mailer)) {
        const { language } = account
        const link = portalUrl(`undo-email?token=${undo.token}`)
        const mail = mailIn(language, 'emailChanged', { day: dayText(until, language) }, link)
        await mailer.send(tx, { accountId: account.id, email: change.oldEmail }, mail)
      }
      return { accountId: account.id, email: change.newEmail }
    })
  } catch (error) {
    if (violatedConstraint(error) === 'accounts_email') throw apiError('email_taken')
    throw error
  }
}

/**
 * Gives an account its old address back, by the token of the mail to that one. An intruder may know the password: it is taken
 * away, sessions end, and second factors that came after the request are removed.
 *
 * @returns the account and its address
 * @throws {ApiError} 400 when the link is invalid
 */
export async function undoChange(
  { db, mailer }: EmailChangeContext,
  token: string,
): Promise<{ accountId: string; email: string }> {
  return db.transaction(async (tx) => {
    const change = await lockMade(tx, tokenHashOf(token))
    const account = await changeable(tx, change)
    if (change === undefined || !(await deleteSince(tx, change))) throw apiError('link_invalid')
    await setEmail(tx, account.id, change.oldEmail)
    await removeLaterFactors(tx, change)
    await takeAccess(tx, account.id)
    if (mailer.sends && account.email !== change.oldEmail) {
      const to = { accountId: account.id, email: account.email }
      await mailer.send(tx, to, mailIn(account.language, 'emailRestored', {}))
    }
    return { accountId: account.id, email: change.oldEmail }
  })
}

/** Returns the account of a change, which is locked. @throws {ApiError} 400 when there is none, or it is closed */
async function changeable(db: Queryable, change: EmailChange | undefined): Promise<Account> {
  const account = change && (await accountById(db, change.accountId))
  if (account === undefined || !isOpen(account)) throw apiError('link_invalid')
  return account
}

/** The first account's address before its owner sets one is no mailbox: a mail server would refuse it for days. */
function isReachable(email: string, mailer: Mailer): boolean {
  return mailer.shows || (mailer.sends && !email.endsWith('.localhost'))
}

function newToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: tokenHashOf(token) }
}
