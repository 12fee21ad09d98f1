import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { fromHex, keccak256, sha256, utf8 } from '../src/encoding/hash.js'
import { decodeTransaction } from '../src/ethereum/transaction.js'
import { transactionTrie } from '../src/ethereum/trie.js'
import type { ProofAnchor, ProofDocument } from '../src/format.js'
import { encodeOts } from '../src/ots/codec.js'
import { exportOts, TALLYSTICK_TAG } from '../src/ots/export.js'
import { verifyOts } from '../src/ots/verify.js'
import type { KnownBlock } from '../src/trust/known-blocks.js'
import { BLOCK_TIME, headerOf, hex, sign } from './vectors/chain.js'

const valid: Record<string, ProofDocument> = JSON.parse(
  readFileSync(new URL('../vectors/proofs-valid.json', import.meta.url), 'utf8'),
)
const proof = valid['content of a file']!
const digest = fromHex(proof.hash)
const bytes = exportOts(proof)

describe('verifyOts', () => {
  test('follows the steps to the root and reports the anchors the file names', () => {
    const [anchor] = proof.anchors
    const { chain, transactionId, blockHash, blockNumber } = anchor!
    const { checks, caveats, isFileCompared, ...finding } = verifyOts(bytes, { digest })
    expect(isFileCompared).toBe(true)
    expect(finding).toEqual({
      about: 'ots',
      outcome: 'consistent',
      sources: [],
      digest: proof.hash,
      anchors: [{ root: proof.root, chain, transactionId, blockHash, blockNumber }],
      headers: [],
    })
    expect(checks.map(({ name, status }) => `${name} ${status}`)).toEqual([
      'format ok',
      'digest ok',
      'tree ok',
      'transaction skip',
      'block skip',
      'chain skip',
    ])
    expect(caveats[0]).toEqual({ code: 'named-only', facts: { chain, transaction: transactionId } })
    const alone = verifyOts(bytes)
    expect(alone).toMatchObject(finding)
    expect(alone.checks[1]).toMatchObject({ name: 'digest', status: 'skip' })
  })

  test('reports no block when the file was exported before there was one', () => {
    const open = valid['not in a block yet']!
    const { anchors } = verifyOts(exportOts(open))
    expect(anchors).toEqual([{ root: open.root, chain: 'eip155:31337', transactionId: open.anchors[0]!.transactionId }])
  })

  test('finds no Ethereum block header behind a state proof', () => {
    const onEthereum = (name: string) => {
      const { anchors, ...rest } = valid[name]!
      return exportOts({ ...rest, anchors: anchors.map((anchor) => ({ ...anchor, chain: 'eip155:1' })) })
    }
    const { outcome, anchors, headers } = verifyOts(onEthereum('state proof'))
    expect([outcome, headers]).toEqual(['consistent', []])
    expect(anchors[0]).toMatchObject({ chain: 'eip155:1', blockNumber: 4711 })
    expect(verifyOts(onEthereum('content of a file')).headers).toHaveLength(1)
  })

  test('rests on the public block, though the operator of a private chain dates its own earlier', async () => {
    const raw = await sign(0, fromHex(proof.root), 1)
    const trie = transactionTrie([raw])
    const header = headerOf(trie.root, 24_000_000, BLOCK_TIME + 3600)
    const anchor: ProofAnchor = {
      ...proof.anchors[0]!,
      chain: 'eip155:1',
      private: false,
      transactionId: hex(decodeTransaction(raw).hash),
      rawTransaction: hex(raw),
      transactionIndex: 0,
      trieProof: trie.proof(0).map(hex),
      header: hex(header),
      blockHash: hex(keccak256(header)),
      blockNumber: 24_000_000,
      blockTime: new Date((BLOCK_TIME + 3600) * 1000).toISOString(),
    }
    const anchors = [...proof.anchors, anchor]
    const found = anchors.map((one) => ({ transactionId: one.transactionId, anchor: one }))
    const known = anchors.map(({ chain, blockNumber, blockHash }, at): KnownBlock => {
      return { chain, number: blockNumber!, hash: blockHash!, source: { kind: 'node', name: `node ${at}` } }
    })
    const judged = (known: readonly KnownBlock[]) =>
      verifyOts(exportOts({ ...proof, anchors }), { digest, found, known })
    const clocks = [{ kind: 'chain', chain: 'eip155:1' }]
    const { failure, ...confirmed } = judged(known)
    expect(failure).toBeUndefined()
    expect(confirmed).toMatchObject({ outcome: 'confirmed', time: { latest: anchor.blockTime, clocks } })
    expect(confirmed.time?.earliest).toBeUndefined()
    expect(confirmed.sources.map(({ name }) => name)).toEqual(['node 1'])
    expect(confirmed.caveats.map(({ code }) => code)).not.toContain('private-chain')
    // Only the operator's node answers: the private block counts, and it is said.
    const byOperator = judged(known.slice(0, 1))
    expect(byOperator).toMatchObject({ outcome: 'stated', time: { latest: proof.anchors[0]!.blockTime } })
    expect(byOperator.caveats.map(({ code }) => code)).toContain('private-chain')
  })

  test('refuses another file', () => {
    const { outcome, failure, digest: known } = verifyOts(bytes, { digest: sha256(digest) })
    expect([outcome, failure?.code, failure?.check, known]).toEqual(['refused', 'digest', 'digest', proof.hash])
  })

  test('refuses files of other services as unsupported', () => {
    const attestation = { tag: fromHex('0588960d73d71901'), payload: Uint8Array.of(1) }
    const foreign = encodeOts(digest, { attestations: [attestation], branches: [] })
    expect(verifyOts(foreign, { digest }).failure?.code).toBe('unsupported')
  })

  test('refuses attestations of something that is not a root, or of the wrong form', () => {
    const long = { kind: 'append', bytes: utf8('more') } as const
    const ours = { tag: fromHex(TALLYSTICK_TAG), payload: Uint8Array.of(1, ...digest) }
    const noRoot = encodeOts(digest, { attestations: [], branches: [[long, { attestations: [ours], branches: [] }]] })
    expect(verifyOts(noRoot).failure?.code).toBe('malformed')
    const short = { ...ours, payload: Uint8Array.of(1, 2, 3) }
    expect(verifyOts(encodeOts(digest, { attestations: [short], branches: [] })).failure?.code).toBe('malformed')
    const far = { ...ours, payload: Uint8Array.of(1, ...digest, ...digest, ...new Uint8Array(8).fill(0xff), 1) }
    expect(verifyOts(encodeOts(digest, { attestations: [far], branches: [] })).failure?.code).toBe('malformed')
    expect(verifyOts(utf8('{}')).failure?.code).toBe('malformed')
  })

  test('refuses a file truncated at any byte', () => {
    for (let length = 0; length < bytes.length; length++) {
      expect([length, verifyOts(bytes.subarray(0, length), { digest }).failure?.code]).toEqual([length, 'malformed'])
    }
  })
})
