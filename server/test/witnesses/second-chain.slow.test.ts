import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { notaryBytecode } from '@tallystick/contract/notary'
import { anchorChecks, type ProofAnchor, type ProofDocument, verifyProof } from '@tallystick/proof'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { limitMs } from '../../../test/machine.js'
import { sized } from '../../../test/tier.js'
import { wallTime } from '../../../test/wall-time.js'
import { Chain } from '../../src/chain/chain.js'
import { createContract } from '../../src/chain/deploy.js'
import { bytesOf, hexOf } from '../../src/chain/hex.js'
import { signerOf, signTransaction } from '../../src/chain/sign.js'
import { witnessesOf } from '../../src/ledger/proofs/witness-proof.js'
import { SecondChain, type SecondChainOptions, secondChainKey } from '../../src/witnesses/second-chain.js'
import { makeTree } from '../../src/witnesses/trees.js'
import { useDatabase } from '../postgres.js'
import { rpc, startAnvilWith, type TestNode, useOwnService } from '../service.js'
import { dataOf, stamp } from '../stamps/shapes.js'
import { noAnchor, TestLane } from './lane.js'

const home = mkdtempSync(join(tmpdir(), 'tallystick-second-'))
const settings: Record<string, string> = { WITNESS_INTERVAL: '1', WITNESS_FINALITY: '1' }
const signer = signerOf(randomBytes(32))
let node: TestNode
let contract: Buffer
const call = <T>(method: string, ...params: unknown[]) => rpc<T>(node.rpcUrl, method, params)
beforeAll(async () => {
  node = await startAnvilWith(home, ['--hardfork', 'cancun', '--chain-id', '4711'])
  const key = randomBytes(32)
  for (const { address } of [signer, signerOf(key)]) {
    await call('anvil_setBalance', hexOf(address), '0xffffffffffffffffffff')
  }
  const cap = { maxFeePerGasCap: 500e9 }
  ;({ contract } = await createContract(
    new Chain(node.rpcUrl, limitMs(5_000)),
    signerOf(key),
    bytesOf(notaryBytecode),
    cap,
  ))
  settings.WITNESS_RPC_URL = `${node.rpcUrl}/?key=secret-key-of-the-provider`
  settings.WITNESS_SIGNER_KEY = key.toString('hex')
  settings.WITNESS_CONTRACT_ADDRESS = hexOf(contract)
})
afterAll(async () => {
  await node?.stop()
  rmSync(home, { recursive: true })
})

describe('a service with a second chain', () => {
  const service = useOwnService(settings)

  it('gives a stamp of a private chain a proof that a node of the second one vouches for', async () => {
    const ada = await service.account()
    const { code } = await stamp(service, ada)
    const proof = await eventually('the proof has a witness', async () => {
      const { body } = await service.call('GET', `/hash/${code}/proof`, undefined, ada.auth)
      return (body as ProofDocument).witnesses && (body as ProofDocument)
    })
    const [witness] = proof.witnesses!
    if (witness?.kind !== 'chain') throw new Error('the witness is no chain')
    const { chain, blockNumber: number, blockHash } = witness.anchor
    const source = { kind: 'node', name: 'node.example' } as const
    const verdict = verifyProof(proof, { known: [{ chain, number: number!, hash: blockHash!, source }] })
    expect(verdict).toMatchObject({ outcome: 'stated', anchor: { chain: 'eip155:4711', blockHash } })
    const codes = verdict.caveats.map(({ code }) => code)
    expect(codes).toContain('unknown-chain')
    expect(codes).not.toContain('private-chain')
    const answer = await service.call('GET', '/network/witnesses', undefined, ada.auth)
    expect(dataOf(answer).witnesses).toMatchObject([{ kind: 'chain', name: new URL(node.rpcUrl).host, answered: 1 }])
    expect(answer.text).not.toContain('secret-key')
  })
})

