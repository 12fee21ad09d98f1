import { createHash, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { parseEventLogs } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runs } from '../../test/tier.js'
import { notaryAbi, notaryBytecode } from '../src/notary.js'
import { startAnvil, type TestChain } from './anvil.js'
import { type Entry, type Hex, hex, type Inclusion, inclusion, leafHash, treeRoot } from './rfc9162.js'

let chain: TestChain
let notary: Hex
let other: Hex
let address: Hex

beforeAll(async () => {
  chain = await startAnvil()
  const accounts = await chain.client.getAddresses()
  notary = accounts[0]!
  other = accounts[1]!
  const hash = await chain.client.deployContract({ abi: notaryAbi, bytecode: notaryBytecode, account: notary })
  const receipt = await chain.receiptOf(hash)
  address = receipt.contractAddress!
})
afterAll(() => chain.stop())

/** Anchors a root; returns the time of its block and the events of its transaction. */
async function anchor(root: Hex, account = notary) {
  const call = { address, abi: notaryAbi, functionName: 'anchor', args: [root], account } as const
  const { logs, status, blockHash } = await chain.receiptOf(await chain.client.writeContract(call))
  const { timestamp } = await chain.client.getBlock({ blockHash })
  return { status, timestamp, events: parseEventLogs({ abi: notaryAbi, logs }).map(({ args }) => args) }
}

const anchoredAt = (root: Hex, account = notary): Promise<bigint> =>
  chain.client.readContract({ address, abi: notaryAbi, functionName: 'anchoredAt', args: [account, root] })

const verify = ({ digest, commitment }: Entry, { index, size, path }: Inclusion, account = notary): Promise<bigint> =>
  chain.client.readContract({
    address,
    abi: notaryAbi,
    functionName: 'verify',
    args: [account, hex(digest), hex(commitment), index, size, path],
  })

const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((array) => Buffer.from(array))
const anEntry = fc.record({ digest: fc.constantFrom(32, 48, 64).chain(bytes), commitment: bytes(32) })
const aTree = fc.array(anEntry, { minLength: 1, maxLength: 40 })
const entry = (): Entry => ({ digest: randomBytes(32), commitment: randomBytes(32) })
const fuzz = { numRuns: runs(40) }

