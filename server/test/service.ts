import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { notaryBytecode } from '@tallystick/contract/notary'
import { afterAll, test as base, beforeAll } from 'vitest'
import { eventually, Hopeless } from '../../test/eventually.js'
import { explainFailures, LastLines } from '../../test/failures.js'
import { mineForgotten } from '../../test/forgotten.js'
import { guarded } from '../../test/guarded.js'
import { limitMs } from '../../test/machine.js'
import { countStart } from '../../test/run-folder.js'
import { createAccount } from '../src/accounts/account.js'
import { accountKeys } from '../src/accounts/keys.js'
import { accountsRoomOn } from '../src/accounts/open.js'
import { EvenTiming } from '../src/accounts/proving/even-timing.js'
import { createLogger } from '../src/base/telemetry/log.js'
import { Chain } from '../src/chain/chain.js'
import { createContract } from '../src/chain/deploy.js'
import { bytesOf, hexOf } from '../src/chain/hex.js'
import { type Signer, signerOf } from '../src/chain/sign.js'
import { anvilPath } from '../src/embedded/chain.js'
import { type rooms as allRooms, roomsOn } from '../src/rooms.js'
import { type Service, startService } from '../src/service.js'
import { loadConfig } from '../src/settings.js'
import { storageRoomOn } from '../src/storage/open.js'
import { checkAnswer } from './documented.js'
import { freePort } from './free-port.js'
import { createDatabase, type TestDatabase, useDatabase } from './postgres.js'

/** An answer: its body as text and, when it is JSON, parsed. */
export interface Answer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape it expects
  body: any
}

/** A test account, logged in. */
export interface TestAccount {
  userId: string
  clientId: string
  secretKey: string
  token: string
  /** The header that authenticates a request. */
  auth: { authorization: string }
}

