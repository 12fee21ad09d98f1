import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { notaryBytecode } from '@tallystick/contract/notary'
import { pino } from 'pino'
import { eventually, Hopeless } from '../../../test/eventually.js'
import { limitMs } from '../../../test/machine.js'
import { countStart } from '../../../test/run-folder.js'
import { createAccount } from '../../src/accounts/account.js'
import { accountKeys } from '../../src/accounts/keys.js'
import { Database } from '../../src/base/database/db.js'
import { migrate } from '../../src/base/database/migrate.js'
import { Chain } from '../../src/chain/chain.js'
import { createContract } from '../../src/chain/deploy.js'
import { bytesOf, hexOf } from '../../src/chain/hex.js'
import { type EmbeddedPostgres, startPostgres } from '../../src/embedded/postgres.js'
import { firstAccountFile } from '../../src/roof/welcome.js'
import { freePort } from '../free-port.js'
import { templateName } from '../postgres-server.js'
import type { Target } from './load.js'
import { mainProgram, type Program, signer, signerKey, start } from './programs.js'

/** Creates a folder for one test file. PostgreSQL runs as another user and must be able to enter it. */
export async function newFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'tallystick-faults-'))
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }) }
}

/** Starts a durable PostgreSQL (fsync on) that is restarted when killed, with the migrated template of {@link newDatabase}. */
export async function startRealPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  countStart('durable PostgreSQL')
  const postgres = await startPostgres({ dataDir, password: 'test', logger: pino({ level: 'silent' }) })
  const template = new Database({ url: await create(postgres, templateName), connectionsMax: 1 })
  await migrate(template)
  await template.close()
  return postgres
}

/** Creates another migrated database on the same server. */
export function newDatabase(postgres: EmbeddedPostgres): Promise<string> {
  return create(postgres, `faults_${randomBytes(4).toString('hex')}`, `TEMPLATE ${templateName}`)
}

/** Creates another database on the same server, without tables. */
export function emptyDatabase(postgres: EmbeddedPostgres): Promise<string> {
  return create(postgres, `faults_${randomBytes(4).toString('hex')}`)
}

async function create(postgres: EmbeddedPostgres, name: string, options = ''): Promise<string> {
  const admin = new Database({ url: postgres.databaseUrl, connectionsMax: 1 })
  await admin.execute(`CREATE DATABASE ${name} ${options}`)
  await admin.close()
  const url = new URL(postgres.databaseUrl)
  url.pathname = name
  return url.href
}

/** Deploys the Notary contract to a node that mines automatically. */
export async function deploy(rpcUrl: string): Promise<string> {
  const chain = new Chain(rpcUrl, limitMs(10_000))
  const made = await createContract(chain, signer, bytesOf(notaryBytecode), { maxFeePerGasCap: 5e11 })
  return hexOf(made.contract)
}

export const masterKey = 'ab'.repeat(32)

/** Returns the settings of a service with an external database and node. */
export function externalSettings(databaseUrl: string, rpcUrl: string, contract: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    RPC_URL: rpcUrl,
    CONTRACT_ADDRESS: contract,
    SIGNER_KEY: signerKey,
    MASTER_KEY: masterKey,
    FINALITY: '1',
    TRACK_INTERVAL_MS: '200',
    RPC_TIMEOUT_MS: String(limitMs(2_000)),
  }
}

/** A service in its own process, which can be killed and restarted at the same address. */
export class Service implements Target {
  url = ''
  token = ''
  program: Program | undefined
  private readonly env: Record<string, string>
  private readonly node: string

  private constructor(env: Record<string, string>, port: number, node: string) {
    this.node = node
    this.env = { LOG_LEVEL: 'warn', HOST: '127.0.0.1', PORT: String(port), GUESS_LIMIT: '0', ...env }
    this.url = `http://127.0.0.1:${port}`
  }

  /** @param node the Node that runs it; by default the one that runs the tests */
  static async prepare(env: Record<string, string>, node = process.execPath): Promise<Service> {
    return new Service(env, await freePort(), node)
  }

  /** Starts it and waits until it answers; with `readyz`, until it accepts stamps. */
  async start(waitFor: 'healthz' | 'readyz' = 'readyz'): Promise<this> {
    const program = this.launch()
    await eventually(waitFor === 'readyz' ? 'the service accepts stamps' : 'the service answers', async () => {
      if (program.hasEnded()) throw new Hopeless(`the service ended:\n${program.output().slice(-4_000)}`)
      // It says so once it listens; asking before would cost more than waiting.
      return program.output().includes('ready: ') && (await fetch(`${this.url}/${waitFor}`)).ok
    })
    return this
  }

  /** Starts it without waiting. */
  launch(): Program {
    this.program = start(this.node, [mainProgram], this.env)
    return this.program
  }

  /** The process and its output. */
  get process(): Program {
    if (!this.program) throw new Error('the service was not started')
    return this.program
  }

  /** Creates an account and logs in. */
  async login(): Promise<this> {
    const email = `${randomBytes(6).toString('hex')}@example.com`
    const database = new Database({ url: this.env.DATABASE_URL ?? '', connectionsMax: 1 })
    const keys = accountKeys(Buffer.from(masterKey, 'hex'))
    const { clientId, secretKey } = await createAccount(database, keys, 'live', { email, name: 'Ada' })
    await database.close()
    const response = await fetch(`${this.url}/authenticate`, {
      method: 'POST',
      headers: { 'client-id': clientId, 'secret-key': secretKey },
    })
    const { data } = (await response.json()) as { data: { token: string } }
    this.token = data.token
    return this
  }

  /** Stops it as an operator would, and makes sure that the process is gone. */
  async stop(): Promise<void> {
    const program = this.program
    if (!program) return
    program.kill('SIGCONT')
    program.kill('SIGTERM')
    await eventually('the service stops', () => program.hasEnded()).finally(() => program.kill9())
  }
}

/** Reads the addresses of a service's embedded parts from the file it keeps for its command line. */
export async function embeddedPlaces(dataDir: string): Promise<{ databaseUrl: string; rpcUrl: string }> {
  // The file is written shortly after the first answer.
  return eventually('the service tells where its parts are', async () =>
    JSON.parse(await readFile(join(dataDir, 'embedded.json'), 'utf8')),
  )
}

/** Returns the token of the first account, which the service tells in a file when no one watches its terminal. */
export async function firstToken(dataDir: string): Promise<string> {
  return eventually('the file of the first account is there', async () => {
    const text = await readFile(join(dataDir, firstAccountFile), 'utf8').catch(() => '')
    return /Bearer ([\w.-]+)/.exec(text)?.[1]
  })
}

/** Reads a process id from a file. */
export async function pidIn(path: string): Promise<number> {
  return eventually(`a process id in ${path}`, async () => {
    const pid = Number((await readFile(path, 'utf8')).trim())
    return pid > 0 ? pid : false
  })
}
