import { afterAll, test as base, beforeAll } from 'vitest'
import type { EmbeddedPostgres } from '../../src/embedded/postgres.js'
import { type Anvil, startAnvil } from './programs.js'
import { deploy, externalSettings, newDatabase, newFolder, startRealPostgres } from './stack.js'

/** Surroundings of a service: PostgreSQL, a chain, a contract, a folder. */
export interface Surroundings {
  readonly folder: string
  /** Shared with the files before and after, which use other databases. It restarts when killed. */
  readonly postgres: EmbeddedPostgres
  readonly anvil: Anvil
  readonly contract: string
  /** Settings of a service with its own database. */
  settings(): Promise<{ databaseUrl: string; env: ReturnType<typeof externalSettings> }>
}

// biome-ignore lint/correctness/noEmptyPattern: vitest reads the needed fixtures from the pattern
const shared = base.extend('postgres', { scope: 'worker' }, async ({}, { onCleanup }) => {
  const folder = await newFolder()
  const postgres = await startRealPostgres(folder.path)
  onCleanup(async () => {
    await postgres.stop()
    await folder.remove()
  })
  return postgres
})

/** Starts them before the tests and removes them afterwards. By default the chain mines a block a second. */
export function useSurroundings(chainArguments = ['--block-time', '1']): Surroundings {
  let folder: Awaited<ReturnType<typeof newFolder>>
  let anvil: Anvil
  const given = {} as { postgres: EmbeddedPostgres; contract: string }

  shared.beforeAll(({ postgres }) => {
    given.postgres = postgres
  })
  beforeAll(async () => {
    folder = await newFolder()
    anvil = await startAnvil(chainArguments)
    given.contract = await deploy(anvil.url)
  })

  afterAll(async () => {
    await anvil?.program.kill9()
    await folder?.remove()
  })

  return {
    get folder() {
      return folder.path
    },
    get postgres() {
      return given.postgres
    },
    get anvil() {
      return anvil
    },
    get contract() {
      return given.contract
    },
    async settings() {
      const databaseUrl = await newDatabase(given.postgres)
      return { databaseUrl, env: externalSettings(databaseUrl, anvil.url, given.contract) }
    },
  }
}
