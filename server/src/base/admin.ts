import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { Database, isPassing, isServerError } from './database/db.js'
import { textOf } from './error-text.js'
import { type MasterKey, masterKeyOf } from './secrets.js'
import type { LoadConfig } from './settings/config.js'
import type { GroundConfig } from './settings/ground.js'

/** An error the operator can fix. The message says how and is printed without a stack trace. */
export class AdminError extends Error {
  override name = 'AdminError'
}

/** Dependencies of an administrative command. */
export interface AdminContext<Config> {
  config: Config
  db: Database
  /** Of the same database. */
  databaseUrl: string
  masterKey: MasterKey
}

/** Options that every command with results has. */
export interface Output {
  json?: boolean
}

/** Lets a program end as it would have, if the reader of its output leaves first, as `head` does. */
export function outliveReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

/** Returns the user that runs the command. A container may run as one without a name. */
export function personRunning(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}

/** Prints a result: one line of JSON, or lines for people. */
export function print(output: Output, value: unknown, lines: readonly string[]): void {
  process.stdout.write(`${output.json ? JSON.stringify(value) : lines.join('\n')}\n`)
}

/** Runs a command on the service's database and closes the connection afterwards. */
export async function withAdmin<Config extends GroundConfig>(
  load: LoadConfig<Config>,
  work: (context: AdminContext<Config>) => Promise<void>,
): Promise<void> {
  const config = load()
  const url = config.databaseUrl ?? (await embeddedAddresses(config.dataDir)).databaseUrl
  if (!url)
    throw new AdminError(`${join(config.dataDir, 'embedded.json')} doesn't name a database. Restart the service.`)
  const masterKey = await masterKeyOf(config)
  const db = new Database({ url, connectionsMax: 2 })
  try {
    await work({ config, db, databaseUrl: url, masterKey })
  } catch (error) {
    if (isServerError(error) && error.code === '42P01') {
      throw new AdminError('The database has no tables yet. Start the service first: it creates them.')
    }
    if (!isPassing(error)) throw error
    throw new AdminError(
      config.databaseUrl === undefined
        ? `The embedded database is not responding. Start the service first. ${textOf(error)}`
        : `Cannot connect to the database at DATABASE_URL: ${textOf(error)}`,
    )
  } finally {
    await db.close()
  }
}

/** Where the embedded parts of a running service are. */
export interface EmbeddedAddresses {
  databaseUrl?: string
  rpcUrl?: string
  /** Of the service itself; 0 when it serves none. */
  port?: number
}

/** Returns the address at which people reach the service, without a trailing slash. */
export async function serviceUrl(config: GroundConfig): Promise<string> {
  if (config.publicUrl !== undefined) return config.publicUrl
  const { port = config.port } = config.databaseUrl === undefined ? await embeddedAddresses(config.dataDir) : {}
  return `http://localhost:${port}`
}

/** Reads the addresses of a running service's embedded parts from the file it keeps in its data folder. */
export async function embeddedAddresses(dataDir: string): Promise<EmbeddedAddresses> {
  let text: string
  try {
    text = await readFile(join(dataDir, 'embedded.json'), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new AdminError(`No service is running in the data folder ${dataDir}. Start it first, or set DATABASE_URL.`)
  }
  return JSON.parse(text) as EmbeddedAddresses
}
