import { createHash } from 'node:crypto'
import { promises as dns } from 'node:dns'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportOts, knownChains, type ProofDocument, withChecksum } from '@tallystick/proof'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Anvil, startAnvil } from '../../proof/test/anvil.js'
import { rpcBlock } from '../../proof/test/rpc-block.js'
import { anchored, deployNotary } from '../../sdk/test/anchored.js'
import { main } from '../src/cli.js'
import { verifyCommand } from '../src/verify/verify.js'
import { type Answering, type NodeProxy, startProxy } from './node-proxy.js'

// The public nodes of Ethereum, as the table of chains lists them, are proxies of one local node here: requests to their addresses
// go to the proxies, and requests to any other address fail. So the tests see everything that would leave the machine.

const home = mkdtempSync(join(tmpdir(), 'tallystick-online-'))
const content = 'agreed'
const digest = createHash('sha256').update(content).digest('hex')
const file = written('agreement.txt', content)
const { genesisHash, nodes = [] } = knownChains.get('eip155:1') ?? {}
const names = nodes.map((url) => new URL(url).host)
const [first = '', second = '', third = ''] = names

let anvil: Anvil
let proof: ProofDocument
let proxies: NodeProxy[]
/** Addresses of the nodes that can be reached, by the host they stand for. */
let hosts: Map<string, string>
/** Addresses of hosts; each has its own, unless two are said to share one. */
let addresses: Map<string, string>
/** Answers of a host that differ from the local node's. */
let answering: Record<string, Answering>
let asked: { host: string; method: string; params: unknown[] }[]

function written(name: string, data: string | Uint8Array): string {
  const path = join(home, name)
  writeFileSync(path, data)
  return path
}

async function verifyOnline(evidence: string | Uint8Array = JSON.stringify(proof), flags = {}) {
  let out = ''
  const code = await verifyCommand(file, written('proof', evidence), { online: true, ...flags }, (text) => {
    out += text
  })
  return { code, out, headline: `${out.split('\n')[0]}` }
}

const ofBlock =
  (result: () => unknown): Answering =>
  (method, [tag]) =>
    method === 'eth_getBlockByNumber' && tag === numberOf(proof) ? { result: result() } : undefined
const otherBlock = () => rpcBlock(Number(numberOf(proof)), Date.parse('2020-01-01T00:00:00Z') / 1000)
const numberOf = ({ anchors }: ProofDocument) => `0x${anchors[0]?.blockNumber?.toString(16)}`

beforeAll(async () => {
  anvil = await startAnvil('cancun', '--chain-id', '1', '--timestamp', `${Date.parse('2020-01-01T00:00:00Z') / 1000}`)
  const own = await anchored(anvil, await deployNotary(anvil), digest)
  proof = withChecksum({ ...own, anchors: own.anchors.map((anchor) => ({ ...anchor, private: false })) })
  const started = names.map((host) =>
    startProxy(anvil.url, (method, params, ask) => {
      const isGenesis = method === 'eth_getBlockByNumber' && params[0] === '0x0'
      return answering[host]?.(method, params, ask) ?? (isGenesis ? { result: { hash: genesisHash } } : undefined)
    }),
  )
  proxies = await Promise.all(started)
})
afterAll(async () => {
  await Promise.all([...proxies, anvil].map((each) => each.stop()))
  rmSync(home, { recursive: true, force: true })
})

