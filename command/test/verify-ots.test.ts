import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeOts, exportOts, fromHex, knownChains, type ProofDocument, withChecksum } from '@tallystick/proof'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Anvil, startAnvil } from '../../proof/test/anvil.js'
import { anchored, confirmed, deployNotary, submit } from '../../sdk/test/anchored.js'
import { verifyCommand } from '../src/verify/verify.js'
import { type ForeignNode, foreignNode, startProxy } from './node-proxy.js'

const home = mkdtempSync(join(tmpdir(), 'tallystick-ots-'))
const content = randomBytes(100_000)
const digest = createHash('sha256').update(content).digest()
const file = written('report.bin', content)

let anvil: Anvil
let contract: string
let proof: ProofDocument
let ots: Uint8Array

function written(name: string, data: string | Uint8Array): string {
  const path = join(home, name)
  writeFileSync(path, data)
  return path
}

async function verify(bytes: Uint8Array, rpc?: string, what = file, more = {}) {
  let out = ''
  const path = written('report.bin.ots', bytes)
  const code = await verifyCommand(what, path, { ...(rpc === undefined ? {} : { rpc: [rpc] }), ...more }, (text) => {
    out += text
  })
  return { code, out, headline: out.split('\n')[0] }
}

/** Changes a byte at the first occurrence of other bytes. */
function changedAt(bytes: Uint8Array, hex: string, offset = 0): Uint8Array {
  const at = Buffer.from(bytes).indexOf(Buffer.from(hex.replace('0x', ''), 'hex')) + offset
  expect(at).toBeGreaterThan(offset)
  return Uint8Array.from(bytes).with(at, bytes[at]! ^ 1)
}

beforeAll(async () => {
  anvil = await startAnvil('cancun')
  contract = await deployNotary(anvil)
  proof = await anchored(anvil, contract, digest.toString('hex'))
  ots = exportOts(proof)
})
afterAll(async () => {
  await anvil?.stop()
  rmSync(home, { recursive: true, force: true })
})

describe('an .ots file, offline', () => {
  test('is followed to its root and proves no time', async () => {
    const asked = vi.spyOn(globalThis, 'fetch')
    const { code, out, headline } = await verify(ots)
    expect(code).toBe(3)
    expect(headline).toMatch(
      /^CONSISTENT: .*report\.bin fits this proof\. The \.ots file only names its transaction and block: no time is proven/,
    )
    expect(out).toContain(`ok    tree         the steps lead to the root ${proof.root}`)
    expect(out).toMatch(/skip {2}transaction {2}transaction 0x[0-9a-f]{64} on eip155:31337 is only named/)
    expect(out).toContain('no time is proven until they are found there')
    expect(asked).not.toHaveBeenCalled()
    asked.mockRestore()
  })

  test('is refused with another file, and when truncated', async () => {
    const other = await verify(ots, undefined, written('other.bin', 'x'))
    expect([other.code, other.headline]).toEqual([
      1,
      // Each fingerprint once.
      expect.stringMatching(
        /^REFUSED: .*the proof is for a different file: its fingerprint is [0-9a-f]{64}, not [0-9a-f]{64}\.$/,
      ),
    ])
    const short = await verify(ots.subarray(0, ots.length - 1))
    expect([short.code, short.headline]).toEqual([1, expect.stringContaining('(the .ots file ends too early)')])
    const none = await verify(new Uint8Array(0))
    expect([none.code, none.headline]).toEqual([
      1,
      expect.stringContaining('(the .ots file is not an OpenTimestamps proof)'),
    ])
  })

  test('of another service is refused, with a pointer to OpenTimestamps tools', async () => {
    const bitcoin = { tag: fromHex('0588960d73d71901'), payload: Uint8Array.of(1) }
    const { code, headline } = await verify(encodeOts(digest, { attestations: [bitcoin], branches: [] }))
    expect([code, headline]).toEqual([
      1,
      expect.stringMatching(/^REFUSED: .* no Tallystick attestation: verify it with OpenTimestamps tools/),
    ])
  })

  test('is recognised by its content, whatever its name', async () => {
    let out = ''
    await verifyCommand(file, written('proof.json', ots), {}, (text) => (out += text))
    expect(out).toMatch(/^CONSISTENT: /)
  })
})

