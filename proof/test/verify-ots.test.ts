import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { ProofDocument } from '../src/format.js'
import { fromHex, sha256, utf8 } from '../src/hash.js'
import { otsOf, TALLYSTICK_TAG } from '../src/ots.js'
import { encodeOts } from '../src/ots-codec.js'
import { verifyOts } from '../src/verify-ots.js'

const valid: Record<string, ProofDocument> = JSON.parse(
  readFileSync(new URL('../vectors/proofs-valid.json', import.meta.url), 'utf8'),
)
const proof = valid['content of a file']!
const digest = fromHex(proof.hash)
const bytes = otsOf(proof)

describe('verifyOts', () => {
  test('follows the steps to the root and says where it is said to be', () => {
    const [anchor] = proof.anchors
    const { chain, transactionId, blockHash, blockNumber } = anchor!
    expect(verifyOts(bytes, digest)).toEqual({
      outcome: 'traced',
      digest: proof.hash,
      anchors: [{ root: proof.root, chain, transactionId, blockHash, blockNumber }],
      headers: [],
    })
    expect(verifyOts(bytes)).toEqual(verifyOts(bytes, digest))
  })

  test('names no block where there was none yet', () => {
    const open = valid['not in a block yet']!
    const { anchors } = verifyOts(otsOf(open))
    expect(anchors).toEqual([{ root: open.root, chain: 'eip155:31337', transactionId: open.anchors[0]!.transactionId }])
  })

  test('another file is refused', () => {
    const { outcome, failure, digest: known } = verifyOts(bytes, sha256(digest))
    expect([outcome, failure?.code, known]).toEqual(['refused', 'digest', proof.hash])
  })

  test('one without our attestation is somebody else’s', () => {
    const attestation = { tag: fromHex('0588960d73d71901'), payload: Uint8Array.of(1) }
    const foreign = encodeOts(digest, { attestations: [attestation], branches: [] })
    expect(verifyOts(foreign, digest).failure?.code).toBe('unsupported')
  })

  test('attestations to no root, or of the wrong form, are refused', () => {
    const long = { kind: 'append', bytes: utf8('more') } as const
    const ours = { tag: fromHex(TALLYSTICK_TAG), payload: Uint8Array.of(1, ...digest) }
    const noRoot = encodeOts(digest, { attestations: [], branches: [[long, { attestations: [ours], branches: [] }]] })
    expect(verifyOts(noRoot).failure?.code).toBe('malformed')
    const short = { ...ours, payload: Uint8Array.of(1, 2, 3) }
    expect(verifyOts(encodeOts(digest, { attestations: [short], branches: [] })).failure?.code).toBe('malformed')
    expect(verifyOts(bytes.subarray(0, 100)).failure?.code).toBe('malformed')
    expect(verifyOts(utf8('{}')).failure?.code).toBe('malformed')
  })
})
