import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { wallTime } from '../../../test/wall-time.js'
import { createLogger } from '../../src/base/telemetry/log.js'
import { hexOf } from '../../src/chain/hex.js'
import { signerOf } from '../../src/chain/sign.js'
import { startService } from '../../src/service.js'
import { loadConfig } from '../../src/settings.js'
import { RpcProxy } from '../faults/proxy.js'
import { useDatabase } from '../postgres.js'
import { type OwnService, rpc, type StartNode, someHash, type TestAccount, useOwnService } from '../service.js'
import { notAHeader } from './dialects.js'
import { anvil } from './nodes.js'
import { speaking } from './speaking.js'
import { expectProven } from './stamps.js'

const metricsToken = 'a'.repeat(32)

describe('a node that proofs cannot be made with', () => {
  let proxy: RpcProxy
  const behindProxy: StartNode = async (home, signer) => {
    const node = await anvil('cancun')(home, signer)
    proxy = await new RpcProxy(node.rpcUrl).listen()
    return {
      rpcUrl: proxy.url,
      ended: node.ended,
      stop: () => Promise.all([proxy.close(), node.stop()]).then(() => undefined),
    }
  }
  const service = useOwnService({ METRICS_TOKEN: metricsToken }, undefined, behindProxy)
  let ada: TestAccount

  beforeAll(async () => {
    ada = await service.account()
  })

  const stamp = async () => {
    const hash = someHash()
    await service.call('POST', '/hash', { hash }, ada.auth)
    return hash
  }
  const network = async () => (await service.call('GET', '/network', undefined, ada.auth)).body.data
  const metrics = async () =>
    (await service.call('GET', '/metrics', undefined, { authorization: `Bearer ${metricsToken}` })).text
  /** Trouble counts once it has lasted a while. */
  const passTime = () => service.database.db.execute("UPDATE batch_troubles SET since = since - interval '5 minutes'")
  const troubled = () =>
    eventually('the trouble is named', async () => (await passTime()) > 0 && (await network()).trouble)

  it('is named in readiness, metrics and on the network page, since when and why, until it answers better', async () => {
    const before = await stamp()
    await expectProven(service, ada, [before])
    // Its blocks no longer hash to their hash.
    proxy.forge = ({ method, params }, answer) =>
      method === 'eth_getBlockByNumber' && params[1] === true && answer.result
        ? { ...answer, result: { ...answer.result, timestamp: '0x1' } }
        : answer
    const hash = await stamp()
    const trouble = await troubled()
    expect(trouble).toMatchObject({ batches: 1, why: expect.stringContaining('the header does not hash') })
    expect(Date.parse(trouble.since)).toBeLessThan(wallTime(-200_000).getTime())
    const ready = await service.call('GET', '/readyz')
    expect(ready.status).toBe(200)
    expect(ready.body.message).toMatch(
      /^Ready to stamp; A transaction is not confirmed since \S+Z: block \d+: the header/,
    )
    expect(await metrics()).toMatch(/^tallystick_batches_troubled 1$/m)
    expect(await metrics()).toMatch(/^tallystick_batches_troubled_seconds ([3-9]\d\d|\d{4,})/m)

    proxy.heal()
    await expectProven(service, ada, [hash])
    await healthy(service)
    expect(await metrics()).toMatch(/^tallystick_batches_troubled 0$/m)
  })

  it('is reported to reject a transaction, until it accepts it', async () => {
    proxy.fault = (questions) =>
      questions.some(({ method }) => method === 'eth_sendRawTransaction') ? 'rpc-error' : 'none'
    const hash = await stamp()
    expect(await troubled()).toMatchObject({
      batches: 1,
      why: expect.stringContaining('the node rejects the transaction'),
    })
    proxy.heal()
    await expectProven(service, ada, [hash])
    await healthy(service)
  })

  const healthy = (service: OwnService) =>
    eventually('the service is well again', async () => {
      const { body } = await service.call('GET', '/readyz')
      return body.message === 'Ready to stamp' && (await network()).trouble === null
    })
})

describe('the service does not start', () => {
  const database = useDatabase()

  /** Returns why it does not start at a node. */
  async function refusal(startNode: StartNode, env: Record<string, string> = {}): Promise<string> {
    const home = mkdtempSync(join(tmpdir(), 'tallystick-refusal-'))
    const signer = signerOf(Buffer.alloc(32, 0x42))
    const node = await startNode(home, signer)
    onTestFinished(async () => {
      await node.stop()
      rmSync(home, { recursive: true, force: true })
    })
    const config = loadConfig({
      DATA_DIR: home,
      DATABASE_URL: database.url,
      MASTER_KEY: 'ab'.repeat(32),
      LOG_LEVEL: 'silent',
      PORT: '0',
      RPC_URL: node.rpcUrl,
      CONTRACT_ADDRESS: hexOf(signer.address),
      SIGNER_KEY: hexOf(signer.key),
      ...env,
    })
    const started = startService(config, createLogger('silent'), { print: () => undefined, isWatched: false })
    return started.then(
      async (service) => {
        await service.stop()
        return 'it started'
      },
      (error: Error) => `${error.name}: ${error.message}`,
    )
  }

  it("on a chain whose block hashes aren't hashes of headers", async () => {
    const startNode: StartNode = async (home, signer) => {
      const node = await speaking(notAHeader)(home, signer)
      await rpc(node.rpcUrl, 'evm_mine', [])
      return node
    }
    const words =
      /^StartError: No proofs can be made on this chain: none of the last 1 blocks can be proven; block 1: the header/
    expect(await refusal(startNode)).toMatch(words)
  })

  it('by the tag "finalized" at a node that does not know it', async () => {
    const startNode: StartNode = async (home, signer) => {
      const node = await anvil('cancun')(home, signer)
      const proxy = await new RpcProxy(node.rpcUrl).listen()
      proxy.forge = ({ params }, answer) =>
        params[0] === 'finalized' ? { id: answer.id, error: { code: -32_602, message: 'unknown block' } } : answer
      return {
        rpcUrl: proxy.url,
        ended: node.ended,
        stop: () => Promise.all([proxy.close(), node.stop()]).then(() => undefined),
      }
    }
    const words = 'StartError: The chain node refuses the tag "finalized" (unknown block). Set FINALITY to the number'
    expect(await refusal(startNode, { FINALITY: 'finalized' })).toContain(words)
  })
})
