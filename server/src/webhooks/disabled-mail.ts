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
      subject: `Your webhook at ${host} was disabled`,
      paragraphs: [
        gone
          ? `Hello ${name}, ${host} answered with 410 (Gone), which means that it wants no messages any more. So your webhook was disabled.`
          : `Hello ${name}, for five days ${host} has not accepted a single message. So your webhook was disabled.`,
        'If you still need it, enable it in the portal under Webhooks. There you also see what came back, and can have everything sent again that was not accepted.',
        'Your stamps and proofs are not affected.',
      ],
    },
    DE: {
      language,
      subject: `Ihr Webhook bei ${host} wurde abgeschaltet`,
      paragraphs: [
        gone
          ? `Guten Tag ${name}, ${host} hat mit 410 (Gone) geantwortet und möchte damit keine Nachrichten mehr bekommen. Deshalb wurde Ihr Webhook abgeschaltet.`
          : `Guten Tag ${name}, fünf Tage lang hat ${host} keine einzige Nachricht angenommen. Deshalb wurde Ihr Webhook abgeschaltet.`,
        'Wenn Sie ihn noch brauchen, schalten Sie ihn im Portal unter Webhooks wieder ein. Dort sehen Sie auch, was zurückkam, und können alles noch einmal senden lassen, was nicht angenommen wurde.',
        'Ihre Stempel und Beweise sind davon nicht betroffen.',
      ],
    },
  }[language]
}
