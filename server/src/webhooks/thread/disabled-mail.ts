import type { Mailer } from '../../accounts/mail/mail.js'
import { type MailTemplate, mailIn } from '../../accounts/mail/template.js'
import type { Tx } from '../../base/database/db.js'
import type { Language } from '../../texts/languages.js'
import type { DisabledRow } from '../deliveries/queue-sql.js'

interface Owner {
  email: string
  name: string
  language: Language
}

/** Queues a mail to the owner of a webhook that was disabled, in the transaction that disables it. */
export async function notifyOwner(tx: Tx, mailer: Mailer, webhook: DisabledRow): Promise<void> {
  if (!mailer.sends) return
  const [owner] = await tx.query<Owner>('SELECT email, name, language FROM accounts WHERE id = $1', [
    webhook.account_id,
  ])
  if (owner) await mailer.send(tx, { accountId: webhook.account_id, email: owner.email }, disabledMail(owner, webhook))
}

/** Names only the host of the webhook's address: the rest may be a secret. */
function disabledMail({ name, language }: Owner, { redirect_url, disabled_reason }: DisabledRow): MailTemplate {
  const kind = disabled_reason === 'gone' ? 'webhookGone' : 'webhookFailing'
  return mailIn(language, kind, { name, host: new URL(redirect_url).host })
}
