import type { Mailer } from '../../accounts/mail/mail.js'
import { recipientOf } from '../../accounts/mail/recipient.js'
import { mailIn } from '../../accounts/mail/template.js'
import type { Database, Queryable } from '../../base/database/db.js'
import { createdAt } from '../../base/ids.js'
import type { TrustedTime } from '../../base/turns/clock.js'
import { dayText, languages } from '../../texts/languages.js'
import * as sql from './receipt-sql.js'

// A run has no end of its own: a page that adds to it can be closed at any moment. So it counts as complete once nothing was added for some
// minutes, and its receipt is due when all its stamps are final or failed.

/** Runs looked at in one transaction. */
const atOnce = 20

/** Dependencies of receipts. */
export interface ReceiptsContext {
  database: Database
  mailer: Mailer
  /** The blockchain's name. */
  networkName: string
  /** Returns the address of a page of the portal, unless the process doesn't know it. */
  pageUrl(page: string): string | undefined
}

/**
 * Mails the owners of runs that are final. A mail is queued in the transaction that marks its run, so each run has one, whatever dies and
 * however many processes look.
 */
export async function sendReceipts(context: ReceiptsContext, now: TrustedTime): Promise<void> {
  for (;;) {
    const looked = await context.database.transaction(async (tx) => {
      const runs = await tx.query<sql.DueRun>(sql.lookAtDue, [now, atOnce])
      for (const run of runs) if (!run.is_open) await mailReceipt(context, tx, run)
      return runs.length
    })
    if (looked < atOnce) return
  }
}

/** Mails a receipt if the owner still wants one. It names the run, and none of its documents. */
async function mailReceipt({ mailer, networkName, pageUrl }: ReceiptsContext, tx: Queryable, run: sql.DueRun) {
  const owner = mailer.sends ? await recipientOf(tx, run.account_id) : undefined
  if (!owner?.receipts) return
  const [failed] = await tx.query<{ stamps: number }>(sql.failedStampsIn, [run.account_id, run.id])
  const lost = failed?.stamps ?? 0
  const { locale } = languages[owner.language]
  const begun = new Date(createdAt(run.id))
  const number = (value: number) => value.toLocaleString(locale)
  const values = {
    name: owner.name,
    run: run.name || dayText(begun, owner.language),
    stamped: number(run.stamped - lost),
    failed: number(run.failed + lost),
    time: begun.toLocaleString(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }),
    network: networkName,
  }
  const mail = mailIn(owner.language, 'receipt', values, pageUrl(`stamps/runs/${run.id}`))
  await mailer.send(tx, { accountId: run.account_id, email: owner.email }, mail)
}
