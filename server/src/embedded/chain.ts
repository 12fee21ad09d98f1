import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { toHex } from '@tallystick/proof'
import type { Logger } from 'pino'
import { ConfigError, childEnvironment, embeddedChainId } from '../base/settings/config.js'
import { anvilState, type ChainPast, headHash } from './chain-past.js'
import { closedAddress } from './closed-address.js'
import { type SocketFolder, socketFolder } from './socket-folder.js'
import { socketAddress, socketPost } from './socket-post.js'
import { type Supervised, supervise } from './supervise.js'

/** The embedded private chain. */
export interface EmbeddedChain {
  /** Address of its Unix socket, which only this process's user can open; see `socketPost`. */
  readonly rpcUrl: string
  /** Process ID of the node; changes with a restart. */
  readonly pid: number | undefined
  /**
   * Mines pending transactions, if any, at once, but at most one block per second, so that block times don't run ahead of the
   * clock.
   */
  mine(): Promise<void>
  /** Gives an address more than it can ever spend, now and after each restart of the node. */
  fund(address: string): Promise<void>
  /**
   * Restarts the node with what is known of the past when it holds many transactions, which it never frees; transactions that are
   * pending are lost to it. Nothing happens while its newest block is not part of the past yet.
   */
  renew(): Promise<void>
  stop(): Promise<void>
}

/** Settings of {@link startChain}. */
export interface EmbeddedChainOptions {
  dataDir: string
  /** Asked at every start of the node. */
  past(): Promise<ChainPast>
  /** Transactions in the node after which it is renewed. */
  renewAfter?: number
  logger: Logger
}

const blockIntervalMs = 1000
/** The node keeps 5 KB of each, and hashes each root again for every block. */
const renewAfterDefault = 10_000
const callTimeoutMs = 30_000
const socketName = 'node.sock'

// Later hard forks and kept history slow down with every block (docs/design/0005).
const flags = [
  ...['--quiet', '--hardfork', 'cancun', '--prune-history', '--no-mining', '--accounts', '0', '--no-cors'],
  ...['--gas-limit', '1000000000', '--chain-id', String(embeddedChainId)],
]

const openWords =
  'this system lets no program keep the embedded node off the network: every user of this machine can change its chain through a port of 127.0.0.1'

/**
 * Runs anvil in `dataDir`/chain, which keeps nothing: at every start it is given the newest blocks, so the chain goes on with the
 * same hashes, numbers and times (docs/design/0004). It obeys anyone who reaches it, so no one but this process's user does
 * (docs/design/0004).
 */
export async function startChain(options: EmbeddedChainOptions): Promise<EmbeddedChain> {
  const chain = new Anvil(options)
  try {
    await chain.start()
  } catch (error) {
    await chain.stop()
    throw error
  }
  return chain
}

class Anvil implements EmbeddedChain {
  private readonly options: EmbeddedChainOptions
  private readonly folder: string
  private readonly state: string
  private readonly funded = new Set<string>()
  private readonly aborting = new AbortController()
  private node: Supervised | undefined
  private socket: SocketFolder | undefined
  private isReady = false
  /** Options that the node was started with. */
  private past: ChainPast | undefined
  private upcoming: Promise<void> | undefined
  private lastBlockMs = Number.NEGATIVE_INFINITY
  /** Transactions in blocks since the node's start. */
  private held = 0
  /** Mining and renewing take turns. */
  private turn: Promise<unknown> = Promise.resolve()

  constructor(options: EmbeddedChainOptions) {
    this.options = options
    this.folder = join(resolve(options.dataDir), 'chain')
    this.state = join(this.folder, 'state.json')
  }

  get rpcUrl(): string {
    return socketAddress(join(this.socket?.path ?? this.folder, socketName))
  }

  get pid(): number | undefined {
    return this.node?.pid
  }

