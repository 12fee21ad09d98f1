import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { createAccount, type NewAccountResult } from '../../src/accounts/account.js'
import { accountKeys } from '../../src/accounts/keys.js'
import type { LoginContext } from '../../src/accounts/tokens/login.js'
import { Tokens, type TokensOptions } from '../../src/accounts/tokens/token.js'
import type { Database } from '../../src/base/database/db.js'
import { createLogger } from '../../src/base/telemetry/log.js'
import { createHttp } from '../../src/http/server.js'

export const keys = accountKeys(Buffer.alloc(32, 7))
export const audience = 'tallystick:test:31337'

/** Builds what the room's routes need, on a test database. The feed is not started; tests that need it start it. */
export function contextOn(db: Database, options: Partial<TokensOptions> = {}): LoginContext {
  return { db, keys, tokens: new Tokens({ db, keys: keys.token, audience, ...options }) }
}

/** Creates an account with an address of its own. */
export function someAccount(db: Database): Promise<NewAccountResult> {
  return createAccount(db, keys, 'local', { email: `${randomBytes(6).toString('hex')}@example.com`, name: 'Ada' })
}

/** Builds the service's HTTP server, without routes and without a log. */
export function httpApp(): Promise<FastifyInstance> {
  const metrics = { observe: () => undefined }
  return createHttp({ logger: createLogger('silent'), metrics, bodyLimit: 1_048_576, trustProxy: [] })
}