/** A service that answers requests, in this process or in its own. */
export interface Reachable {
  url: string
  /** Sends a request to the service. `body` is sent as JSON, a string as it is. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

/** A running service in this process. */
export interface TestService extends Reachable {
  database: TestDatabase
  /** Where the service keeps files. */
  dataDir: string
  masterKey: Buffer
  rpcUrl: string
  /** Address of the contract, in hex. */
  contract: string
  /** Creates an account and logs it in. */
  account(name?: string, options?: { emailVerified?: boolean }): Promise<TestAccount>
  /** Calls the node. */
  rpc<T>(method: string, ...params: unknown[]): Promise<T>
}

/** A running service that belongs to one test file. */
export interface OwnService extends TestService {
  /** The last lines of its log. */
  log(): string
  /** Stops the service and starts it again at the same address, with further settings; the node keeps running. */
  restart(more?: Record<string, string>): Promise<void>
  /** Stops service and node before the tests end. */
  stop(): Promise<void>
}

// biome-ignore lint/correctness/noEmptyPattern: vitest reads the needed fixtures from the pattern
const shared = base.extend('service', { scope: 'worker' }, async ({}, { onCleanup }) => {
  const database = await createDatabase()
  const service = newService(database)
  onCleanup(async () => {
    await service.remove()
    await database.drop()
  })
  await service.start({})
  return service
})

/**
 * Gives the test file a service in this process, with a database and a chain, shared with the files before and after.
 * So a test creates its own accounts and looks only at theirs. Blocks are mined as transactions arrive; a test that calls
 * `rpc('evm_setAutomine', false)` must also turn it back on.
 *
 * A test that looks at the whole service, stops it, or needs other settings takes {@link useOwnService}.
 *
 * @returns the service, filled in before the first test
 * @example
 * const service = useService()
 * it('…', async () => { const ada = await service.account(); await service.call('GET', '/hash?id=…', undefined, ada.auth) })
 */
export function useService(): TestService {
  const given = {} as TestService
  shared.beforeAll(({ service }) => {
    Object.assign(given, service)
  })
  return given
}

/**
 * Starts a service for this test file alone, in this process, with its own database and chain.
 *
 * @param env further settings
 * @param rooms the service's own rooms ({@link testRooms}), unless the test adds one
 * @param startNode starts the chain's node; by default anvil
 * @param database a migrated one, filled in before; by default one of its own
 * @returns the service, filled in before the first test
 */
export function useOwnService(
  env: Record<string, string> = {},
  rooms = testRooms(),
  startNode: StartNode = startAnvil,
  database: TestDatabase = useDatabase(),
): OwnService {
  const service = newService(database, rooms, startNode)
  beforeAll(() => service.start(env))
  afterAll(() => service.remove())
  return service
}

/** Work of a password hash that is worth nothing: hundreds are made, and only mailbox.slow.test.ts looks at their strength. */
export const weakHashes = { memoryCost: 8, timeCost: 1 }

/** The service's own rooms, with hashes that take no time. */
export function testRooms(storageRoom = storageRoomOn()): typeof allRooms {
  return roomsOn(
    storageRoom,
    accountsRoomOn({ strength: weakHashes, timing: new EvenTiming({ sleep: async () => undefined }) }),
  )
}

/** How many services this process has started. */
let services = 0

/** A service that can be started and removed. */
export interface NewService extends OwnService {
  start(env: Record<string, string>): Promise<void>
  /** Stops it and deletes its files. */
  remove(): Promise<void>
}

/** Prepares a service for {@link useService} and its like. */
export function newService(database: TestDatabase, rooms = testRooms(), startNode: StartNode = startAnvil): NewService {
  const masterKey = randomBytes(32)
  const signerKey = randomBytes(32)
  const dataDir = mkdtempSync(join(tmpdir(), 'tallystick-service-'))
  const log = new LastLines()
  const explained = explainFailures(`service-${++services}.log`, () => log.read())
  let running: Service | undefined
  let node: TestNode | undefined
  let listen: (port: string, more?: Record<string, string>) => Promise<void> = async () => undefined
  const service = {
    url: '',
    rpcUrl: '',
    contract: '',
    database,
    dataDir,
    masterKey,
    log: () => log.read(),
    call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
      call(service.url, method, path, body, headers),
    rpc: <T>(method: string, ...params: unknown[]) => rpc<T>(service.rpcUrl, method, params),
    async account(name = 'Ada Lovelace', options: { emailVerified?: boolean } = {}) {
      const email = `${randomBytes(6).toString('hex')}@example.com`
      const made = await createAccount(database.db, accountKeys(masterKey), 'live', { email, name, ...options })
      const { clientId, secretKey } = made
      const login = await service.call('POST', '/authenticate', undefined, {
        'client-id': clientId,
        'secret-key': secretKey,
      })
      const token: string = login.body.data.token
      return { ...made, token, auth: { authorization: `Bearer ${token}` } }
    },
    async start(env: Record<string, string>) {
      countStart('services in a test')
      const signer = signerOf(signerKey)
      node = await startNode(dataDir, signer)
      service.rpcUrl = node.rpcUrl
      const { contract } = await createContract(
        new Chain(node.rpcUrl, limitMs(5_000)),
        signer,
        bytesOf(notaryBytecode),
        {
          maxFeePerGasCap: 500e9,
        },
      )
      service.contract = hexOf(contract)
      listen = async (port, more = {}) => {
        const config = loadConfig({
          ...chainSettings(service),
          SIGNER_KEY: signerKey.toString('hex'),
          PORT: port,
          LOG_LEVEL: 'info',
          RPC_TIMEOUT_MS: String(limitMs(5_000)),
          TRACK_INTERVAL_MS: '100',
          TSA: 'accounts',
          OTS_CALENDAR: 'accounts',
          ...env,
          ...more,
        })
        running = await startService(
          config,
          createLogger(config.logLevel, log),
          { print: () => undefined, isWatched: false },
          rooms,
        )
        service.url = running.url
      }
      await listen('0')
    },
    async restart(more?: Record<string, string>) {
      await running?.stop()
      await listen(new URL(service.url).port, more)
    },
    async stop() {
      await running?.stop()
      await node?.stop()
      running = undefined
      node = undefined
    },
    async remove() {
      await service.stop()
      explained()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return service
}

/** Settings with which a program of the operator works on a service's data. */
export function dataSettings({ database, masterKey, dataDir }: TestService) {
  return { DATABASE_URL: database.url, MASTER_KEY: masterKey.toString('hex'), DATA_DIR: dataDir }
}

/** The same with the service's chain, and a signer of its own, which has nothing to pay with. */
export function chainSettings(service: TestService) {
  return {
    ...dataSettings(service),
    RPC_URL: service.rpcUrl,
    CONTRACT_ADDRESS: service.contract,
    SIGNER_KEY: `0x${'42'.repeat(32)}`,
    FINALITY: '1',
  }
}

/** Returns a new hash in hex. */
export function someHash(bytes = 32): string {
  return randomBytes(bytes).toString('hex')
}

/** Sends a request to a service. */
export async function call(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const sent = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body)
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  // After a long computation, connections that were idle for too long: a turn for a service of this process to close them, and one
  // for fetch to learn of it. It would send the request on one of them otherwise.
  await turn()
  await turn()
  const response = await fetch(new URL(path, url), {
    method,
    headers: { ...type, ...headers },
    body: sent,
    redirect: 'manual',
  })
  return answerOf(response, { method, path, headers, body })
}

/** A request as a test sent it. */
export interface Sent {
  method: string
  path: string
  headers: Record<string, string>
  /** Of JSON, before it was serialised. */
  body?: unknown
}

/** Reads an answer, and compares it with docs/openapi.json. */
export async function answerOf(response: Response, { method, path, headers: requestHeaders, body: request }: Sent) {
  const bytes = Buffer.from(await response.arrayBuffer())
  const text = new TextDecoder().decode(bytes)
  const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== ''
  const { status, headers } = response
  const answer: Answer = { status, headers, text, body: isJson ? JSON.parse(text) : undefined }
  checkAnswer({ method, path, requestHeaders, request, status, headers, body: answer.body, bytes })
  return answer
}

/** A running node. */
export interface TestNode {
  rpcUrl: string
  /** Resolves when it has ended. */
  ended: Promise<unknown>
  stop(): Promise<void>
}

/** Starts a node in a folder, with funds for the signer if its chain takes fees. */
export type StartNode = (home: string, signer: Signer) => Promise<TestNode>

const usual = ['--hardfork', 'cancun', '--prune-history']

const startAnvil: StartNode = async (home, signer) => {
  const node = await startAnvilWith(home, usual)
  await rpc(node.rpcUrl, 'anvil_setBalance', [hexOf(signer.address), '0xffffffffffffffffffff'])
  return node
}

/** Starts an anvil without accounts. */
export async function startAnvilWith(home: string, flags: readonly string[]): Promise<TestNode> {
  const fixed = ['--quiet', '--accounts', '0', '--no-cors']
  const node = await startProgram(home, (port) => [anvilPath(), ...fixed, ...flags, '--port', String(port)])
  mineForgotten(node.rpcUrl, node.ended)
  return node
}

/** Starts a node that answers at a port of 127.0.0.1, and waits until it does. */
export async function startProgram(
  home: string,
  command: (port: number) => readonly string[],
  env: Record<string, string> = {},
  cwd = home,
): Promise<TestNode> {
  countStart('nodes')
  const port = await freePort()
  const rpcUrl = `http://127.0.0.1:${port}`
  const child = spawn(...guarded('KILL', command(port)), {
    cwd,
    env: { PATH: process.env.PATH, HOME: home, ...env },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  await eventually('the node answers', async () => {
    if (child.exitCode !== null) throw new Hopeless('the node did not start')
    return rpc<string>(rpcUrl, 'eth_chainId', []).catch(() => undefined)
  })
  return {
    rpcUrl,
    ended,
    stop() {
      child.stdin.end()
      return ended
    },
  }
}

/** Calls a node. */
export async function rpc<T>(url: string, method: string, params: readonly unknown[]): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as { result: T; error?: { message: string } }
  if (error !== undefined) throw new Error(`${method}: ${error.message}`)
  return result
}
