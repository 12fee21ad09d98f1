import type { Mailer } from '../accounts/mail.js'
import type { MailTemplate } from '../accounts/mail-template.js'
import type { Tx } from '../base/db.js'
import type { DisabledRow } from './dispatch-sql.js'

interface Owner {
  email: string
  name: string
  language: 'EN' | 'DE'
}

/** Queues a mail to the owner of a webhook that was disabled, in the transaction that disables it. */
export async function notifyOwner(tx: Tx, mailer: Mailer, webhook: DisabledRow): Promise<void> {
  if (!mailer.sends) return
  const [owner] = await tx.query<Owner>('SELECT email, name, language FROM accounts WHERE id = $1', [
    webhook.account_id,
  ])
  if (owner) await mailer.send(tx, { accountId: webhook.account_id, email: owner.email }, disabledMail(owner, webhook))
}

/** Explains why a webhook was disabled and what to do. Names only the host of its address: the rest may be a secret. */
export function disabledMail({ name, language }: Omit<Owner, 'email'>, webhook: DisabledRow): MailTemplate {
  const { host } = new URL(webhook.redirect_url)
  const gone = webhook.disabled_reason === 'gone'
  return {
    EN: {
      language,
      subject: `Your webhook at ${host} was turned off`,
      paragraphs: [
        gone
          ? `Hello ${name}, ${host} responded with 410 (Gone): it does not want any more deliveries. Your webhook was turned off.`
          : `Hello ${name}, every delivery to ${host} has failed for five days. Your webhook was turned off.`,
        'If you still need it, turn it on in the portal under Webhooks. There you can also see the responses and resend what failed.',
        'Your stamps and proofs are not affected.',
      ],
    },
    DE: {
      language,
      subject: `Ihr Webhook bei ${host} wurde ausgeschaltet`,
      paragraphs: [
        gone
          ? `Guten Tag ${name}, ${host} hat mit 410 (Gone) geantwortet und möchte keine Zustellungen mehr. Ihr Webhook wurde ausgeschaltet.`
          : `Guten Tag ${name}, fünf Tage lang sind alle Zustellungen an ${host} fehlgeschlagen. Ihr Webhook wurde ausgeschaltet.`,
        'Wenn Sie ihn noch brauchen, schalten Sie ihn im Portal unter Webhooks wieder ein. Dort sehen Sie auch die Antworten und können Fehlgeschlagenes erneut senden.',
        'Ihre Stempel und Beweise sind davon nicht betroffen.',
      ],
    },
  }[language]
}