describe('an .ots file, with a node', () => {
  test('is verified, with transaction and block checked like those of a proof', async () => {
    const { code, out, headline } = await verify(ots, anvil.url)
    const time = `${proof.anchors[0]?.blockTime}`.replace('T', ' ').replace('.000Z', ' UTC')
    expect(headline).toBe(
      `STATED: ${file} existed not later than ${time}, by the word of the operator of the private chain with the number 31337. It was compared with the node at ${new URL(anvil.url).host}.`,
    )
    expect(code).toBe(3)
    expect(out).toContain(`signed by ${proof.anchors[0]?.notary}, anchors the root at ${contract}`)
    expect(out).toMatch(/ok {4}block {8}transaction 0 of block \d+ \(0x/)
    expect(out).toContain('is only as trustworthy as its operator')
    expect(out).not.toContain('skip')
  })

  test('is reported with its time by --json', async () => {
    const { out } = await verify(ots, anvil.url, file, { json: true })
    const { root, anchors } = proof
    const { chain, transactionId, blockHash, blockNumber, blockTime } = anchors[0]!
    expect(JSON.parse(out)).toMatchObject({
      outcome: 'stated',
      sources: [{ kind: 'node', name: new URL(anvil.url).host }],
      algorithm: 'sha256',
      digest: digest.toString('hex'),
      anchors: [{ root, chain, transactionId, blockHash, blockNumber, blockTime }],
      nodes: [{ transactionId, status: 'confirmed' }],
    })
  })

  test('exported before its block is verified once there is one', async () => {
    const early = await submit(anvil, contract, digest)
    const waiting = await verify(exportOts(early), anvil.url)
    expect([waiting.code, waiting.headline]).toEqual([3, expect.stringMatching(/^CONSISTENT: /)])
    expect(waiting.out).toContain('the transaction is known, but still pending')
    await anvil.rpc('evm_mine')
    expect((await verify(exportOts(early), anvil.url)).headline).toMatch(/^STATED: /)
  })

  test('is refused when a step, the transaction or the block in it was changed', async () => {
    const { transactionId, blockHash } = proof.anchors[0]!
    const step = await verify(changedAt(ots, proof.path[0]!), anvil.url)
    expect([step.code, step.headline]).toEqual([
      1,
      expect.stringContaining('(the transaction does not anchor the root)'),
    ])
    expect(step.out).toMatch(/FAIL {2}transaction/)
    const other = await verify(changedAt(ots, transactionId), anvil.url)
    expect([other.code, other.headline]).toEqual([
      1,
      expect.stringMatching(/^REFUSED: .*the block does not contain transaction/),
    ])
    const block = await verify(changedAt(ots, `${blockHash}`), anvil.url)
    expect([block.code, block.headline]).toEqual([
      1,
      expect.stringMatching(
        /^REFUSED: .*block \d+ of the private chain with the number 31337 has the hash .* but the proof says/,
      ),
    ])
  })

  test('is never verified with a byte changed', async () => {
    const headline = new Set<string>()
    for (let at = 0; at < ots.length; at += 13) {
      const { code, out } = await verify(Uint8Array.from(ots).with(at, ots[at]! ^ 1), anvil.url)
      expect([at, code]).toEqual([at, 1])
      headline.add(`${out.split(':')[0]}`)
    }
    expect([...headline]).toEqual(['REFUSED'])
  })

  test('is not confirmed by a node of another chain, nor by one without the block', async () => {
    const other = await startAnvil('cancun', '--chain-id', '4242')
    const shorter = await startAnvil('cancun')
    try {
      await expect(verify(ots, other.url)).rejects.toThrow('is a node of the chain with the number 4242')
      const missing = await verify(ots, shorter.url)
      expect([missing.code, missing.out]).toEqual([
        3,
        expect.stringMatching(/Block \d+ of the private chain with the number 31337 is unknown to/),
      ])
    } finally {
      await Promise.all([other.stop(), shorter.stop()])
    }
  })

  test('is not judged when the node does not answer', async () => {
    await expect(verify(ots, 'http://127.0.0.1:9')).rejects.toThrow('does not answer')
  })

  test('of a public chain leaves its operator open; of Ethereum it is also checked against the block header', async () => {
    for (const [id, isNamed] of [
      ['7', false],
      ['1', true],
    ] as const) {
      const chain = await startAnvil('cancun', '--chain-id', id)
      const genesis = knownChains.get(`eip155:${id}`)?.genesisHash
      const node = await startProxy(chain.url, (method, [tag]) =>
        method === 'eth_getBlockByNumber' && tag === '0x0' ? { result: { hash: genesis } } : undefined,
      )
      try {
        const own = await anchored(chain, await deployNotary(chain), digest.toString('hex'))
        const { out, code } = await verify(exportOts(own), node.url)
        // A chain that the table lacks may be private, whatever its issuer says.
        expect(code).toBe(isNamed ? 0 : 3)
        expect(out.includes(`number ${id} is not in the table of known chains`)).toBe(!isNamed)
        if (!isNamed) continue
        // The attestation follows its marker and the last keccak256; the byte before those ends the appended bytes.
        const wrong = await verify(changedAt(exportOts(own), '30fe8087b5c7ead7', -3), node.url)
        expect([wrong.code, wrong.headline]).toEqual([
          1,
          expect.stringMatching(/^REFUSED: .*the \.ots file does not lead to the transactions of block/),
        ])
      } finally {
        await Promise.all([node.stop(), chain.stop()])
      }
    }
  })
})

describe('an .ots file of a block with transactions of an unknown type', () => {
  let node: ForeignNode
  let early: Uint8Array
  let number: number
  beforeAll(async () => {
    const [, stranger = ''] = await anvil.rpc<string[]>('eth_accounts')
    node = await foreignNode(anvil, stranger.toLowerCase())
    const pending = await submit(anvil, contract, digest)
    await anvil.rpc('eth_sendTransaction', [{ from: stranger, to: stranger }])
    await anvil.rpc('evm_mine')
    early = exportOts(pending)
    number = Number(await anvil.rpc('eth_blockNumber'))
  })
  afterAll(() => node?.stop())

  test.each([
    ['the bytes that the node gives', /^$/, /ok {4}block {8}transaction [01] of block \d+ \(0x/],
    [
      "the contract's storage otherwise",
      /[rR]aw/,
      /ok {4}block {8}the contract's storage holds the root as of block \d+ \(0x/,
    ],
  ])('is verified by %s', async (_, refused, found) => {
    node.refused = refused
    const { code, out, headline } = await verify(early, node.url)
    expect(headline).toMatch(/^STATED: /)
    expect(code).toBe(3)
    expect(out).toMatch(found)
  })

  test('is not judged when the node offers neither', async () => {
    node.refused = /[rR]aw|eth_getProof/
    const words = new RegExp(
      `no evidence of block ${number}: transaction [01] of the block cannot be encoded.*offers no state proofs.*Ask another`,
    )
    await expect(verify(early, node.url)).rejects.toThrow(words)
  })
})

test('a folder is not verified with an .ots file', async () => {
  await expect(verify(ots, undefined, home)).rejects.toThrow('A folder needs its manifest')
})

test('a reorg is reported as for other proofs', async () => {
  const snapshot = await anvil.rpc('evm_snapshot')
  const pending = await submit(anvil, contract, digest)
  await anvil.rpc('evm_mine')
  const undone = exportOts(withChecksum(await confirmed(anvil, pending)))
  expect((await verify(undone, anvil.url)).headline).toMatch(/^STATED: /)
  await anvil.rpc('evm_revert', [snapshot])
  await anvil.rpc('anvil_mine', ['0x1', '0x5'])
  const { code, headline } = await verify(undone, anvil.url)
  expect([code, headline]).toEqual([
    1,
    expect.stringMatching(
      /^REFUSED: .*block \d+ of the private chain with the number 31337 has the hash .* but the proof says/,
    ),
  ])
})
