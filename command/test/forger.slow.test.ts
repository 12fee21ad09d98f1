import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportOts, fromHex, keccak256, knownChains, type ProofDocument, toHex, withChecksum } from '@tallystick/proof'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '../../proof/test/anvil.js'
import { rpcBlock } from '../../proof/test/rpc-block.js'
import { anchored, deployNotary, manifestOf } from '../../sdk/test/anchored.js'
import { type VerifyFlags, verifyCommand } from '../src/verify/verify.js'
import { type NodeProxy, startProxy } from './node-proxy.js'
import { tallystick } from './run-command.js'

const home = mkdtempSync(join(tmpdir(), 'tallystick-forger-'))
const content = 'a contract that never was'
const digest = createHash('sha256').update(content).digest('hex')
const file = written('contract.txt', content)
const genesisHash = knownChains.get('eip155:1')?.genesisHash
const otherHash = `0x${'77'.repeat(32)}`
/** A block of Ethereum, as an honest node shows it. */
const honestBlock = (tag: unknown) =>
  tag === '0x0' ? { hash: genesisHash } : rpcBlock(tag === 'finalized' ? 100 : Number(tag), 0x66000000)

/** A chain of the forger's own, with the number of Ethereum. */
let forged: Anvil
/** A node of Ethereum, which has another block of each number. */
let honest: NodeProxy
/** A node that shows Ethereum's first block and the forger's other ones. */
let deceived: NodeProxy
/** The same, from block 1 on dated 2099. */
let future: Anvil
let contract: string
let proof: ProofDocument

function written(name: string, data: string | Uint8Array): string {
  const path = join(home, name)
  writeFileSync(path, data)
  return path
}
/** A folder that contains the file and nothing else. */
function folderOf(): string {
  mkdirSync(join(home, 'folder'), { recursive: true })
  written('folder/contract.txt', content)
  return join(home, 'folder')
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
  honest = await startProxy(forged.url, (method, [tag]) =>
    method !== 'eth_getBlockByNumber'
      ? undefined
      : {
          result: honestBlock(tag),
        },
  )
  deceived = await startProxy(forged.url, (method, [tag]) =>
    method === 'eth_getBlockByNumber' && tag === '0x0' ? { result: { hash: genesisHash } } : undefined,
  )
  future = await startAnvil('cancun', '--chain-id', '1', '--timestamp', `${Date.parse('2099-01-01T00:00:00Z') / 1000}`)
})
afterAll(async () => {
  await Promise.all([forged, future, honest, deceived].map((each) => each?.stop()))
  rmSync(home, { recursive: true, force: true })
})

describe("a private chain with Ethereum's number", () => {
  test('is not reported as Ethereum, and nothing is reported to have existed', async () => {
    const { code, out } = await tallystick('verify', file, proofFile(proof))
    expect(code).toBe(3)
    expect(out).toMatch(/^CONSISTENT: .*contract\.txt fits this proof\. Block \d+ of Ethereum has not been compared/)
    expect(out).not.toMatch(/VERIFIED|CONFIRMED|existed/)
    expect(out).toContain('The issuer calls the network “Ethereum Mainnet” and the state “final”. These are claims.')
    const json = await tallystick('verify', file, proofFile(proof), '--json')
    expect(JSON.parse(json.out)).toMatchObject({ outcome: 'consistent', sources: [] })
  })

  test('gains nothing from a header of any date, which takes no chain to make', async () => {
    const [anchor] = proof.anchors
    const seconds = Date.parse(`${anchor?.blockTime}`) / 1000
    const earlier = Date.parse('2015-08-01T00:00:00Z') / 1000
    const header = `${anchor?.header}`.replace(`84${seconds.toString(16)}`, `84${earlier.toString(16)}`)
    const blockHash = `0x${toHex(keccak256(fromHex(header.slice(2))))}`
    const own = claiming(proof, { header, blockHash, blockTime: '2015-08-01T00:00:00.000Z' })
    const { code, out } = await tallystick('verify', file, proofFile(own))
    expect([code, out]).toEqual([
      3,
      expect.stringMatching(/^CONSISTENT: .* has not been compared with the network yet/),
    ])
    expect(out).not.toMatch(/CONFIRMED|existed/)
    expect((await tallystick('verify', file, proofFile(own), '--rpc', deceived.url)).code).toBe(1)
  })
})

