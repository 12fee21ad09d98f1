import { access, constants, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { writeDurably } from '../base/durable.js'
import { embeddedSecrets } from '../base/secrets.js'
import { ConfigError } from '../base/settings/config.js'
import { type EmbeddedChain, startChain } from './chain.js'
import type { ChainPast } from './chain-past.js'
import { lockFolder } from './folder-lock.js'
import { type EmbeddedPostgres, startPostgres } from './postgres.js'

/** Database and chain inside the data folder. */
export interface Embedded {
  /** Not set when DATABASE_URL is. */
  readonly postgres?: EmbeddedPostgres
  /**
   * Starts the chain from what the database knows of its past.
   *
   * @returns undefined when RPC_URL is set
   */
  startChain(past: () => Promise<ChainPast>): Promise<EmbeddedChain | undefined>
  /** Writes the addresses to DATA_DIR/embedded.json for the administrator's command line. `stop` removes the file. */
  announce(port: number): Promise<void>
  /** Stops the chain, then the database. Stop their users first. */
  stop(): Promise<void>
}

/** Settings of {@link startEmbedded}. */
export interface EmbeddedOptions {
  dataDir: string
  postgres: boolean
  /** Whether a chain will be started. */
  chain: boolean
  logger: Logger
}

/**
 * Locks the data folder for this process and starts the database in it, if requested.
 *
 * @throws {ConfigError} when another service uses the folder, or it isn't writable
 */
export async function startEmbedded({ dataDir, postgres, chain, logger }: EmbeddedOptions): Promise<Embedded> {
  // Several processes may share a database and chain elsewhere, and the files in the data folder.
  if (!postgres && !chain) {
    return { startChain: async () => undefined, announce: async () => undefined, stop: async () => undefined }
  }
  await makeFolder(dataDir)
  const lock = await lockFolder(dataDir)
  const file = join(dataDir, 'embedded.json')
  const started: { stop(): Promise<void> }[] = []
  const stop = async () => {
    await rm(file, { force: true })
    for (const part of started.reverse().splice(0)) await part.stop()
    await lock.release()
  }
  const keep = <T extends { stop(): Promise<void> }>(part: T): T => {
    started.push(part)
    return part
  }
  try {
    // Left by a killed run.
    await rm(file, { force: true })
    const { databasePassword: password } = await embeddedSecrets(dataDir)
    const database = postgres ? keep(await startPostgres({ dataDir, password, logger })) : undefined
    let node: EmbeddedChain | undefined
    return {
      ...(database && { postgres: database }),
      async startChain(past) {
        if (chain) node = keep(await startChain({ dataDir, past, logger }))
        return node
      },
      async announce(port) {
        const places = { databaseUrl: database?.databaseUrl, rpcUrl: node?.rpcUrl, port }
        await writeDurably(file, `${JSON.stringify(places, null, 2)}\n`, 0o600)
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Creates the data folder, unless it is there. @throws {ConfigError} when it isn't writable */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true })
    await access(path, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new ConfigError([`DATA_DIR must be a folder to write in: ${(error as Error).message}.`])
  }
}
