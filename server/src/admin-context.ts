import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { NetworkKind } from './accounts/client.js'
import { type AccountKeys, accountKeys } from './accounts/keys.js'
import { type Config, loadConfig } from './base/config.js'
import { Database, isPassing, isServerError } from './base/db.js'
import { embeddedSecrets } from './base/secrets.js'

/** Thrown for what the operator can put right; the message says how, and is printed without a stack trace. */
export class AdminError extends Error {
  override name = 'AdminError'
}

/** What an administrative command works with. */
export interface AdminContext {
  config: Config
  db: Database
  keys: AccountKeys
  kind: NetworkKind
}

/** Runs a command's work on the service's database, and closes the connection afterwards. */
export async function withAdmin(work: (context: AdminContext) => Promise<void>): Promise<void> {
  const config = loadConfig()
  const url = config.databaseUrl ?? (await embeddedDatabase(config.dataDir))
  const masterKey = config.masterKey ?? Buffer.from((await embeddedSecrets(config.dataDir)).masterKey, 'hex')
  const db = new Database({ url, connectionsMax: 2 })
  try {
    await work({ config, db, keys: accountKeys(masterKey), kind: config.networkKind })
  } catch (error) {
    if (isServerError(error) && error.code === '42P01') {
      throw new AdminError('The database has no tables yet: start the service first, it makes them.')
    }
    if (!isPassing(error)) throw error
    throw new AdminError(
      config.databaseUrl === undefined
        ? `The service does not answer on its database: start it first (npm start). ${textOf(error)}`
        : `The database of DATABASE_URL cannot be reached: ${textOf(error)}`,
    )
  } finally {
    await db.close()
  }
}

/** The database of the running service, from the file it keeps in its data folder while it runs. */
async function embeddedDatabase(dataDir: string): Promise<string> {
  let text: string
  try {
    text = await readFile(join(dataDir, 'embedded.json'), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new AdminError(
      `No service is running on the data folder ${dataDir}: start it first (npm start), or set DATABASE_URL.`,
    )
  }
  const { databaseUrl } = JSON.parse(text) as { databaseUrl?: unknown }
  if (typeof databaseUrl !== 'string') throw new AdminError(`${join(dataDir, 'embedded.json')} names no database.`)
  return databaseUrl
}

/** An error in words; connection errors of several addresses have an empty message of their own. */
function textOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(textOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
