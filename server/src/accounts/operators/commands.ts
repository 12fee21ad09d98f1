import type { Command } from 'commander'
import { AdminError, type Output, personRunning, print, withAdmin } from '../../base/admin.js'
import type { Database } from '../../base/database/db.js'
import type { LoadConfig } from '../../base/settings/config.js'
import type { AccountsNeeds } from '../settings.js'
import { accountNamed } from '../sql.js'
import { setOperator } from './operators.js'

/** Adds `operator add|remove|list`. */
export function operatorCommands(program: Command, load: LoadConfig<AccountsNeeds>): void {
  const operator = program.command('operator').description("manage who sees the operator's page of the portal")

  const change = (name: string, description: string, isOperator: boolean) =>
    operator
      .command(name)
      .description(description)
      .argument('<account>', 'e-mail address or user ID')
      .option('--json', 'print JSON only')
      .action((account: string, given: Output) =>
        withAdmin(load, async ({ db }) => {
          const { id, email } = await changed(db, account, isOperator)
          const state = isOperator ? 'is an operator' : 'is no longer an operator'
          print(given, { userId: id, email, operator: isOperator }, [`account ${email} ${state}`])
        }),
      )
  change('add', 'make an account an operator: in the portal it sees all accounts and can disable them', true)
  change('remove', 'undo `add`', false)

  operator
    .command('list')
    .description('list the operators')
    .option('--json', 'print JSON only')
    .action((given: Output) =>
      withAdmin(load, async ({ db }) => {
        const found = await db.query<{ userId: string; email: string; name: string }>(
          'SELECT id AS "userId", email, name FROM accounts WHERE is_operator ORDER BY id',
        )
        const lines = found.map(({ userId, email, name }) => `${userId}  ${email}  ${name}`)
        print(
          given,
          found,
          lines.length > 0 ? lines : ['No account is an operator. Make one: operator add you@example.com'],
        )
      }),
    )
}

/** @throws {AdminError} when the account doesn't exist or is being erased */
async function changed(db: Database, name: string, isOperator: boolean) {
  const found = await accountNamed(db, name)
  if (found === undefined) throw new AdminError(`Account ${name} does not exist.`)
  if ((await setOperator(db, found.id, isOperator, { person: personRunning() })) === 'closed')
    throw new AdminError(`Account ${name} is being erased: that can no longer be changed.`)
  return found
}