beforeEach(() => {
  ;[answering, asked] = [{}, []]
  hosts = new Map(names.map((host, i) => [host, `${proxies[i]?.url}`]))
  addresses = new Map(names.map((host, i) => [host, `192.0.2.${i}`]))
  vi.spyOn(dns, 'lookup').mockImplementation((async (host: string) => [
    { address: addresses.get(host) ?? host, family: 4 },
  ]) as never)
  const { fetch } = globalThis
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { host, hostname } = new URL(String(input))
    if (hostname === '127.0.0.1') return fetch(input, init)
    asked.push({ host, ...JSON.parse(String(init?.body)) })
    const url = hosts.get(host)
    if (url === undefined) throw new TypeError('fetch failed')
    return fetch(url, init)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('public nodes that agree', () => {
  test('confirm a proof, and each is named', async () => {
    const { code, headline } = await verifyOnline()
    expect(code).toBe(0)
    expect(headline).toContain(
      `CONFIRMED by the public node ${first}, the public node ${second} and the public node ${third}: `,
    )
    expect(headline).toMatch(/existed not later than 2020-01-01 00:0\d:\d\d UTC, by the clock of Ethereum\.$/)
  })

  test("learn the block's number and nothing else", async () => {
    await verifyOnline()
    const questions = new Set(asked.map(({ method, params }) => JSON.stringify([method, ...params])))
    expect([...questions].sort()).toEqual([
      '["eth_blockNumber"]',
      '["eth_chainId"]',
      '["eth_getBlockByNumber","0x0",false]',
      `["eth_getBlockByNumber","${numberOf(proof)}",false]`,
      '["eth_getBlockByNumber","finalized",false]',
    ])
  })

  test('confirm an .ots file, from the whole block, and learn no more', async () => {
    const { code, headline } = await verifyOnline(exportOts(proof))
    expect([code, headline]).toEqual([
      0,
      expect.stringMatching(/^CONFIRMED by the public node .* existed not later than 2020-01-01/),
    ])
    const secrets = [digest, proof.root, proof.anchors[0]?.transactionId, proof.anchors[0]?.blockHash]
    for (const secret of secrets) expect(JSON.stringify(asked)).not.toContain(`${secret}`.replace('0x', ''))
  })

  test('confirm as two when the third cannot be reached, fails later, or is on another chain', async () => {
    const busy = { error: { code: 1, message: 'busy' } }
    const failing: Answering[] = [
      (method) => (method === 'eth_blockNumber' ? busy : undefined),
      (method) => (method === 'eth_chainId' ? { result: '0x2' } : undefined),
      (_, [tag]) => (tag === '0x0' ? { result: { hash: otherBlock().hash } } : undefined),
      (_, [tag]) => (tag === '0x0' ? busy : undefined),
    ]
    const expectTwo = async () => {
      const two = expect.stringContaining(`CONFIRMED by the public node ${first} and the public node ${second}: `)
      expect(await verifyOnline()).toMatchObject({ code: 0, headline: two })
    }
    for (const failure of failing) {
      answering = { [third]: failure }
      await expectTwo()
    }
    hosts.delete(third)
    await expectTwo()
  })

  test('confirm as two when the third is another name of the first', async () => {
    addresses.set(third, `${addresses.get(first)}`)
    const { code, headline } = await verifyOnline()
    expect([code, headline]).toEqual([0, expect.stringContaining(`${first} and the public node ${second}: `)])
  })

  test('refuse a proof whose block is another one', async () => {
    answering = Object.fromEntries(names.map((host) => [host, ofBlock(otherBlock)]))
    const { code, headline } = await verifyOnline()
    expect([code, headline]).toEqual([
      1,
      expect.stringMatching(/^REFUSED: .*block \d+ of Ethereum has the hash 0x\w+ according to the public node /),
    ])
  })
})

test('public nodes of a chain whose first block the table lacks are known by their addresses', async () => {
  const mantle = knownChains.get('eip155:5000')
  expect(mantle?.genesisHash).toBeUndefined()
  const after = `${Date.parse('2024-01-01T00:00:00Z') / 1000}`
  const own = await startAnvil('cancun', '--chain-id', '5000', '--timestamp', after)
  try {
    const [anyHost, otherHost] = mantle?.nodes.map((url) => new URL(url).host) ?? []
    hosts.set(`${anyHost}`, own.url).set(`${otherHost}`, own.url)
    const made = await anchored(own, await deployNotary(own), digest)
    const anchors = made.anchors.map((anchor) => ({ ...anchor, private: false }))
    const document = JSON.stringify(withChecksum({ ...made, anchors }))
    const { code, headline } = await verifyOnline(document)
    expect([code, headline]).toEqual([
      0,
      expect.stringContaining(`CONFIRMED by the public node ${anyHost} and the public node ${otherHost}: `),
    ])
  } finally {
    await own.stop()
  }
})

describe('public nodes that do not agree leave a proof consistent', () => {
  const codesOf = (out: string) => (JSON.parse(out).caveats as { code: string }[]).map(({ code }) => code)

  test.each([
    ['when two contradict each other', otherBlock, 'nodes-disagree', /^The nodes disagree: block \d+ of Ethereum/],
    ['when one lacks the block', () => null, 'node-lacks-block', /^Block \d+ of Ethereum is unknown to /],
  ])('%s', async (_, result, code, message) => {
    answering = { [second]: ofBlock(result) }
    const { code: exitCode, out } = await verifyOnline(undefined, { json: true })
    expect(exitCode).toBe(3)
    expect(JSON.parse(out)).toMatchObject({ outcome: 'consistent', sources: [] })
    expect(JSON.parse(out).caveats).toContainEqual(
      expect.objectContaining({ code, message: expect.stringMatching(message) }),
    )
    expect(codesOf(out)).toContain('not-compared')
  })

  test('when only one answers about the block', async () => {
    const busy: Answering = (method) =>
      method === 'eth_blockNumber' ? { error: { code: 1, message: 'busy' } } : undefined
    answering = { [second]: busy, [third]: busy }
    const { code, headline, out } = await verifyOnline()
    expect([code, headline]).toEqual([3, expect.stringMatching(/^CONSISTENT: /)])
    expect(out).toMatch(/Only \S+ answered about block \d+ of Ethereum; 2 nodes have to agree\./)
  })
})

describe('without two public nodes the command exits with 2', () => {
  const run = async (document: ProofDocument) => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const code = await main([
      'node',
      'tallystick',
      'verify',
      file,
      written('proof', JSON.stringify(document)),
      '--online',
    ])
    return [code, said.mock.calls.flat().join('').trimEnd()]
  }

  test('and says which did not answer', async () => {
    for (const host of [second, third]) hosts.delete(host)
    const problems = `${second} does not answer; ${third} does not answer`
    expect(await run(proof)).toEqual([
      2,
      `tallystick: 1 of 3 public nodes of Ethereum answered, two are needed (${problems})`,
    ])
  })

  test('and says which are one by two names', async () => {
    hosts.delete(third)
    addresses.set(second, `${addresses.get(first)}`)
    const problems = `${third} does not answer; ${second} is another name of one of them`
    expect(await run(proof)).toEqual([
      2,
      `tallystick: 1 of 3 public nodes of Ethereum answered, two are needed (${problems})`,
    ])
  })

  test('and names the alternative where the table lists none', async () => {
    const own = await startAnvil('cancun', '--chain-id', '4242')
    try {
      expect(await run(await anchored(own, await deployNotary(own), digest))).toEqual([
        2,
        'tallystick: no public nodes of the chain with the number 4242 are known: give a node with --rpc',
      ])
    } finally {
      await own.stop()
    }
  })
})