describe('a second chain', () => {
  const database = useDatabase()
  const hour = 3_600_000
  // Each tree is an hour younger than the last, and none is of the future.
  let clock = wallTime(-100 * hour).getTime()
  let lane: TestLane
  beforeEach(async () => {
    const tables = 'batches, lanes, witness_trees, witness_leaves, witness_lanes, witness_statements'
    await database.db.execute(`TRUNCATE ${tables} CASCADE`)
    await call('evm_setAutomine', true)
    lane = await TestLane.create(database.db)
  })

  const open = (options: Partial<SecondChainOptions> = {}) =>
    new SecondChain({
      database: database.db,
      rpcUrl: node.rpcUrl,
      rpcTimeoutMs: limitMs(5_000),
      signer,
      contract,
      finality: 3,
      policy: { maxFeePerGasCap: 500e9, replaceAfterMs: 3_600_000 },
      ownChainId: 31337,
      toleranceMs: 600_000,
      ...options,
    })
  /** Makes a tree of one batch, an hour after the last one. Returns the batch's ID. */
  async function tree(): Promise<string> {
    const [batch] = await lane.add(1)
    clock += hour
    const witnesses = [{ kind: 'chain', address: secondChainKey } as const]
    await makeTree(database.db, { intervalMs: hour, witnesses, nowMs: clock, sinceMs: 0 })
    return batch!.id
  }
  const anchorIn = async (batchId: string): Promise<ProofAnchor | undefined> => {
    const [witness] = (await witnessesOf(database.db, [batchId], noAnchor)).get(batchId) ?? []
    if (witness?.kind !== 'chain') return undefined
    const { transaction, block } = anchorChecks(witness.root, witness.anchor)
    transaction()
    expect(block()).toMatch(/^transaction \d+ of block/)
    return witness.anchor
  }
  const mine = (count: number) => call('anvil_mine', `0x${count.toString(16)}`)
  const rows = (table: 'witness_nonces' | 'witness_transactions') =>
    database.db.query<{ nonce: number; hash?: Buffer }>(`SELECT * FROM ${table} ORDER BY nonce`)
  const failures = async () =>
    (await database.db.query<{ failure: string }>('SELECT failure FROM witness_statements')).map((row) => row.failure)

  it('anchors the root of each tree once, and proofs name the block once it is final', async () => {
    const chain = open()
    const batch = await tree()
    await chain.step()
    await mine(1)
    await chain.step()
    expect(await anchorIn(batch)).toBeUndefined()
    await mine(1)
    await chain.step()
    expect(await anchorIn(batch)).toMatchObject({ chain: 'eip155:4711', state: 'final', notary: hexOf(signer.address) })
    await chain.step()
    expect(await rows('witness_transactions')).toHaveLength(1)
  })

  it('that dates its block after now is a witness only once that time has come', async () => {
    const batch = await tree()
    const behind = open({ timeOfDay: () => wallTime(-hour).getTime() })
    await behind.step()
    await mine(3)
    await behind.step()
    await behind.step()
    expect(await anchorIn(batch)).toBeUndefined()
    expect(await failures()).toEqual([
      expect.stringMatching(/^block \d+ of chain 4711 is dated .*, which is in the future/),
    ])
    await open().step()
    expect(await anchorIn(batch)).toMatchObject({ state: 'final' })
    expect(await rows('witness_nonces')).toHaveLength(1)
  })

  it('that loses a block in a reorganisation gets the same transaction again', async () => {
    const batch = await tree()
    const before = await call<string>('evm_snapshot')
    const chain = open()
    await chain.step()
    const lost = await call<{ hash: string }>('eth_getBlockByNumber', 'latest', false)
    await call('evm_revert', before)
    await mine(1)
    await chain.step()
    await mine(2)
    await chain.step()
    const anchor = await anchorIn(batch)
    expect(anchor?.blockHash).not.toBe(lost.hash)
    expect(await rows('witness_transactions')).toMatchObject([{ hash: bytesOf(anchor!.transactionId) }])
  })

  it('that forgets a transaction, or never got it from a process that died, gets it again', async () => {
    await call('evm_setAutomine', false)
    const batch = await tree()
    await open().step()
    const [sent] = await rows('witness_transactions')
    await call('anvil_dropTransaction', hexOf(sent!.hash!))
    await open().step()
    await mine(3)
    await open().step()
    expect((await anchorIn(batch))?.transactionId).toBe(hexOf(sent!.hash!))
  })

  it('that is stuck gets a higher fee under the same nonce', async () => {
    await call('evm_setAutomine', false)
    const batch = await tree()
    const chain = open({ policy: { maxFeePerGasCap: 500e9, replaceAfterMs: 0 } })
    await chain.step()
    await chain.step()
    const versions = await rows('witness_transactions')
    expect(versions).toHaveLength(2)
    expect(await rows('witness_nonces')).toHaveLength(1)
    await mine(3)
    await chain.step()
    const hashes = versions.map(({ hash }) => hexOf(hash!))
    expect(hashes).toContain((await anchorIn(batch))?.transactionId)
  })

  it('that is away for hours gets every tree when it is back, in order', async () => {
    const hoursAway = sized({ short: 5, long: 24 })
    const away = open({ rpcUrl: 'http://127.0.0.1:1' })
    const batches: string[] = []
    for (let hours = 0; hours < hoursAway; hours++) {
      batches.push(await tree())
      await expect(away.step()).rejects.toThrow()
    }
    expect(new Set(await failures())).toEqual(new Set([expect.stringMatching(/ECONNREFUSED/)]))
    const chain = open()
    await chain.step()
    await mine(3)
    await chain.step()
    const anchors = await Promise.all(batches.map(anchorIn))
    expect(new Set(anchors.map((anchor) => anchor?.transactionId)).size).toBe(hoursAway)
    const nonces = (await rows('witness_nonces')).map(({ nonce }) => nonce)
    expect(nonces).toEqual(nonces.map((_, i) => nonces[0]! + i))
    expect(new Set(await failures())).toEqual(new Set([null]))
  })

  it('on which someone else used the nonce gets the root under another one', async () => {
    await call('evm_setAutomine', false)
    const batch = await tree()
    await open().step()
    const [first] = await rows('witness_transactions')
    await call('anvil_dropTransaction', hexOf(first!.hash!))
    const other = { chainId: 4711, nonce: first!.nonce, gas: 21_000, to: randomBytes(20), data: Buffer.alloc(0) }
    const foreign = signTransaction({ ...other, maxFeePerGas: 50e9, maxPriorityFeePerGas: 1e9 }, signer)
    await call('eth_sendRawTransaction', hexOf(foreign.raw))
    await mine(1)
    const chain = open()
    for (let look = 0; look < 2; look++) await chain.step()
    await mine(3)
    await chain.step()
    expect(await anchorIn(batch)).toBeDefined()
    expect((await rows('witness_nonces')).map(({ nonce }) => nonce)).toEqual([first!.nonce, first!.nonce + 1])
  })

  it('on which a transaction was reverted gets the root under another nonce, once its block is final', async () => {
    await call('evm_setAutomine', false)
    const batch = await tree()
    const chain = open()
    await chain.step()
    const code = await call<string>('eth_getCode', hexOf(contract), 'latest')
    await call('anvil_setCode', hexOf(contract), '0xfe')
    await mine(1)
    await call('anvil_setCode', hexOf(contract), code)
    await chain.step()
    expect(await rows('witness_nonces')).toHaveLength(1)
    await mine(2)
    await chain.step()
    const [reverted, second, ...more] = await rows('witness_transactions')
    expect([second?.nonce, more]).toEqual([reverted!.nonce + 1, []])
    await mine(3)
    await chain.step()
    expect((await anchorIn(batch))?.transactionId).toBe(hexOf(second!.hash!))
  })

  it('is used by one process at a time', async () => {
    await tree()
    await Promise.all([open().step(), open().step()])
    expect(await rows('witness_nonces')).toHaveLength(1)
  })

  it("that is the service's own, or lacks the contract, is not a witness: nothing is signed, and the state says why", async () => {
    await tree()
    await expect(open({ ownChainId: 4711 }).step()).rejects.toThrow("the service's own chain")
    await expect(open({ contract: randomBytes(20) }).step()).rejects.toThrow(
      "WITNESS_CONTRACT_ADDRESS isn't a contract",
    )
    expect(await failures()).toEqual([expect.stringContaining("isn't a contract")])
    expect(await rows('witness_nonces')).toEqual([])
  })

  it('that dates its block before the tree is no witness, and is asked again once its clock is right', async () => {
    const before = clock
    clock = wallTime(hour).getTime()
    const batch = await tree()
    clock = before
    const early = open({ timeOfDay: () => wallTime(3 * hour).getTime() })
    await early.step()
    await mine(3)
    await early.step()
    await early.step()
    expect(await anchorIn(batch)).toBeUndefined()
    expect(await failures()).toEqual([
      expect.stringMatching(/^block \d+ of chain 4711 is dated .*, before the tree was made/),
    ])
    // Its time can't be, so another transaction would be one for nothing.
    expect(await rows('witness_nonces')).toHaveLength(1)
    await call('evm_increaseTime', 9000)
    await mine(1)
    for (let step = 0; step < 3; step++) {
      await early.step()
      await mine(1)
    }
    await early.step()
    expect(await rows('witness_nonces')).toHaveLength(2)
    const anchor = await anchorIn(batch)
    expect(Date.parse(`${anchor?.blockTime}`)).toBeGreaterThan(wallTime(hour).getTime())
  })
})
