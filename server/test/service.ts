import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { notaryBytecode } from '@tallystick/contract/notary'
import { afterAll, beforeAll } from 'vitest'
import { createAccount } from '../src/accounts/account.js'
import { accountKeys } from '../src/accounts/keys.js'
import { loadConfig } from '../src/base/config.js'
import { createLogger } from '../src/base/log.js'
import { anvilPath, freePort } from '../src/embedded/chain.js'
import { bytesOf, Chain, hexOf } from '../src/ledger/chain.js'
import { createContract } from '../src/ledger/deploy.js'
import { signerOf } from '../src/ledger/sign.js'
import { type Service, startService } from '../src/service.js'
import { type TestDatabase, useDatabase } from './postgres.js'

/** An answer, with its body as text and, when it is JSON, parsed. */
export interface Answer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect in it
  body: any
}

/** An account of the test, logged in. */
export interface TestAccount {
  userId: string
  clientId: string
  secretKey: string
  token: string
  /** The header that says who asks. */
  auth: { authorization: string }
}

/** The running service of a test file: filled in before the first test. */
export interface TestService {
  url: string
  database: TestDatabase
  /** Where the service keeps files. */
  dataDir: string
  masterKey: Uint8Array
  rpcUrl: string
  /** Makes an account and logs it in. */
  account(name?: string, options?: { emailVerified?: boolean }): Promise<TestAccount>
  /** Asks the service over HTTP. `body` goes as JSON, a string as it is. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Stops the service and starts it again, at the same address; the node goes on. */
  restart(): Promise<void>
  /** Stops service and node before the tests end. */
  stop(): Promise<void>
  /** Asks the node. */
  rpc<T>(method: string, ...params: unknown[]): Promise<T>
}

/**
 * Starts the service, as it is, for the test file: on a database and a chain of its own, in this process.
 * Blocks are made as transactions come, until a test says `rpc('evm_setAutomine', false)`.
 *
 * @param env further settings
 * @example
 * const service = useService()
 * it('…', async () => { const ada = await service.account(); await service.call('GET', '/hash?id=…', undefined, ada.auth) })
 */
export function useService(env: Record<string, string> = {}): TestService {
  const database = useDatabase()
  const masterKey = randomBytes(32)
  const given = { database, masterKey } as unknown as TestService
  const signerKey = randomBytes(32)
  let running: Service | undefined
  let start: (port: string) => Promise<void> = async () => undefined
  let node: TestNode | undefined
  const dataDir = mkdtempSync(join(tmpdir(), 'tallystick-service-'))
  given.dataDir = dataDir

  beforeAll(async () => {
    node = await startNode(dataDir)
    const { rpcUrl } = node
    given.rpcUrl = rpcUrl
    given.rpc = (method, ...params) => rpc(rpcUrl, method, params)
    const signer = signerOf(signerKey)
    await given.rpc('anvil_setBalance', hexOf(signer.address), '0xffffffffffffffffffff')
    const { contract } = await createContract(new Chain(rpcUrl, 5000), signer, bytesOf(notaryBytecode), {
      maxFeePerGasCap: 500e9,
    })
    start = async (port) => {
      const config = loadConfig({
        DATA_DIR: dataDir,
        DATABASE_URL: database.url,
        RPC_URL: rpcUrl,
        CONTRACT_ADDRESS: hexOf(contract),
        SIGNER_KEY: signerKey.toString('hex'),
        MASTER_KEY: masterKey.toString('hex'),
        FINALITY: '1',
        PORT: port,
        LOG_LEVEL: 'silent',
        TRACK_INTERVAL_MS: '100',
        ...env,
      })
      running = await startService(config, createLogger(config.logLevel), () => undefined)
      given.url = running.url
    }
    await start('0')
  })
  given.restart = async () => {
    await running?.stop()
    await start(new URL(given.url).port)
  }
  given.stop = async () => {
    await running?.stop()
    await node?.stop()
    running = undefined
    node = undefined
  }
  afterAll(async () => {
    await given.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  given.call = (method, path, body, headers) => call(given.url, method, path, body, headers)
  given.account = async (name = 'Ada Lovelace', options = {}) => {
    const email = `${randomBytes(6).toString('hex')}@example.com`
    const keys = accountKeys(masterKey)
    const made = await createAccount(database.db, keys, 'live', { email, name, ...options })
    const { clientId, secretKey } = made
    const login = await given.call('POST', '/authenticate', undefined, {
      'client-id': clientId,
      'secret-key': secretKey,
    })
    const token: string = login.body.data.token
    return { ...made, token, auth: { authorization: `Bearer ${token}` } }
  }
  return given
}

/** Waits until `look` gives something else than undefined; fails after ten seconds. */
export async function eventually<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (const startedAt = Date.now(); Date.now() - startedAt < 30_000; await sleep(25)) {
    const seen = await look()
    if (seen !== undefined) return seen
  }
  throw new Error('it did not happen within thirty seconds')
}

/** A new hash, in hex. */
export function someHash(bytes = 32): string {
  return randomBytes(bytes).toString('hex')
}

/** Asks a service over HTTP. */
export async function call(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const sent = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body)
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  const response = await fetch(new URL(path, url), {
    method,
    headers: { ...type, ...headers },
    body: sent,
    redirect: 'manual',
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== ''
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined }
}

interface TestNode {
  rpcUrl: string
  stop(): Promise<void>
}

// When the process that runs the tests dies, its end of stdin closes, and the node goes down with it.
const guard = '"$@" </dev/null & node=$!; read -r _; kill -KILL $node; wait $node'
const flags = ['--quiet', '--hardfork', 'cancun', '--prune-history', '--accounts', '0', '--no-cors']

async function startNode(home: string): Promise<TestNode> {
  const port = await freePort()
  const rpcUrl = `http://127.0.0.1:${port}`
  const child = spawn('sh', ['-c', guard, 'sh', anvilPath(), ...flags, '--port', String(port)], {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error('anvil did not start')
    return rpc<string>(rpcUrl, 'eth_chainId', []).catch(() => undefined)
  })
  return { rpcUrl, stop: () => end(child) }
}

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  child.stdin?.end()
  await ended
}

async function rpc<T>(url: string, method: string, params: readonly unknown[]): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as { result: T; error?: { message: string } }
  if (error !== undefined) throw new Error(`${method}: ${error.message}`)
  return result
}
