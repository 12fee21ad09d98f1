import type { TestProject } from 'vitest/node'
import { refuseStale } from '../../test/built.js'
import { Database } from '../src/base/database/db.js'
import { migrate } from '../src/base/database/migrate.js'
import { databaseUrl, startPostgres, templateName } from './postgres-server.js'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresSocketDir: string
  }
}

/** Starts one PostgreSQL for the whole run, with the template that each test file's database is cloned from. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  refuseStale(['server'])
  const postgres = await startPostgres()
  try {
    const admin = new Database({ url: databaseUrl(postgres.socketDir, 'postgres'), connectionsMax: 1 })
    await admin.execute(`CREATE DATABASE ${templateName}`)
    await admin.close()
    const template = new Database({ url: databaseUrl(postgres.socketDir, templateName), connectionsMax: 1 })
    await migrate(template)
    await template.close()
  } catch (error) {
    await postgres.stop()
    throw error
  }
  project.provide('postgresSocketDir', postgres.socketDir)
  return () => postgres.stop()
}