describe('anchor', () => {
  it('stores the block time and emits notary and root', async () => {
    const root = hex(randomBytes(32))
    const first = await anchor(root)
    expect(await anchoredAt(root)).toBe(first.timestamp)
    expect(first.events).toEqual([{ notary: expect.stringMatching(new RegExp(notary, 'i')), root }])
  })

  it('keeps the first time when repeated, without an event or a revert', async () => {
    const root = hex(randomBytes(32))
    const first = await anchor(root)
    await chain.client.increaseTime({ seconds: 1000 })
    const again = await anchor(root)
    expect(again.timestamp).toBeGreaterThan(first.timestamp)
    expect(again).toMatchObject({ status: 'success', events: [] })
    expect(await anchoredAt(root)).toBe(first.timestamp)
  })

  it('keeps notaries apart', async () => {
    const root = hex(randomBytes(32))
    await anchor(root)
    expect(await anchoredAt(root, other)).toBe(0n)
    await chain.client.increaseTime({ seconds: 1000 })
    const { timestamp, events } = await anchor(root, other)
    expect(events).toHaveLength(1)
    expect(await anchoredAt(root, other)).toBe(timestamp)
    expect(await anchoredAt(root)).toBeLessThan(timestamp)
  })

  it('fuzz: counts only the first anchoring of each root by each notary', async () => {
    const roots = [0, 1, 2].map(() => randomBytes(32))
    const times = new Map<string, bigint>()
    const step = fc.record({ root: fc.oneof(fc.constantFrom(...roots), bytes(32)).map(hex), byOther: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(step, async ({ root, byOther }) => {
        const account = byOther ? other : notary
        const { timestamp, events } = await anchor(root, account)
        const isFirst = !times.has(account + root)
        if (isFirst) times.set(account + root, timestamp)
        expect(events).toHaveLength(isFirst ? 1 : 0)
        expect(await anchoredAt(root, account)).toBe(times.get(account + root))
      }),
      fuzz,
    )
  })
})

describe('verify', () => {
  it('returns the time of anchoring for a single entry', async () => {
    const only = entry()
    const { timestamp } = await anchor(hex(leafHash(only)))
    expect(await verify(only, { index: 0n, size: 1n, path: [] })).toBe(timestamp)
  })

  it('returns the time of anchoring for every index of a tree of 7', async () => {
    const entries = Array.from({ length: 7 }, entry)
    const leaves = entries.map(leafHash)
    const { timestamp } = await anchor(hex(treeRoot(leaves)))
    for (const [index, each] of entries.entries()) expect(await verify(each, inclusion(leaves, index))).toBe(timestamp)
  })

  it('returns the time for one path as many indexes and sizes: neither is a fact', async () => {
    const leaves = Array.from({ length: 300 }, entry)
    const { timestamp } = await anchor(hex(treeRoot(leaves.map(leafHash))))
    const { path } = inclusion(leaves.map(leafHash), 0)
    for (const size of [257n, 300n, 512n]) {
      expect(await verify(leaves[0]!, { index: 0n, size, path })).toBe(timestamp)
    }
    expect(await verify(leaves[0]!, { index: 0n, size: 513n, path })).toBe(0n)
  })

  it('returns 0 for a tree that was not anchored, and for another notary', async () => {
    const entries = [entry(), entry()]
    const leaves = entries.map(leafHash)
    expect(await verify(entries[0]!, inclusion(leaves, 0))).toBe(0n)
    await anchor(hex(treeRoot(leaves)))
    expect(await verify(entries[0]!, inclusion(leaves, 0), other)).toBe(0n)
  })

  it('returns 0 for an inner node passed off as an entry', async () => {
    const leaves = [entry(), entry()].map(leafHash)
    await anchor(hex(treeRoot(leaves)))
    const forged = { digest: leaves[0]!, commitment: leaves[1]! }
    expect(await verify(forged, { index: 0n, size: 1n, path: [] })).toBe(0n)
  })

  it('returns 0 for indexes outside the tree and for absurd tree sizes', async () => {
    const only = entry()
    await anchor(hex(leafHash(only)))
    const max = 2n ** 256n - 1n
    for (const [index, size] of [
      [0n, 0n],
      [1n, 1n],
      [max, 1n],
      [0n, max],
      [max - 1n, max],
      [max, max],
    ] as const) {
      expect(await verify(only, { index, size, path: [] })).toBe(0n)
    }
  })

  it('returns 0 for digests of lengths other than 32, 48 and 64 bytes', async () => {
    for (const length of [0, 20, 31, 33, 47, 49, 63, 65, 128]) {
      const odd = { digest: randomBytes(length), commitment: randomBytes(32) }
      await anchor(hex(leafHash(odd)))
      expect(await verify(odd, { index: 0n, size: 1n, path: [] })).toBe(0n)
    }
  })

  it('fuzz: proves every entry of every tree', async () => {
    await fc.assert(
      fc.asyncProperty(aTree, fc.nat(), async (entries, n) => {
        const leaves = entries.map(leafHash)
        const { timestamp } = await anchor(hex(treeRoot(leaves)))
        expect(timestamp).toBeGreaterThan(0n)
        const index = n % entries.length
        // Equal trees may occur twice; the first anchoring counts.
        expect(await verify(entries[index]!, inclusion(leaves, index))).toBe(await anchoredAt(hex(treeRoot(leaves))))
      }),
      fuzz,
    )
  })

  it('fuzz: returns 0 when one bit, one node or the index is off', async () => {
    const kinds = ['digest', 'commitment', 'path', 'longer', 'shorter', 'index'] as const
    await fc.assert(
      fc.asyncProperty(
        fc.array(anEntry, { minLength: 2, maxLength: 40 }),
        fc.nat(),
        fc.nat(),
        fc.constantFrom(...kinds),
        async (entries, n, bit, kind) => {
          const salted = entries.map((each) => ({ ...each, commitment: randomBytes(32) }))
          const leaves = salted.map(leafHash)
          await anchor(hex(treeRoot(leaves)))
          const index = n % salted.length
          const proof = inclusion(leaves, index)
          const claim = { digest: Buffer.from(salted[index]!.digest), commitment: salted[index]!.commitment }
          const flip = (data: Buffer) => data.writeUInt8(data[bit % data.length]! ^ (1 << (bit % 8)), bit % data.length)
          if (kind === 'digest') flip(claim.digest)
          if (kind === 'commitment') flip(claim.commitment)
          if (kind === 'path') {
            const at = bit % proof.path.length
            const node = Buffer.from(proof.path[at]!.slice(2), 'hex')
            flip(node)
            proof.path[at] = hex(node)
          }
          if (kind === 'longer') proof.path.push(hex(randomBytes(32)))
          if (kind === 'shorter') proof.path.pop()
          if (kind === 'index') proof.index = BigInt((index + 1 + (bit % (salted.length - 1))) % salted.length)
          expect(await verify(claim, proof)).toBe(0n)
        },
      ),
      fuzz,
    )
  })

  it('accepts the SHA-256 of a file as digest', async () => {
    const digest = createHash('sha256').update('a file').digest()
    const mine = { digest, commitment: randomBytes(32) }
    const leaves = [leafHash(mine), leafHash(entry()), leafHash(entry())]
    const { timestamp } = await anchor(hex(treeRoot(leaves)))
    expect(await verify(mine, inclusion(leaves, 0))).toBe(timestamp)
  })
})
