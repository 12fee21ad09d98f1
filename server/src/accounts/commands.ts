import type { Command } from 'commander'
import { AdminError, type Output, print, withAdmin } from '../base/admin.js'
import { createAccount, listAccounts } from './account.js'
import { revokeClient, rotateClient } from './client.js'
import { accountKeys } from './keys.js'
import { hashPassword, newPassword } from './passwords.js'
import { replacePassword } from './portal-sql.js'
import { quotaCommand } from './quota-commands.js'
import { openAccountNamed } from './sql.js'

/** Adds `account create|list|password|quota` and `client rotate|revoke`. */
export function accountCommands(program: Command): void {
  const account = program.command('account').description('create and list accounts')

  account
    .command('create')
    .description('create an account with its first API client')
    .requiredOption('--email <address>', 'e-mail address, unique in the deployment')
    .requiredOption('--name <name>', 'public name')
    .option('--json', 'print JSON only')
    .action((given: Output & { email: string; name: string }) =>
      withAdmin(async ({ config, db, masterKey }) => {
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
      withAdmin(async ({ db }) => {
        const accounts = (await listAccounts(db)).map(({ id, email, name, status, clients, createdAt }) => ({
          userId: id,
          email,
          name,
          status,
          clients,
          createdAt: createdAt.toISOString(),
        }))
        print(
          given,
          accounts,
          accounts.map(({ userId, createdAt, email, name }) => `${userId}  ${createdAt}  ${email}  ${name}`),
        )
      }),
    )

  account
    .command('password')
    .description('give an account a new password and end its sessions of the portal')
    .argument('<e-mail or user id>')
    .option('--json', 'print JSON only')
    .action((name: string, given: Output) =>
      withAdmin(async ({ db }) => {
        const found = await openAccountNamed(db, name)
        if (found === undefined) throw new AdminError(`Account ${name} does not exist or is closed.`)
        const password = newPassword()
        await replacePassword(db, found.id, await hashPassword(password))
        const made = { userId: found.id, email: found.email, password }
        print(given, made, [`user id     ${made.userId}`, `e-mail      ${made.email}`, `password    ${password}`])
      }),
    )

  quotaCommand(account)

  const client = program.command('client').description('manage API clients')

  client
    .command('rotate')
    .description('replace the secret key of a client; the old key and its tokens stop working at once')
    .argument('<client-id>')
    .option('--json', 'print JSON only')
    .action((clientId: string, given: Output) =>
      withAdmin(async ({ config, db, masterKey }) => {
        const rotated = await rotateClient(db, accountKeys(masterKey), config.networkKind, clientId)
        if (rotated === null) throw new AdminError(`Client ${clientId} does not exist or is revoked.`)
        print(given, rotated, [`client id   ${rotated.clientId}`, `secret key  ${rotated.secretKey}`])
      }),
    )

  client
    .command('revoke')
    .description('revoke a client and its tokens permanently')
    .argument('<client-id>')
    .option('--json', 'print JSON only')
    .action((clientId: string, given: Output) =>
      withAdmin(async ({ db }) => {
        if (!(await revokeClient(db, clientId))) throw new AdminError(`Client ${clientId} does not exist.`)
        print(given, { clientId, revoked: true }, [`client ${clientId} revoked`])
      }),
    )
}
