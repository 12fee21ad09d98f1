import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { ConfigError, childEnvironment, embeddedChainId } from '../base/config.js'
import { type Loop, startLoop } from '../base/loop.js'
import { ChainState } from './chain-state.js'
import { type Supervised, supervise } from './supervise.js'

/** The embedded private chain. */
export interface EmbeddedChain {
  readonly rpcUrl: string
  /** Process ID of the node; changes with a restart. */
  readonly pid: number | undefined
  /** Mines pending transactions at once, but at most one block per second, so that block times don't run ahead of the clock. */
  mine(): Promise<void>
  /** Gives an address more than it can ever spend, now and after each restart of the node. */
  fund(address: string): Promise<void>
  /** Saves the blocks mined so far. Also happens periodically. */
  save(): Promise<void>
  stop(): Promise<void>
}

/** Settings of {@link startChain}. */
export interface EmbeddedChainOptions {
  dataDir: string
  logger: Logger
}

const blockIntervalMs = 1000
const saveIntervalMsMin = 10_000
/** Saving takes longer with every block; it gets a fiftieth of the time at most. */
const saveShare = 50
const callTimeoutMs = 30_000
const dumpTimeoutMs = 600_000

// Later hard forks and kept history slow down with every block.
const flags = [
  ...['--quiet', '--hardfork', 'cancun', '--prune-history', '--no-mining', '--accounts', '0', '--no-cors'],
  ...['--gas-limit', '1000000000', '--chain-id', String(embeddedChainId), '--host', '127.0.0.1'],
]

/** Runs anvil in `dataDir`/chain. A kill loses unsaved blocks; they are rebuilt from the database. */
export async function startChain(options: EmbeddedChainOptions): Promise<EmbeddedChain> {
  const chain = new Anvil(options)
  await chain.start()
  return chain
}

class Anvil implements EmbeddedChain {
  private readonly folder: string
  private readonly logger: Logger
  private readonly state: ChainState
  private readonly funded = new Set<string>()
  private readonly aborting = new AbortController()
  private node: Supervised | undefined
  private saver: Loop | undefined
  private port = 0
  private wasReady = false
  private isLoading = false
  private upcoming: Promise<void> | undefined
  private lastBlockMs = Number.NEGATIVE_INFINITY
  private blocksUnsaved = 0
  private saveNotBeforeMs = 0
  /** Mining and saving take turns: a state dumped while mining would be inconsistent. */
  private turn: Promise<unknown> = Promise.resolve()

  constructor({ dataDir, logger }: EmbeddedChainOptions) {
    this.folder = join(resolve(dataDir), 'chain')
    this.logger = logger
    this.state = new ChainState(this.folder, logger)
  }

  get rpcUrl(): string {
    return `http://127.0.0.1:${this.port}`
  }

  get pid(): number | undefined {
    return this.node?.pid
  }

  async start(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 })
    const program = anvilPath()
    const cache = join(this.folder, 'cache')
    this.node = await supervise({
      name: 'chain',
      command: async () => {
        // Others know the address, so it stays the same once used.
        if (!this.wasReady) this.port = await freePort()
        if (this.isLoading) await this.state.putAside(new Error('the node does not read it'))
        const state = await this.state.unpack()
        this.isLoading = state !== null
        const load = state === null ? [] : ['--load-state', state]
        return ['nice', '-n', '5', program, ...flags, '--port', String(this.port), '--cache-path', cache, ...load]
      },
      cwd: this.folder,
      env: { ...childEnvironment(), HOME: this.folder },
      pidFile: join(this.folder, 'node.pid'),
      mark: cache,
      ready: () => this.ready(),
      readyMs: 120_000,
      stopMs: 10_000,
      logger: this.logger,
    })
    const step = async () => {
      if (this.blocksUnsaved > 0 && Date.now() >= this.saveNotBeforeMs) await this.save()
    }
    this.saveNotBeforeMs = Date.now() + saveIntervalMsMin
    this.saver = startLoop({ name: 'chain-save', step, idleMs: 1000, logger: this.logger })
  }

  mine(): Promise<void> {
    this.upcoming ??= this.makeBlock()
    return this.upcoming
  }

  async fund(address: string): Promise<void> {
    this.funded.add(address)
    await this.call('anvil_setBalance', [address, '0xffffffffffffffffffffffff'])
  }

  save(): Promise<void> {
    return this.inTurn(async () => {
      const startedMs = Date.now()
      const blocks = this.blocksUnsaved
      const dump = await this.call<string>('anvil_dumpState', [], dumpTimeoutMs)
      await this.state.save(Buffer.from(dump.slice(2), 'hex'))
      this.blocksUnsaved -= blocks
      const tookMs = Date.now() - startedMs
      this.saveNotBeforeMs = Date.now() + Math.max(saveIntervalMsMin, tookMs * saveShare)
      this.logger.debug({ blocks, bytes: dump.length / 2, tookMs }, 'chain saved')
    })
  }

  async stop(): Promise<void> {
    this.aborting.abort()
    await this.saver?.stop()
    if (this.blocksUnsaved > 0) {
      await this.save().catch((err) =>
        this.logger.warn({ err }, 'the chain could not be saved and will be rebuilt at the next start'),
      )
    }
    await this.node?.stop()
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
      this.lastBlockMs = performance.now()
      await this.call('evm_mine')
      this.blocksUnsaved++
    })
  }

  private async ready(): Promise<void> {
    const chainId = Number(await this.call<string>('eth_chainId'))
    if (chainId !== embeddedChainId) throw new Error(`port ${this.port} was taken by a node of chain ${chainId}`)
    for (const address of this.funded) await this.fund(address)
    await this.state.clear()
    this.wasReady = true
    this.isLoading = false
    this.blocksUnsaved = 0
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work)
    this.turn = done.catch(() => undefined)
    return done
  }

  private async call<T>(method: string, params: readonly unknown[] = [], timeoutMs = callTimeoutMs): Promise<T> {
    const response = await fetch(this.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const { result, error } = (await response.json()) as { result: T; error?: { message: string } }
    if (error !== undefined) throw new Error(`${method}: ${error.message}`)
    return result
  }
}

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

/** Returns a port of the loopback address that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer().once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