  async start(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 })
    // An older folder may have another mode, and the socket's own doesn't count everywhere.
    await chmod(this.folder, 0o700)
    this.socket = await socketFolder(this.folder, `/${socketName}`.length)
    const host = await closedAddress()
    if (host === null) this.options.logger.warn(openWords)
    const program = anvilPath()
    const cache = join(this.folder, 'cache')
    this.node = await supervise({
      name: 'chain',
      command: async () => {
        this.isReady = false
        // Left by a node that was killed.
        await rm(join(this.folder, socketName), { force: true })
        this.past = await this.options.past()
        const load = this.past.headers.length === 0 ? [] : ['--load-state', this.state]
        if (load.length > 0) await writeFile(this.state, anvilState(this.past), { mode: 0o600 })
        const lines = ['--ipc', socketName, '--host', host ?? '127.0.0.1', '--port', '0']
        return ['nice', '-n', '5', program, ...flags, ...lines, '--cache-path', cache, ...load]
      },
      cwd: this.folder,
      env: { ...childEnvironment(), HOME: this.folder },
      pidFile: join(this.folder, 'node.pid'),
      mark: cache,
      ready: () => this.ready(),
      readyMs: 120_000,
      stopMs: 10_000,
      logger: this.options.logger,
    })
  }

  mine(): Promise<void> {
    this.upcoming ??= this.makeBlock()
    return this.upcoming
  }

  async fund(address: string): Promise<void> {
    this.funded.add(address)
    await this.call('anvil_setBalance', [address, '0xffffffffffffffffffffffff'])
  }

  async renew(): Promise<void> {
    const { renewAfter = renewAfterDefault, past, logger } = this.options
    if (this.held < renewAfter) return
    await this.inTurn(async () => {
      if (headHash(await past()) !== (await this.head()).hash) return
      const { held } = this
      await this.node?.restart()
      logger.debug({ held }, 'chain node renewed')
    })
  }

  async stop(): Promise<void> {
    this.aborting.abort()
    await this.node?.stop()
    await this.socket?.remove()
  }

  private async makeBlock(): Promise<void> {
    try {
      const waitMs = this.lastBlockMs + blockIntervalMs - performance.now()
      if (waitMs > 0) await sleep(waitMs, undefined, { signal: this.aborting.signal })
    } catch {
      this.upcoming = undefined
      throw new Error('the chain is stopping')
    }
    await this.inTurn(async () => {
      // Transactions sent from now on may miss this block and ask for the next.
      this.upcoming = undefined
      // Without the contract's code, transactions would succeed and do nothing.
      if (!this.isReady) throw new Error('the chain is starting')
      // A block without transactions would be recorded nowhere, and leave a gap after a restart.
      if (Number((await this.call<{ pending: string }>('txpool_status')).pending) === 0) return
      this.lastBlockMs = performance.now()
      await this.call('evm_mine')
      this.held += (await this.head()).transactions.length
    })
  }

  private async ready(): Promise<void> {
    const past = this.past as ChainPast
    const expected = headHash(past)
    const { hash } = await this.head()
    if (expected !== null && hash !== expected) throw new Error(`the node made block ${hash} of block ${expected}`)
    if (past.contract) {
      const code = await this.call('eth_call', [{ data: hex(past.contract.creation), gas: '0x989680' }, 'latest'])
      await this.call('anvil_setCode', [hex(past.contract.address), code])
    }
    for (const address of this.funded) await this.fund(address)
    await rm(this.state, { force: true })
    this.held = 0
    this.isReady = true
  }

  private head(): Promise<{ hash: string; transactions: string[] }> {
    return this.call('eth_getBlockByNumber', ['latest', false])
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work)
    this.turn = done.catch(() => undefined)
    return done
  }

  private async call<T>(method: string, params: readonly unknown[] = []): Promise<T> {
    const { body } = await socketPost(
      this.rpcUrl,
      callTimeoutMs,
    )(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    const { result, error } = JSON.parse(body) as { result: T; error?: { message: string } }
    if (error !== undefined) throw new Error(`${method}: ${error.message}`)
    return result
  }
}

const hex = (bytes: Uint8Array) => `0x${toHex(bytes)}`

/** Returns the path of the node's program from this platform's npm package. @throws {ConfigError} when it is missing */
export function anvilPath(): string {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  const name = `@foundry-rs/anvil-${process.platform}-${arch}`
  try {
    const fromAnvil = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'))
    return fromAnvil.resolve(`${name}/bin/anvil`)
  } catch {
    throw new ConfigError([`The embedded chain is missing (${name}). Run npm ci again, or set RPC_URL.`])
  }
}
