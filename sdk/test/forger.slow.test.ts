import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportOts, knownChains, type ProofDocument, withChecksum } from '@tallystick/proof'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Anvil, startAnvil } from '../../proof/test/anvil.js'
import { anchored, deployNotary } from './anchored.js'
import { startProxy } from './node-proxy.js'
import { tallystick } from './run-command.js'

// Everything in a proof document can be made by anyone: a chain of one's own with any number, blocks of any date, any words. None of
// it may ever read as if someone else had confirmed it.

vi.setConfig({ testTimeout: 60_000 })

const home = mkdtempSync(join(tmpdir(), 'tallystick-forger-'))
const content = 'a contract that never was'
const digest = createHash('sha256').update(content).digest('hex')
const file = written('contract.txt', content)
const genesisHash = knownChains.get('eip155:1')?.genesisHash

/** A chain of the forger's own, with the number of Ethereum. */
let forged: Anvil
/** The same, from block 1 on dated 2099. */
let future: Anvil
let contract: string
let proof: ProofDocument

function written(name: string, data: string | Uint8Array): string {
  const path = join(home, name)
  writeFileSync(path, data)
  return path
}
const proofFile = (document: unknown) => written('proof.json', JSON.stringify(document))
const claiming = (document: ProofDocument, claims: Partial<ProofDocument['anchors'][0]>) =>
  withChecksum({ ...document, anchors: document.anchors.map((anchor) => ({ ...anchor, ...claims })) })

beforeAll(async () => {
  forged = await startAnvil('cancun', '--chain-id', '1', '--timestamp', `${Date.parse('2016-01-01T00:00:00Z') / 1000}`)
  contract = await deployNotary(forged)
  proof = claiming(await anchored(forged, contract, digest), {
    network: 'Ethereum Mainnet',
    private: false,
    state: 'final',
  })
  proof = withChecksum({ ...proof, state: 'final' })
  future = await startAnvil('cancun', '--chain-id', '1', '--timestamp', `${Date.parse('2099-01-01T00:00:00Z') / 1000}`)
}, 60_000)
afterAll(async () => {
  await Promise.all([forged?.stop(), future?.stop()])
  rmSync(home, { recursive: true, force: true })
})

describe("a chain of one's own with Ethereum's number", () => {
  test('is not said to be Ethereum, and nothing is said to have existed', async () => {
    const { code, out } = await tallystick('verify', file, proofFile(proof))
    expect(code).toBe(3)
    expect(out).toMatch(/^CONSISTENT: .*contract\.txt fits this proof\. Block \d+ of Ethereum has not been compared/)
    expect(out).not.toMatch(/VERIFIED|CONFIRMED|existed/)
    expect(out).toContain('The issuer calls the network "Ethereum Mainnet" and the state "final". These are claims.')
    const json = await tallystick('verify', file, proofFile(proof), '--json')
    expect(JSON.parse(json.out)).toMatchObject({ outcome: 'consistent', sources: [] })
  })

  test('is found out by the first block of the node that speaks for it', async () => {
    for (const evidence of [proofFile(proof), written('proof.ots', exportOts(proof))]) {
      const { code, out, err } = await tallystick('verify', file, evidence, '--rpc', forged.url)
      expect([code, out]).toEqual([2, ''])
      expect(err).toMatch(/has the chain number of Ethereum, but another first block: it is a node of another chain/)
    }
  })

  test('is contradicted by nodes that know Ethereum, and by a checkpoint', async () => {
    const honest = await startProxy(forged.url, (method, [tag]) =>
      method !== 'eth_getBlockByNumber'
        ? undefined
        : {
            result: {
              hash: tag === '0x0' ? genesisHash : `0x${'77'.repeat(32)}`,
              number: tag === 'finalized' ? '0x64' : tag,
              timestamp: '0x66000000',
            },
          },
    )
    const deceived = await startProxy(forged.url, (method, [tag]) =>
      method === 'eth_getBlockByNumber' && tag === '0x0' ? { result: { hash: genesisHash } } : undefined,
    )
    try {
      const denied = await tallystick('verify', file, proofFile(proof), '--rpc', honest.url)
      expect([denied.code, denied.out]).toEqual([
        1,
        expect.stringMatching(/^REFUSED: block \d+ of Ethereum has the hash 0x7777/),
      ])
      const both = await tallystick('verify', file, proofFile(proof), '--rpc', deceived.url, '--rpc', honest.url)
      expect([both.code, both.out]).toEqual([3, expect.stringMatching(/The nodes disagree: block \d+ of Ethereum/)])
      const hash = await tallystick('verify', file, proofFile(proof), '--block-hash', `0x${'77'.repeat(32)}`)
      expect([hash.code, hash.out]).toEqual([1, expect.stringMatching(/^REFUSED: no anchor is in the block you trust/)])

      const number = `${proof.anchors[0]?.blockNumber}`
      const list = join(home, 'checkpoints.json')
      const make = ['checkpoint', 'make', '--rpc', honest.url, '--block', number, '--output', list]
      expect(await tallystick(...make, '--key', join(home, 'checkpoints.key'))).toMatchObject({ code: 0, err: '' })
      const listed = await tallystick('verify', file, proofFile(proof), '--checkpoints', list)
      expect([listed.code, listed.out]).toEqual([
        1,
        expect.stringMatching(
          /^REFUSED: block \d+ of Ethereum has the hash 0x7777\w+ according to the checkpoints signed by/,
        ),
      ])
    } finally {
      await Promise.all([honest.stop(), deceived.stop()])
    }
  })
})

