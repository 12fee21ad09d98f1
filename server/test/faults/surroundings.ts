import { afterAll, beforeAll } from 'vitest'
import type { EmbeddedPostgres } from '../../src/embedded/postgres.js'
import { type Anvil, startAnvil } from './programs.js'
import { deploy, externalSettings, newDatabase, newFolder, startRealPostgres } from './stack.js'

/** What a service needs around it, shared by a test file: PostgreSQL, a chain, a contract, a folder. */
export interface Surroundings {
  readonly folder: string
  readonly postgres: EmbeddedPostgres
  readonly anvil: Anvil
  /** Settings of a service with its own database. */
  settings(): Promise<{ databaseUrl: string; env: ReturnType<typeof externalSettings> }>
}

/** Starts them before the tests and removes them afterwards. By default the chain mines a block a second. */
export function useSurroundings(chainArguments = ['--block-time', '1']): Surroundings {
  let folder: Awaited<ReturnType<typeof newFolder>>
  let postgres: EmbeddedPostgres
  let anvil: Anvil
  let contract: string

  beforeAll(async () => {
    folder = await newFolder()
    postgres = await startRealPostgres(folder.path)
    anvil = await startAnvil(chainArguments)
    contract = await deploy(anvil.url)
  })

  afterAll(async () => {
    await anvil?.program.kill9()
    await postgres?.stop()
    await folder?.remove()
  })

  return {
    get folder() {
      return folder.path
    },
    get postgres() {
      return postgres
    },
    get anvil() {
      return anvil
    },
    async settings() {
      const databaseUrl = await newDatabase(postgres)
      return { databaseUrl, env: externalSettings(databaseUrl, anvil.url, contract) }
    },
  }
}
