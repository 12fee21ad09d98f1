import type { Command } from 'commander'
import { AdminError, type Output, personRunning, print, serviceUrl, withAdmin } from '../base/admin.js'
import type { Database } from '../base/database/db.js'
import type { MasterKey } from '../base/secrets.js'
import type { LoadConfig } from '../base/settings/config.js'
import { createLogger } from '../base/telemetry/log.js'
import { ApiError } from '../http/errors.js'
import { deleteNow, scheduleDeletion } from './deletion.js'
import { accountKeys } from './keys.js'
import { Mailer } from './mail/mail.js'
import type { MailTemplate } from './mail/template.js'
import { disableAccount, enableAccount } from './operators/disabling.js'
import { reasonMax } from './operators/interventions.js'
import { requestPasswordLink, takePassword } from './portal/reset.js'
import type { AccountsNeeds } from './settings.js'
import { type Account, accountNamed } from './sql.js'

/** Adds `account disable|enable|delete|reset`. */
export function careCommands(account: Command, load: LoadConfig<AccountsNeeds>): void {
  const nameOf = ['<account>', 'e-mail address or user ID'] as const
  const reasonOf = ['--reason <text>', "noted for operators, who see it on the operator's page"] as const

  account
    .command('disable')
    .description('end all logins and tokens of an account within 5 seconds, until it is enabled; public pages stay')
    .argument(...nameOf)
    .option(...reasonOf)
    .option('--json', 'print JSON only')
    .action((name: string, given: Reasoned) =>
      withAdmin(load, async ({ db }) => {
        const { id, email } = await existing(db, name)
        const changed = await disableAccount(db, id, { person: personRunning() }, reasonIn(given))
        if (changed === 'closed') throw beingErased(name)
        print(given, { userId: id, email, disabled: true }, [`account ${email} disabled`])
      }),
    )

  account
    .command('enable')
    .description('undo `disable`')
    .argument(...nameOf)
    .option(...reasonOf)
    .option('--json', 'print JSON only')
    .action((name: string, given: Reasoned) =>
      withAdmin(load, async ({ db }) => {
        const { id, email } = await existing(db, name)
        const changed = await enableAccount(db, id, { person: personRunning() }, reasonIn(given))
        if (changed === 'closed') throw beingErased(name)
        print(given, { userId: id, email, disabled: false }, [`account ${email} enabled`])
      }),
    )

  account
    .command('delete')
    .description('delete an account in 14 days, as its owner can: the owner is notified and can cancel the deletion')
    .argument(...nameOf)
    .option('--now', 'close it at once and permanently, and erase it ten minutes later')
    .option('--json', 'print JSON only')
    .action((name: string, given: Output & { now?: boolean }) =>
      withAdmin(load, async ({ config, db, masterKey }) => {
        const { id, email } = await existing(db, name)
        const mailer = mailerOf(config, db, masterKey)
        try {
          // Closed even if no service runs; the next one erases it.
          const deletionAt = given.now ? await deleteNow(db, id) : await schedule(config, db, mailer, id)
          if (deletionAt === null) throw beingErased(name)
          print(given, { userId: id, email, deletionAt: deletionAt.toISOString() }, [
            given.now
              ? `account ${email} closed; it is being erased`
              : `account ${email} is deleted on ${dayOf(deletionAt)}`,
          ])
        } finally {
          mailer.close()
        }
      }),
    )

  account
    .command('reset')
    .description('remove the password of an account, end its sessions, and send its owner a link to set a new one')
    .argument(...nameOf)
    .option('--print', 'print the link instead of sending it; without SMTP_URL it is printed in any case')
    .option('--factors', 'remove the authenticator app, backup codes and passkeys as well')
    .option('--json', 'print JSON only')
    .action((name: string, given: Output & { print?: boolean; factors?: boolean }) =>
      withAdmin(load, async ({ config, db, masterKey }) => {
        const { id, email } = await existing(db, name)
        const url = await serviceUrl(config)
        await takePassword(db, id, given.factors === true)
        const keys = accountKeys(masterKey)
        const context = { db, keys, kind: config.networkKind, url, logger: createLogger('warn', process.stderr) }
        if (config.smtpUrl !== undefined && !given.print) {
          const mailer = mailerOf(config, db, masterKey)
          await requestPasswordLink(context, email, mailer).finally(() => mailer.close())
          print(given, { userId: id, email, link: null }, [
            `a link to set a new password goes to ${email}; it is valid for an hour`,
          ])
          return
        }
        const caught = new LinkCatcher()
        await requestPasswordLink(context, email, caught)
        print(given, { userId: id, email, link: caught.link }, [
          `Give this link to the owner of ${email}. It is valid for an hour, and works once:`,
          caught.link,
        ])
      }),
    )
}

/** Options of what is noted with a reason. */
interface Reasoned extends Output {
  reason?: string
}

/** @throws {AdminError} when it is too long */
function reasonIn({ reason = '' }: Reasoned): string | null {
  const text = reason.trim()
  if (text.length > reasonMax) throw new AdminError(`The reason can have at most ${reasonMax} characters.`)
  return text === '' ? null : text
}

/** Takes a mail for its link. */
class LinkCatcher {
  readonly sends = true
  link = ''

  async send(_db: unknown, _to: unknown, template: MailTemplate): Promise<void> {
    this.link = template.link?.url ?? ''
  }
}

async function existing(db: Database, name: string): Promise<Account> {
  const found = await accountNamed(db, name)
  if (found === undefined) throw new AdminError(`Account ${name} does not exist.`)
  return found
}

function beingErased(name: string): AdminError {
  return new AdminError(`Account ${name} is being erased: that can no longer be changed.`)
}

/** @returns null when the account is being erased */
async function schedule(config: AccountsNeeds, db: Database, mailer: Mailer, accountId: string): Promise<Date | null> {
  const url = await serviceUrl(config)
  return scheduleDeletion({ db, mailer, portalUrl: (page) => `${url}/portal/${page}` }, accountId).catch(
    (error: unknown) => {
      if (error instanceof ApiError) return null
      throw error
    },
  )
}

/** Queues mails; the running service sends or shows them. */
function mailerOf({ smtpUrl, mailFrom: from, databaseUrl }: AccountsNeeds, db: Database, masterKey: MasterKey): Mailer {
  const logger = createLogger('warn', process.stderr)
  return new Mailer({ db, keys: accountKeys(masterKey).mail, smtpUrl, from, show: databaseUrl === undefined, logger })
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}
