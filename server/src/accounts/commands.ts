import type { Command } from 'commander'
import { AdminError, type Output, print, withAdmin } from '../base/admin.js'
import type { LoadConfig } from '../base/settings/config.js'
import { createAccount, listAccounts } from './account.js'
import { careCommands } from './care-commands.js'
import { clientCommands } from './clients/commands.js'
import { accountKeys } from './keys.js'
import { operatorCommands } from './operators/commands.js'
import { replacePassword } from './portal-sql.js'
import { hashPassword, newPassword } from './proving/passwords.js'
import { quotaCommand } from './quotas/commands.js'
import type { AccountsNeeds } from './settings.js'
import { openAccountNamed } from './sql.js'

/** Adds `account …`, `client …` and `operator …`. */
export function accountCommands(program: Command, load: LoadConfig<AccountsNeeds>): void {
  const account = program.command('account').description('manage accounts')

  account
    .command('create')
    .description('create an account with its first API client')
    .requiredOption('--email <address>', 'e-mail address, unique in the deployment')
    .requiredOption('--name <name>', 'public name')
    .option('--json', 'print JSON only')
    .action((given: Output & { email: string; name: string }) =>
      withAdmin(load, async ({ config, db, masterKey }) => {
        const keys = accountKeys(masterKey)
        const made = await createAccount(db, keys, config.networkKind, { email: given.email, name: given.name })
        print(given, made, [
          `user id     ${made.userId}`,
          `client id   ${made.clientId}`,
          `secret key  ${made.secretKey}`,
        ])
      }),
    )

  account
    .command('list')
    .description('list all accounts, oldest first')
    .option('--json', 'print JSON only')
    .action((given: Output) =>
      withAdmin(load, async ({ db }) => {
        const accounts = (await listAccounts(db)).map(
          ({ id, email, name, status, clients, createdAt, deletionAt }) => ({
            userId: id,
            email,
            name,
            status,
            clients,
            createdAt: createdAt.toISOString(),
            deletionAt: deletionAt?.toISOString() ?? null,
          }),
        )
        print(
          given,
          accounts,
          accounts.map((one) => `${one.userId}  ${one.createdAt}  ${one.email}  ${one.name}${stateOf(one)}`),
        )
      }),
    )

  account
    .command('password')
    .description('give an account a new password and end its portal sessions')
    .argument('<e-mail or user id>')
    .option('--json', 'print JSON only')
    .action((name: string, given: Output) =>
      withAdmin(load, async ({ db }) => {
        const found = await openAccountNamed(db, name)
        if (found === undefined) throw new AdminError(`Account ${name} does not exist or is closed.`)
        const password = newPassword()
        await replacePassword(db, found.id, await hashPassword(password))
        const made = { userId: found.id, email: found.email, password }
        print(given, made, [`user id     ${made.userId}`, `e-mail      ${made.email}`, `password    ${password}`])
      }),
    )

  careCommands(account, load)
  quotaCommand(account, load)
  clientCommands(program, load)
  operatorCommands(program, load)
}

/** Returns notes on an account's unusual state; empty for most. */
function stateOf({ status, deletionAt }: { status: number; deletionAt: string | null }): string {
  const words = [
    ...(status === 1 ? [] : ['disabled']),
    ...(deletionAt === null ? [] : [`to be deleted on ${deletionAt}`]),
  ]
  return words.length === 0 ? '' : `  (${words.join(', ')})`
}
