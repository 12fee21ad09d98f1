import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createTestClient, type Hash, http, publicActions, TransactionReceiptNotFoundError, walletActions } from 'viem'
import { foundry } from 'viem/chains'
import { eventually } from '../../test/eventually.js'
import { mineForgotten } from '../../test/forgotten.js'
import { guarded } from '../../test/guarded.js'
import { limitMs } from '../../test/machine.js'

/** Path of the anvil binary, which npm installs as a dependency of `@foundry-rs/anvil`, one package per platform. */
function anvilPath(): string {
  const fromAnvil = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'))
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  return fromAnvil.resolve(`@foundry-rs/anvil-${process.platform}-${arch}/bin/anvil`)
}

/** Creates a client of a chain that can read, send from unlocked accounts, and move time. */
function connect(url: string) {
  return createTestClient({
    chain: foundry,
    mode: 'anvil',
    transport: http(url, { timeout: limitMs(60_000) }),
    pollingInterval: 5,
  })
    .extend(publicActions)
    .extend(walletActions)
}

/** A real chain for one test file. */
export interface TestChain {
  client: ReturnType<typeof connect>
  /** Resolves with the receipt of a transaction once it is in a block. */
  receiptOf(hash: Hash): ReturnType<ReturnType<typeof connect>['getTransactionReceipt']>
  stop(): Promise<void>
}

/** Starts anvil on a free port, with its files in a folder that `stop` deletes. */
export async function startAnvil(): Promise<TestChain> {
  const home = mkdtempSync(join(tmpdir(), 'notary-'))
  const child = spawn(...guarded('KILL', [anvilPath(), '--port', '0', '--hardfork', 'cancun', '--prune-history']), {
    env: { PATH: process.env.PATH, HOME: home },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  // Goes on reading what it logs: a full pipe would stop it.
  const port = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const [, port] = /^Listening on .*:(\d+)/.exec(line) ?? []
      if (port !== undefined) resolve(port)
    })
    exited.then(() => reject(new Error('anvil exited before it listened')), reject)
  })
  const url = `http://127.0.0.1:${port}`
  mineForgotten(url, exited)
  const client = connect(url)
  return {
    client,
    // viem's own wait asks again at the next block only, and none comes when it asked between a block and its receipts.
    receiptOf: (hash) =>
      eventually(`the receipt of ${hash}`, () =>
        client.getTransactionReceipt({ hash }).catch((error: unknown) => {
          if (!(error instanceof TransactionReceiptNotFoundError)) throw error
          return undefined
        }),
      ),
    async stop() {
      child.stdin.end()
      await exited
      rmSync(home, { recursive: true, force: true })
    },
  }
}