describe('the same forgery', () => {
  /** Every document that the forger can hand out, with what to verify it against. */
  const forms = {
    'a proof': () => [file, proofFile(proof)],
    'a page': () => [file, written('certificate.html', page(proof))],
    'a PDF': () => [file, written('certificate.pdf', pdf(proof))],
    'an .ots file': () => [file, written('contract.txt.ots', exportOts(proof))],
    'a manifest': () => [file, written('manifest.json', JSON.stringify(manifest()))],
    'a folder with its manifest': () => [folderOf(), written('manifest.json', JSON.stringify(manifest()))],
  }
  const page = (document: ProofDocument) =>
    `<!doctype html><script type="application/json" id="tallystick-proof">${JSON.stringify(document)}</script>`
  const pdf = (document: ProofDocument) =>
    `%PDF-1.7\n4 0 obj\n<</Type /EmbeddedFile>>\nstream\n${JSON.stringify(document)}\nendstream\nendobj\n`
  const manifest = () => manifestOf([{ path: 'contract.txt', size: content.length, proof }])

  let checkpoints: string
  beforeAll(async () => {
    checkpoints = join(home, 'checkpoints.json')
    const number = `${proof.anchors[0]?.blockNumber}`
    const make = ['checkpoint', 'make', '--rpc', honest.url, '--block', number, '--output', checkpoints]
    expect(await tallystick(...make, '--key', join(home, 'checkpoints.key'))).toMatchObject({ code: 0, err: '' })
  })

  describe.each(Object.entries(forms))('as %s', (form, made) => {
    /** Verifies the document, and checks that no line claims more than it may. */
    const verify = async (flags: VerifyFlags = {}) => {
      const [what = '', evidence = ''] = made()
      let out = ''
      const code = await verifyCommand(what, evidence, flags, (text) => (out += text))
      expect(out).not.toMatch(/CONFIRMED|"confirmed"|existed/)
      return { code, out }
    }

    test('is at most consistent', async () => {
      expect(await verify()).toEqual({ code: 3, out: expect.stringMatching(/^CONSISTENT: /) })
      expect(JSON.parse((await verify({ json: true })).out)).toMatchObject({ outcome: 'consistent', sources: [] })
    })

    test('is exposed by the first block of the node that vouches for it', async () => {
      await expect(verify({ rpc: [forged.url] })).rejects.toThrow(
        /has the chain number of Ethereum, but another first block: it is a node of another chain/,
      )
    })

    test('is refused by an Ethereum node, and left open when nodes disagree', async () => {
      const denied = expect.stringMatching(/^REFUSED: .*block \d+ of Ethereum has the hash 0x\w+ according to the node/)
      expect(await verify({ rpc: [honest.url] })).toEqual({ code: 1, out: denied })
      const open = expect.stringMatching(/^CONSISTENT: .*The nodes disagree: block \d+ of Ethereum/s)
      expect(await verify({ rpc: [deceived.url, honest.url] })).toEqual({ code: 3, out: open })
    })

    test('is refused by a hash from an explorer, and by checkpoints', async () => {
      const byHash = await verify({ blockHash: otherHash })
      const byList = await verify({ checkpoints: [checkpoints] })
      const withNumber = await verify({ blockHash: `${proof.anchors[0]?.blockNumber}:${otherHash}` })
      expect(withNumber.code).toBe(byHash.code)
      // An .ots file contains no block that could be compared without a node.
      if (form === 'an .ots file') return expect([byHash.code, byList.code]).toEqual([3, 3])
      expect(byHash).toEqual({ code: 1, out: expect.stringMatching(/^REFUSED: .*no anchor is in the block you trust/) })
      const denied = /^REFUSED: .*block \d+ of Ethereum has the hash 0x\w+ according to the checkpoints signed by 0x/
      expect(byList).toEqual({ code: 1, out: expect.stringMatching(denied) })
    })
  })
})