describe('a date', () => {
  test('before the first block of Ethereum is refused', async () => {
    const early = await startAnvil(
      'cancun',
      '--chain-id',
      '1',
      '--timestamp',
      `${Date.parse('2009-01-03T00:00:00Z') / 1000}`,
    )
    try {
      const own = await anchored(early, await deployNotary(early), digest)
      const { code, out } = await tallystick('verify', file, proofFile(own))
      expect(code).toBe(1)
      expect(out).toMatch(/^REFUSED: the block is dated 2009-\S+, but Ethereum has existed only since 2015-07-30/)
    } finally {
      await early.stop()
    }
  })

  test('in the future is refused', async () => {
    const own = await anchored(future, await deployNotary(future), digest)
    const { code, out } = await tallystick('verify', file, proofFile(own))
    expect(code).toBe(1)
    expect(out).toMatch(/^REFUSED: the block is dated 2099-\S+, which is in the future by this computer's clock/)
  })
})

describe('words', () => {
  test.each([
    ['a sentence', 'Ethereum, as confirmed by the notary on 2009-01-03'],
    ['a homoglyph', 'Еthereum Mainnet'],
    ['quotation marks', 'Ethereum" (eip155:1). CONFIRMED by "everyone'],
  ])('of the issuer are quoted as such: %s', async (_, network) => {
    const { code, out } = await tallystick('verify', file, proofFile(claiming(proof, { network })))
    expect(code).toBe(3)
    expect(out.split('\n')[0]).toMatch(/^CONSISTENT: .* Block \d+ of Ethereum has not been compared/)
    for (const line of out.split('\n')) {
      if (line.includes(network)) expect(line).toMatch(/^ {2}- The issuer calls the network "/)
    }
  })
})

test('an honest proof with a forged older anchor is confirmed with the time of the honest one', async () => {
  const honest = await startAnvil('cancun', '--chain-id', '4242')
  try {
    const own = await anchored(honest, await deployNotary(honest), digest)
    // The same tree, so that the forged anchor carries the same root.
    const mixed = withChecksum({ ...proof, anchors: [...proof.anchors, ...own.anchors] })
    const { code, out } = await tallystick('verify', file, proofFile(mixed), '--rpc', honest.url)
    expect(code).toBe(0)
    const time = `${own.anchors[0]?.blockTime}`.replace('T', ' ').replace('.000Z', ' UTC')
    expect(out.split('\n')[0]).toContain(
      `existed at ${time}, by the word of the operator of a private chain (eip155:4242)`,
    )
    expect(out).toMatch(/Block \d+ of Ethereum, which the document also names, has not been compared with the network/)
    expect(out.split('\n')[0]).not.toContain('2016')
  } finally {
    await honest.stop()
  }
})

describe('checkpoints', () => {
  test('confirm the blocks they list without a network, and bound the others in time', async () => {
    const honest = await startAnvil('cancun', '--chain-id', '4242')
    const list = join(home, 'list.json')
    const key = join(home, 'list.key')
    try {
      const own = await anchored(honest, await deployNotary(honest), digest)
      const number = own.anchors[0]!.blockNumber!
      await honest.rpc('anvil_mine', [`0x${(100).toString(16)}`])
      const make = ['checkpoint', 'make', '--rpc', honest.url, '--output', list, '--key', key]
      expect(await tallystick(...make, '--every', '50', '--block', `${number}`)).toMatchObject({ code: 0, err: '' })
      const { signer, blocks } = JSON.parse(readFileSync(list, 'utf8'))
      expect(blocks.map(({ number }: { number: number }) => number)).toContain(number)

      const verify = () => tallystick('verify', file, proofFile(own), '--checkpoints', list)
      await honest.stop()
      const confirmed = await verify()
      expect([confirmed.code, confirmed.out]).toEqual([
        0,
        expect.stringMatching(`^CONFIRMED by the checkpoints signed by ${signer}: .* existed at`),
      ])
      writeFileSync(list, readFileSync(list, 'utf8').replace(`"number":${number}`, `"number":${number + 1}`))
      expect(await verify()).toMatchObject({ code: 2, err: expect.stringContaining('the signature does not match') })
    } finally {
      await honest.stop()
    }
  })

  test('that do not list a block leave it open, between the times of its neighbours', async () => {
    const honest = await startAnvil('cancun', '--chain-id', '4242')
    try {
      await deployNotary(honest)
      const own = await anchored(honest, contract, digest)
      await honest.rpc('anvil_mine', ['0x14'])
      const list = join(home, 'wide.json')
      const make = ['checkpoint', 'make', '--rpc', honest.url, '--output', list, '--key', join(home, 'list.key')]
      await tallystick(...make, '--every', '1000')
      const { code, out } = await tallystick('verify', file, proofFile(own), '--checkpoints', list)
      expect(code).toBe(3)
      expect(out).toMatch(
        /No checkpoint lists block \d+ of the chain with the number 4242\. If it is part of that chain, it was made after block 0, dated/,
      )
    } finally {
      await honest.stop()
    }
  })
})
