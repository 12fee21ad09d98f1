import type { Command } from 'commander'
import { AdminError, type Output, print, withAdmin } from '../../base/admin.js'
import type { LoadConfig } from '../../base/settings/config.js'
import { ApiError } from '../../http/errors.js'
import { isName } from '../account.js'
import { accountKeys } from '../keys.js'
import type { AccountsNeeds } from '../settings.js'
import { accountNamed, openAccountNamed } from '../sql.js'
import { addClient, listClients, revokeClient, rotateClient } from './client.js'

/** Adds `client create|list|rotate|revoke`. */
export function clientCommands(program: Command, load: LoadConfig<AccountsNeeds>): void {
  const client = program.command('client').description('manage API clients')

  client
    .command('create')
    .description('create another API client for an account')
    .argument('<account>', 'e-mail address or user ID')
    .requiredOption('--name <name>', 'a name by which its owner recognises it')
    .option('--json', 'print JSON only')
    .action((account: string, given: Output & { name: string }) =>
      withAdmin(load, async ({ config, db, masterKey }) => {
        const found = await openAccountNamed(db, account)
        if (found === undefined) throw new AdminError(`Account ${account} does not exist or is closed.`)
        if (!isName(given.name) || given.name.length > nameMax) {
          throw new AdminError(`--name must have 1 to ${nameMax} characters and no control characters.`)
        }
        const keys = accountKeys(masterKey)
        const made = addClient(db, keys, config.networkKind, found.id, given.name, () => undefined)
        const { clientId, secretKey } = await made.catch((error: unknown) => {
          throw error instanceof ApiError ? new AdminError(error.message) : error
        })
        print(given, { clientId, secretKey }, [`client id   ${clientId}`, `secret key  ${secretKey}`])
      }),
    )

  client
    .command('list')
    .description('list the API clients of an account, oldest first, revoked ones included')
    .argument('<account>', 'e-mail address or user ID')
    .option('--json', 'print JSON only')
    .action((account: string, given: Output) =>
      withAdmin(load, async ({ db }) => {
        const found = await accountNamed(db, account)
        if (found === undefined) throw new AdminError(`Account ${account} does not exist.`)
        const clients = (await listClients(db, found.id)).map(({ id, name, createdAt, lastUsedAt, revokedAt }) => ({
          clientId: id,
          name,
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
          revokedAt: revokedAt?.toISOString() ?? null,
        }))
        const state = (revokedAt: string | null, lastUsedAt: string | null) =>
          revokedAt ? `revoked ${revokedAt}` : lastUsedAt ? `used ${lastUsedAt}` : 'never used'
        print(
          given,
          clients,
          clients.map(
            (one) => `${one.clientId}  ${one.createdAt}  ${state(one.revokedAt, one.lastUsedAt)}  ${one.name}`,
          ),
        )
      }),
    )

  client
    .command('rotate')
    .description('replace the secret key of a client; the old key and its tokens stop working at once')
    .argument('<client-id>')
    .option('--json', 'print JSON only')
    .action((clientId: string, given: Output) =>
      withAdmin(load, async ({ config, db, masterKey }) => {
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
      withAdmin(load, async ({ db }) => {
        if (!(await revokeClient(db, clientId))) throw new AdminError(`Client ${clientId} does not exist.`)
        print(given, { clientId, revoked: true }, [`client ${clientId} revoked`])
      }),
    )
}

/** As in the portal, in characters. */
const nameMax = 100
