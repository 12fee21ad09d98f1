import type { Command } from 'commander'
import type { Logger } from 'pino'
import { personRunning, withAdmin } from '../base/admin.js'
import type { Database } from '../base/database/db.js'
import { canonicalEmail } from '../base/database/email.js'
import type { LoadConfig } from '../base/settings/config.js'
import { type Loop, startLoop } from '../base/turns/loop.js'
import type { Config } from '../settings.js'

const idleMs = 5_000
const atOnce = 100

interface CommandRow {
  id: string
  at: Date
  command: string
  person: string
  account: string | null
  client: string | null
}

const add = `
INSERT INTO admin_commands (command, person, account_id, client_id)
VALUES ($1, $2, (SELECT id FROM accounts WHERE email = $3 OR id::text = $3), $4)`

const take = `
DELETE FROM admin_commands WHERE id = ANY (ARRAY(
  SELECT id FROM admin_commands ORDER BY id LIMIT ${atOnce} FOR UPDATE SKIP LOCKED))
RETURNING id, at, command, person, account_id AS account, client_id AS client`

/**
 * Records each command of the administrator before it runs, for the log of the service. One that doesn't reach the database records nothing,
 * and can change nothing in it.
 */
export function recordCommands(program: Command, load: LoadConfig<Config>): void {
  program.hook('preAction', async (_, action) => {
    const [named] = action.args
    const client = named !== undefined && /^cl_[0-9a-f]{24}$/.test(named) ? named : null
    const account = client === null && named !== undefined ? canonicalEmail(named) : null
    const values = [nameOf(action), personRunning(), account, client]
    await withAdmin(load, async ({ db }) => {
      await db.execute(add, values)
    }).catch(() => undefined)
  })
}

/** Writes recorded commands to the log: each once, or twice if the process dies at that moment. */
export function startAdminLog(database: Database, logger: Logger): Loop {
  const step = () =>
    database.transaction(async (tx) => {
      const rows = await tx.query<CommandRow>(take)
      for (const { at, command, person: by, account, client } of rows) {
        const who = { account: account ?? undefined, client: client ?? undefined, person: by }
        logger.info({ security: 'admin_command', command, ...who, at: at.toISOString() }, 'security')
      }
    })
  return startLoop({ name: 'admin-log', step, idleMs, logger })
}

/** Returns the words of a command, without what it was given. */
function nameOf(command: Command): string {
  const { parent } = command
  return parent?.parent ? `${nameOf(parent)} ${command.name()}` : command.name()
}