describe('a date', () => {
  const refusesManifest = async (own: ProofDocument) => {
    const manifest = manifestOf([{ path: 'contract.txt', size: content.length, proof: own }])
    const { code, out } = await tallystick('verify', folderOf(), written('manifest.json', JSON.stringify(manifest)))
    expect([code, out]).toEqual([1, expect.stringMatching(/^REFUSED: .*the block is dated /)])
  }

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
      await refusesManifest(own)
      const { code, out } = await tallystick('verify', file, proofFile(own))
      expect(code).toBe(1)
      expect(out).toMatch(/^REFUSED: .*the block is dated 2009-\S+, but Ethereum has existed only since 2015-07-30/)
    } finally {
      await early.stop()
    }
  })

  test('in the future is refused', async () => {
    const own = await anchored(future, await deployNotary(future), digest)
    await refusesManifest(own)
    const { code, out } = await tallystick('verify', file, proofFile(own))
    expect(code).toBe(1)
    expect(out).toMatch(/^REFUSED: .*the block is dated 2099-\S+, which is in the future by this computer's clock/)
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
    const lines = out.split('\n').filter((line) => line.includes(network.replaceAll('"', '’')))
    expect(lines).toEqual([
      expect.stringMatching(/^ {2}- The issuer calls the network “[^“”]+” and the state “final”\./),
    ])
  })
})

test('an honest proof with a forged older anchor is stated with the time of the honest one', async () => {
  const honest = await startAnvil('cancun', '--chain-id', '4242')
  try {
    const own = await anchored(honest, await deployNotary(honest), digest)
    // The same tree, so that the forged anchor carries the same root.
    const mixed = withChecksum({ ...proof, anchors: [...proof.anchors, ...own.anchors] })
    const { code, out } = await tallystick('verify', file, proofFile(mixed), '--rpc', honest.url)
    expect(code).toBe(3)
    const time = `${own.anchors[0]?.blockTime}`.replace('T', ' ').replace('.000Z', ' UTC')
    expect(out.split('\n')[0]).toContain(
      `existed not later than ${time}, by the word of the operator of the chain with the number 4242`,
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
      const made = await anchored(honest, await deployNotary(honest), digest)
      const own = withChecksum({ ...made, anchors: made.anchors.map((anchor) => ({ ...anchor, private: false })) })
      const number = own.anchors[0]!.blockNumber!
      await honest.rpc('anvil_mine', [`0x${(100).toString(16)}`])
      const make = ['checkpoint', 'make', '--rpc', honest.url, '--output', list, '--key', key]
      expect(await tallystick(...make, '--every', '50', '--block', `${number}`)).toMatchObject({ code: 0, err: '' })
      const { signer, blocks } = JSON.parse(readFileSync(list, 'utf8'))
      expect(blocks.map(({ number }: { number: number }) => number)).toContain(number)

      const verify = (...more: string[]) => tallystick('verify', file, proofFile(own), '--checkpoints', list, ...more)
      await honest.stop()
      const ofAnyone = await verify()
      expect([ofAnyone.code, ofAnyone.out]).toEqual([
        3,
        expect.stringMatching(
          new RegExp(
            `^CONSISTENT: .*Anyone can sign a list: the checkpoints signed by ${signer} vouch for nothing`,
            's',
          ),
        ),
      ])
      const others = await verify('--signer', `0x${'11'.repeat(20)}`)
      expect(others).toMatchObject({
        code: 2,
        err: expect.stringContaining(`it is signed by ${signer}, not by an address`),
      })
      const checksummed = signer.replace(/[a-f]/g, (digit: string) => digit.toUpperCase())
      // The chain is in no table: its operator may have chosen the time.
      const stated = await verify('--signer', checksummed)
      expect([stated.code, stated.out]).toEqual([
        3,
        expect.stringMatching(
          `^STATED: .* existed not later than .* compared with the checkpoints signed by ${signer}`,
        ),
      ])
      writeFileSync(list, readFileSync(list, 'utf8').replace(`"number":${number}`, `"number":${number + 1}`))
      expect(await verify('--signer', signer)).toMatchObject({
        code: 2,
        err: expect.stringContaining('the signature does not match'),
      })
    } finally {
      await honest.stop()
    }
  })

  test('are not made longer than a list can be', async () => {
    const old = await startProxy(forged.url, (method, [tag]) =>
      method === 'eth_getBlockByNumber'
        ? { result: tag === 'finalized' ? rpcBlock(200_000, 0x66000000) : honestBlock(tag) }
        : undefined,
    )
    try {
      const make = ['checkpoint', 'make', '--rpc', old.url, '--every', '1', '--key', join(home, 'list.key')]
      expect(await tallystick(...make, '--output', join(home, 'long.json'))).toMatchObject({
        code: 2,
        err: 'tallystick: that would list 200,001 blocks, but a list holds 100,000 at most: raise --every\n',
      })
    } finally {
      await old.stop()
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
        /No checkpoint lists block \d+ of the chain with the number 4242\. If it is part of that chain, it was made not earlier than /,
      )
    } finally {
      await honest.stop()
    }
  })
})
